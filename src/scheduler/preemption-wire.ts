/** The scheduler extender protocol for preempt: candidates in either form, answered by UIDs. */
import type { Parsed } from '../json/problem.ts';
import { eachElement, eachMember, expectEnd, type Slice, skipValue, typeAt } from '../json/scan.ts';
import { eachField, FieldError, reading, readPod, readTextAt } from './fields.ts';

/** Who is evicted on one node. */
export interface Victims {
  readonly node: string;
  readonly uids: readonly string[];
  /** A 64-bit number in Go, handed back as the text that came. */
  readonly pdbViolations: string;
}

export interface VictimsOfNode extends Victims {
  /** Where each victim lies in the body, when whole pods were sent; else empty. */
  readonly pods: readonly Slice[];
}

export interface PreemptionArgs {
  /** Where the pod that wants room lies in the body. */
  readonly pod: Slice;
  readonly candidates: readonly VictimsOfNode[];
}

/** With `nodeCacheCapable` the scheduler sends UIDs only (`NodeNameToMetaVictims`), else whole pods. */
export function parsePreemptionArgs(bytes: Buffer): Parsed<PreemptionArgs> {
  return reading(bytes, () => {
    let pod: Slice | undefined;
    let whole: readonly VictimsOfNode[] = [];
    let meta: readonly VictimsOfNode[] = [];
    const end = eachField(bytes, 0, {
      pod: (start) => {
        pod = readPod(bytes, start);
        return pod.end;
      },
      nodenametovictims: (start) =>
        readCandidates(bytes, start, WHOLE, (read) => {
          whole = read;
        }),
      nodenametometavictims: (start) =>
        readCandidates(bytes, start, META, (read) => {
          meta = read;
        }),
    });
    expectEnd(bytes, end);
    if (pod === undefined) throw new FieldError('Pod', 'must be an object');
    return { pod, candidates: meta.length > 0 ? meta : whole };
  });
}

/** Never an empty victim list and never null: schedulers up to 1.36 fail or crash on them. */
export function writePreemptionResult(candidates: readonly Victims[]): string {
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
  /** The victims are pods, and not only their UIDs. */
  readonly whole: boolean;
}

const WHOLE: VictimsForm = { field: 'NodeNameToVictims', uidPath: ['metadata', 'uid'], whole: true };
const META: VictimsForm = { field: 'NodeNameToMetaVictims', uidPath: ['uid'], whole: false };

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
  form: VictimsForm,
  found: (victims: Omit<VictimsOfNode, 'node'>) => void,
): number {
  const { field } = form;
  const type = typeAt(bytes, at);
  if (type !== 'object' && type !== 'null') throw new FieldError(field, 'must be an object or null');
  let victims: { uids: string[]; pods: Slice[] } = { uids: [], pods: [] };
  let pdbViolations = '0';
  const end =
    type === 'null'
      ? skipValue(bytes, at)
      : eachField(bytes, at, {
          pods: (start) => {
            victims = { uids: [], pods: [] };
            return readUids(bytes, start, { ...form, field: `${field}.Pods` }, victims);
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
  found({ ...victims, pdbViolations });
  return end;
}

function readUids(
  bytes: Buffer,
  at: number,
  { field, uidPath, whole }: VictimsForm,
  { uids, pods }: { uids: string[]; pods: Slice[] },
): number {
  const type = typeAt(bytes, at);
  if (type !== 'array' && type !== 'null') throw new FieldError(field, 'must be a list or null');
  if (type === 'null') return skipValue(bytes, at);
  return eachElement(bytes, at, (index, start) => {
    const end = readTextAt(bytes, start, uidPath, (uid) => {
      if (!uid) throw new FieldError(`${field}[${index}]`, 'must carry a UID');
      uids.push(uid);
    });
    if (whole) pods.push({ start, end });
    return end;
  });
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
