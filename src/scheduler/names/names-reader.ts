/**
 * Reads an extender's body in its `NodeNames` form without making a string of any name, or leaves it to wire/. With 5,000
 * names it takes half as long as JSON.parse alone, after which wire/ would still have to look each name up
 * (`npm run bench:names`).
 */
import { isUtf8 } from 'node:buffer';
import { expectEnd, JsonSyntaxError, type Slice, typeAt } from '../../json/scan.ts';
import { NameList } from './name-list.ts';
import type { NameTable } from './name-table.ts';
import { eachPlainMember, isKey, UNUSUAL } from './plain-members.ts';
import { type PodIdentity, readPod } from './pod-identity.ts';

/** Where the names of a call lie: name `i` is `bytes[starts[i], ends[i])`, without its quotes. */
export interface NamePlaces {
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** The pod and the nodes that a scheduler asks about. The arrays are the reader's own: good until it reads again. */
export interface CallByNames extends NamePlaces {
  readonly pod: Slice;
  readonly identity: PodIdentity;
  /** Of the node that name `i` means; NO_NODE when the view has none of that name. */
  readonly numbers: Int32Array;
}

/** Null for all that is wrong or out of the ordinary: `parseExtenderArgs` reads it, or says what is wrong. */
export type NamesReader = (bytes: Buffer) => CallByNames | null;

/**
 * Makes a reader that finds the nodes in `table`. Every byte is checked, and looked at once.
 *
 * @example const read = createNamesReader(new NameTable(view)); read(body)?.numbers
 */
export function createNamesReader(table: NameTable): NamesReader {
  const list = new NameList(table);
  return (bytes) => {
    try {
      return isUtf8(bytes) ? readCall(bytes, list) : null;
    } catch (error) {
      if (error === UNUSUAL || error instanceof JsonSyntaxError) return null;
      throw error;
    }
  };
}

function readCall(bytes: Buffer, list: NameList): CallByNames | null {
  let found: ReturnType<typeof readPod> | undefined;
  let hasNodes = false;
  let hasNames = false;
  const end = eachPlainMember(bytes, 0, (key, keyEnd, value) => {
    if (isKey(bytes, key, keyEnd, 'pod')) {
      if (found !== undefined) throw UNUSUAL;
      found = readPod(bytes, value);
      return found.pod.end;
    }
    if (isKey(bytes, key, keyEnd, 'nodenames')) {
      if (hasNames) throw UNUSUAL;
      hasNames = true;
      return list.read(bytes, value);
    }
    if (isKey(bytes, key, keyEnd, 'nodes')) {
      if (hasNodes || typeAt(bytes, value) !== 'null') throw UNUSUAL;
      hasNodes = true;
    }
    return undefined;
  });
  expectEnd(bytes, end);
  if (found === undefined || !hasNames) return null;
  const { count, starts, ends, numbers } = list;
  return { ...found, count, starts, ends, numbers };
}
