/** The scheduler extender protocol for preempt: candidates in either form, answered by UIDs. */
import { FieldError } from '../../json/field-error.ts';
import { type Parsed, parsed } from '../../json/problem.ts';
import type { Slice } from '../../json/scan.ts';
import type { Victims } from '../preempt/preempt.ts';
import { type BodyReader, readBody } from './body-reader.ts';
import { WholeObjectsError } from './whole-objects.ts';

/** A candidate as it came. */
export interface VictimsOfNode extends Victims {
  /** Where each victim lies in the body, when whole pods were sent; else empty. */
  readonly slices: readonly Slice[];
}

export interface PreemptionArgs {
  /** Where the pod that wants room lies in the body. */
  readonly pod: Slice;
  readonly candidates: readonly VictimsOfNode[];
}

/**
 * With `nodeCacheCapable` the scheduler sends UIDs only (`NodeNameToMetaVictims`), else whole pods, which are read only
 * when `takesWhole`.
 */
export function parsePreemptionArgs(bytes: Buffer, takesWhole: boolean): Parsed<PreemptionArgs> {
  let whole: readonly VictimsOfNode[] = [];
  let meta: readonly VictimsOfNode[] = [];
  const pod = readBody(bytes, (body) => ({
    nodenametovictims: () => {
      whole = readCandidates(body, WHOLE, takesWhole);
    },
    nodenametometavictims: () => {
      meta = readCandidates(body, META, true);
    },
  }));
  return pod.ok ? parsed({ pod: pod.value, candidates: meta.length > 0 ? meta : whole }) : pod;
}

/**
 * The scheduler offers a tenth of the nodes at most (DefaultPreemptionArgs), and takes one: what is beyond this is not
 * looked at, as though it were no candidate. An error would make the scheduler evict without asking.
 */
const MOST_CANDIDATES = 2_000;
/** Over all candidates; a node runs 110 pods unless told otherwise. */
const MOST_VICTIMS = 20_000;

/** Go reads it into 64 bits, and would refuse the whole answer over one bit more. */
const INT64_BITS = 64;

/** No 64-bit number is longer; BigInt would go on for as long as the text does. */
const LONGEST_INT64 = 20;

/** Never an empty victim list and never null: schedulers up to 1.36 fail or crash on them. */
export function writePreemptionResult(candidates: readonly Victims[]): string {
  const entries = candidates
    .filter(({ uids }) => uids.length > 0)
    .map(({ node, uids, pdbViolations }) => {
      const pods = JSON.stringify(uids.map((UID) => ({ UID })));
      const violations = BigInt.asIntN(INT64_BITS, pdbViolations);
      return `${JSON.stringify(node)}:{"Pods":${pods},"NumPDBViolations":${violations}}`;
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

function readCandidates(body: BodyReader, form: VictimsForm, isTaken: boolean): VictimsOfNode[] {
  const candidates = new Map<string, VictimsOfNode>();
  let left = MOST_VICTIMS;
  if (body.has('object', form.field, 'must be an object or null')) {
    const isEnough = () => candidates.size >= MOST_CANDIDATES || left < 0;
    body.members((node) => {
      if (!isTaken) throw new WholeObjectsError(form.field);
      const field = `${form.field}[${JSON.stringify(node)}]`;
      const victims = readVictims(body, { ...form, field });
      left -= victims.uids.length;
      // Part of its victims would be another answer than all of them.
      if (left >= 0) candidates.set(node, { node, ...victims });
    }, isEnough);
  }
  return [...candidates.values()];
}

function readVictims(body: BodyReader, form: VictimsForm): Omit<VictimsOfNode, 'node'> {
  const { field } = form;
  let victims: Pick<VictimsOfNode, 'uids' | 'slices'> = { uids: [], slices: [] };
  let pdbViolations = 0n;
  if (body.has('object', field, 'must be an object or null')) {
    body.fields({
      pods: () => {
        victims = readPods(body, { ...form, field: `${field}.Pods` });
      },
      numpdbviolations: () => {
        pdbViolations = readInt64(body, `${field}.NumPDBViolations`);
      },
    });
  }
  return { ...victims, pdbViolations };
}

function readPods(body: BodyReader, { field, uidPath, whole }: VictimsForm) {
  const uids: string[] = [];
  const slices: Slice[] = [];
  if (body.has('array', field, 'must be a list or null')) {
    body.elements((index) => {
      const start = body.position;
      if (uids.length > MOST_VICTIMS) {
        body.skip();
        return;
      }
      const uid = body.textAt(uidPath);
      if (!uid) throw new FieldError(`${field}[${index}]`, 'must carry a UID');
      uids.push(uid);
      if (whole) slices.push({ start, end: body.position });
    });
  }
  return { uids, slices };
}

/** From its text: JSON.parse would round it. */
function readInt64(body: BodyReader, field: string): bigint {
  const { start, end } = body.skip();
  const text = body.bytes.toString('latin1', start, end);
  if (text === 'null') return 0n;
  const number = text.length <= LONGEST_INT64 && /^-?\d+$/.test(text) ? BigInt(text) : undefined;
  if (number === undefined || BigInt.asIntN(INT64_BITS, number) !== number) {
    throw new FieldError(field, 'must be a whole number');
  }
  return number;
}
