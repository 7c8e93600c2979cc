/** Reads an extender's body in its `NodeNames` form without making a string of any name, or leaves it to wire.ts. */
import { isUtf8 } from 'node:buffer';
import type { Slice } from '../json/scan.ts';
import { eachMember, isKey, skipSpace, skipValue, WRONG } from './asked-json.ts';
import { AskedList } from './asked-list.ts';
import { type PodIdentity, readPod } from './asked-pod.ts';
import type { NameTable } from './name-table.ts';

/** The pod and the nodes that a scheduler asks about. The arrays are the reader's own: good until it reads again. */
export interface AskedNames {
  readonly pod: Slice;
  readonly identity: PodIdentity;
  readonly count: number;
  /** Name `i` is `bytes[starts[i], ends[i])`, without its quotes. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Of the node that name `i` means; NO_NODE when the view has none of that name. */
  readonly numbers: Int32Array;
}

/** Null for all that is wrong or out of the ordinary: `parseExtenderArgs` reads it, or says what is wrong. */
export type NamesReader = (bytes: Buffer) => AskedNames | null;

/** Of the values of JSON only null begins with it. */
const LOWER_N = 0x6e;

/**
 * Makes a reader that finds the nodes in `table`. Every byte is checked, and looked at once.
 *
 * @example const read = createNamesReader(new NameTable(view)); read(body)?.numbers
 */
export function createNamesReader(table: NameTable): NamesReader {
  const list = new AskedList(table);
  return (bytes) => {
    if (!isUtf8(bytes)) return null;
    let pod: Slice | undefined;
    let identity: PodIdentity | undefined;
    let hasNodes = false;
    let hasNames = false;
    const end = eachMember(bytes, skipSpace(bytes, 0), (key, keyEnd, value) => {
      if (isKey(bytes, key, keyEnd, 'pod')) {
        if (pod !== undefined) return WRONG;
        const podEnd = readPod(bytes, value, (found) => {
          identity = found;
        });
        pod = { start: value, end: podEnd };
        return podEnd;
      }
      if (isKey(bytes, key, keyEnd, 'nodenames')) {
        if (hasNames) return WRONG;
        hasNames = true;
        return list.read(bytes, value);
      }
      if (isKey(bytes, key, keyEnd, 'nodes')) {
        if (hasNodes || bytes[value] !== LOWER_N) return WRONG;
        hasNodes = true;
      }
      return skipValue(bytes, value);
    });
    if (end === WRONG || skipSpace(bytes, end) !== bytes.length) return null;
    if (pod === undefined || identity === undefined || !hasNames) return null;
    const { count, starts, ends, numbers } = list;
    return { pod, identity, count, starts, ends, numbers };
  };
}
