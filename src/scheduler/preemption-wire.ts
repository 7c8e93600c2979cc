/** The scheduler extender protocol for preempt: candidates in either form, answered by UIDs. */
import type { Parsed } from '../json/problem.ts';
import { eachElement, eachMember, expectEnd, skipValue, typeAt } from '../json/scan.ts';
import { checkPod, eachField, FieldError, reading, readTextAt } from './fields.ts';

export interface VictimsOfNode {
  readonly node: string;
  readonly uids: readonly string[];
  /** A 64-bit number in Go, handed back as the text that came. */
  readonly pdbViolations: string;
}

export interface PreemptionArgs {
  readonly candidates: readonly VictimsOfNode[];
}

/** With `nodeCacheCapable` the scheduler sends UIDs only (`NodeNameToMetaVictims`), else whole pods. */
export function parsePreemptionArgs(bytes: Buffer): Parsed<PreemptionArgs> {
  return reading(bytes, () => {
    let hasPod = false;
    let whole: readonly VictimsOfNode[] = [];
    let meta: readonly VictimsOfNode[] = [];
    const end = eachField(bytes, 0, {
      pod: (start) => {
        hasPod = true;
        return checkPod(bytes, start);
      },
      nodenametovictims: (start) =>
        readCandidates(bytes, start, { field: 'NodeNameToVictims', uidPath: ['metadata', 'uid'] }, (read) => {
          whole = read;
        }),
      nodenametometavictims: (start) =>
        readCandidates(bytes, start, { field: 'NodeNameToMetaVictims', uidPath: ['uid'] }, (read) => {
          meta = read;
        }),
    });
    expectEnd(bytes, end);
    if (!hasPod) throw new FieldError('Pod', 'must be an object');
    return { candidates: meta.length > 0 ? meta : whole };
  });
}

/** Never an empty victim list and never null: schedulers up to 1.36 fail or crash on them. */
export function writePreemptionResult(candidates: readonly VictimsOfNode[]): string {
  const entries = candidates
    .filter(({ uids }) => uids.length > 0)
    .map(({ node, uids, pdbViolations }) => {
      const pods = JSON.stringify(uids.map((UID) => ({ UID })));
      return `${JSON.stringify(node)}:{"Pods":${pods},"NumPDBViolations":${pdbViolations}}`;
    });
  return `{"NodeNameToMetaVictims":{${entries.join(',')}}}`;
}

interface VictimsForm {
  readonly field: string;
  readonly uidPath: readonly string[];
}

function readCandidates(
  bytes: Buffer,
  at: number,
  form: VictimsForm,
  found: (candidates: VictimsOfNode[]) => void,
): number {
  const type = typeAt(bytes, at);
  if (type !== 'object' && type !== 'null') throw new FieldError(form.field, 'must be an object or null');
  const candidates = new Map<string, VictimsOfNode>();
  const end =
    type === 'null'
      ? skipValue(bytes, at)
      : eachMember(bytes, at, (node, start) => {
          const field = `${form.field}[${JSON.stringify(node)}]`;
          return readVictims(bytes, start, { ...form, field }, (victims) => {
            candidates.set(node, { node, ...victims });
          });
        });
  found([...candidates.values()]);
  return end;
}

function readVictims(
  bytes: Buffer,
  at: number,
  { field, uidPath }: VictimsForm,
  found: (victims: Omit<VictimsOfNode, 'node'>) => void,
): number {
  const type = typeAt(bytes, at);
  if (type !== 'object' && type !== 'null') throw new FieldError(field, 'must be an object or null');
  let uids: string[] = [];
  let pdbViolations = '0';
  const end =
    type === 'null'
      ? skipValue(bytes, at)
      : eachField(bytes, at, {
          pods: (start) => {
            uids = [];
            return readUids(bytes, start, { field: `${field}.Pods`, uidPath }, uids);
          },
          numpdbviolations: (start) => {
            const stop = skipValue(bytes, start);
            const number = bytes.toString('latin1', start, stop);
            if (number !== 'null' && !isInt64(number)) {
              throw new FieldError(`${field}.NumPDBViolations`, 'must be a whole number');
            }
            pdbViolations = number === 'null' ? '0' : number;
            return stop;
          },
        });
  found({ uids, pdbViolations });
  return end;
}

function readUids(bytes: Buffer, at: number, { field, uidPath }: VictimsForm, uids: string[]): number {
  const type = typeAt(bytes, at);
  if (type !== 'array' && type !== 'null') throw new FieldError(field, 'must be a list or null');
  if (type === 'null') return skipValue(bytes, at);
  return eachElement(bytes, at, (index, start) =>
    readTextAt(bytes, start, uidPath, (uid) => {
      if (!uid) throw new FieldError(`${field}[${index}]`, 'must carry a UID');
      uids.push(uid);
    }),
  );
}

/** Go reads it into 64 bits, and would refuse the whole answer over one bit more. */
const INT64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n } as const;

/** No 64-bit number is longer; BigInt would go on for as long as the text does. */
const LONGEST_INT64 = 20;

function isInt64(text: string): boolean {
  if (text.length > LONGEST_INT64 || !/^-?\d+$/.test(text)) return false;
  const number = BigInt(text);
  return number >= INT64.least && number <= INT64.most;
}
