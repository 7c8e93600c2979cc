/** The pod of a call, as far as its body tells: read from the bytes when somebody asks, or read before by another thread. */
import { createProjector, type Projected } from '../../cluster/projection/projector.ts';
import type { SlimPod } from '../../cluster/records.ts';
import { beyond } from '../../json/extent.ts';
import { type Slice, valueIn } from '../../json/scan.ts';
import { needsBeyondRoom } from '../../kube/needs-beyond-room.ts';
import type { PodIdentity } from '../names/pod-identity.ts';
import { BodyReader } from './body-reader.ts';

/** etcd holds no object above 1.5 MiB: only one whose text JSON has to escape becomes larger than this. */
const POD_LIMIT_BYTES = 2 * 1024 * 1024;

/** Ten thousand values are read in some ten milliseconds. A pod of fifty containers with ten variables each has 3,000. */
const MOST = { values: 10_000, depth: 100 } as const;

/** What a pod below this size can hold is read at once. */
const SMALL_BYTES = 32 * 1024;

export interface PodInCall {
  /** Which state of which pod it is, where that is plain to see. */
  readonly identity: PodIdentity | undefined;
  /** Null: it is too large to be read. */
  record(): Projected<SlimPod> | null;
  /** However its keys are written; empty when it has none. */
  uid(): string;
  /** Whether something else than missing room may have kept it out; of one that is too large nobody knows. */
  hasOtherNeeds(): boolean;
}

/** All of it as data, to be sent from thread to thread. */
export interface PodDigest {
  readonly identity: PodIdentity | undefined;
  readonly record: Projected<SlimPod> | null;
  readonly uid: string;
  readonly hasOtherNeeds: boolean;
}

export type PodFinder = (bytes: Buffer, pod: Slice, identity?: PodIdentity) => PodInCall;

/** Nothing is read before somebody asks: mostly the view has the very same pod. */
export function podFinder(): PodFinder {
  const { pods: project } = createProjector();
  return (bytes, pod, identity) => ({
    identity,
    record: () => (isTooLarge(bytes, pod) ? null : project(valueIn(bytes, pod))),
    uid: () => uidIn(bytes, pod),
    hasOtherNeeds: () => isTooLarge(bytes, pod) || needsBeyondRoom(valueIn(bytes, pod)).length > 0,
  });
}

export function digestOf(pod: PodInCall): PodDigest {
  return {
    identity: pod.identity,
    record: pod.record(),
    uid: pod.uid(),
    hasOtherNeeds: pod.hasOtherNeeds(),
  };
}

export function podOf({ identity, record, uid, hasOtherNeeds }: PodDigest): PodInCall {
  return { identity, record: () => record, uid: () => uid, hasOtherNeeds: () => hasOtherNeeds };
}

/** Whether reading it would keep everybody else waiting. */
function isTooLarge(bytes: Buffer, pod: Slice): boolean {
  const size = pod.end - pod.start;
  return size > POD_LIMIT_BYTES || (size > SMALL_BYTES && beyond(bytes, MOST, pod) !== null);
}

function uidIn(bytes: Buffer, pod: Slice): string {
  const body = new BodyReader(bytes);
  body.position = pod.start;
  return body.textAt(['metadata', 'uid']) ?? '';
}
