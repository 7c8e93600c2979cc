/** Makes the pods of a call known: takes the view's record where it is the very same, else what the body says. */
import { createProjector } from '../../cluster/projection/projector.ts';
import type { SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { invalidField, type Parsed, parsed, type Unparsed } from '../../json/problem.ts';
import { type Slice, valueIn } from '../../json/scan.ts';
import { type IncomingPod, incomingPod } from '../account/incoming-pod.ts';
import type { PodIdentity } from '../names/pod-identity.ts';
import type { PodInCall } from './pod-in-call.ts';

/** Null: the pod is too large to be read, and the view does not have it (yet). */
export type PodReader = (pod: PodInCall) => Parsed<IncomingPod | null>;

/** `partition`: whose scheduler asks. */
export function podReader(view: ClusterView, partition = ''): PodReader {
  return (pod) => {
    const known = pod.identity && sameIn(view, pod.identity);
    if (known !== undefined) return inPartition(partition, known);
    const projected = pod.record();
    if (projected === null) {
      const waiting = waitingIn(view, pod.uid());
      return waiting === null ? parsed(null) : inPartition(partition, waiting);
    }
    if (projected.ok) {
      const { record } = projected;
      const shown = view.pod(record.uid);
      if (shown !== undefined && shown.partition !== partition) return ofAnother(partition, shown);
      return parsed(incomingPod(partition === '' ? record : { ...record, partition }));
    }
    const { path, problem } = projected;
    return invalidField('Pod', path === '' ? problem : `${path}: ${problem}`);
  };
}

/** No scheduler has pods of another partition to place: what it says of one would be remembered of somebody else's. */
function inPartition(partition: string, pod: SlimPod): Parsed<IncomingPod> {
  return pod.partition === partition ? parsed(incomingPod(pod)) : ofAnother(partition, pod);
}

function ofAnother(partition: string, pod: SlimPod): Unparsed {
  return invalidField(
    'Pod',
    `metadata.uid: is that of a pod of the partition ${pod.partition}, and this path is that of ${partition}`,
  );
}

/**
 * A victim, from the view or as it was sent whole; undefined when only its UID was sent, or it cannot be read. No scheduler evicts
 * pods of another partition: one that has the UID is not the one that is meant.
 */
export function victimReader(
  view: ClusterView,
  partition = '',
): (bytes: Buffer, uid: string, slice: Slice | undefined) => SlimPod | undefined {
  const { pods: project } = createProjector(partition);
  return (bytes, uid, slice) => {
    const known = view.pod(uid);
    if (known?.partition === partition) return known;
    if (slice === undefined) return undefined;
    const projected = project(valueIn(bytes, slice));
    return projected.ok ? projected.record : undefined;
  };
}

/**
 * An error would make the scheduler go on without us, and whoever wants held room could make its pod as large as that. So
 * the view's word is taken, whichever state of the pod it has.
 */
function waitingIn(view: ClusterView, uid: string): SlimPod | null {
  const record = view.pod(uid);
  return record?.nodeName === '' ? record : null;
}

/**
 * The view is read when it has the very state of the pod that was sent: it may be ahead of the scheduler or behind, and
 * what the scheduler asks about counts. A bound record does not say where the pod may go.
 */
function sameIn(view: ClusterView, { uid, resourceVersion }: PodIdentity): SlimPod | undefined {
  const record = uid === undefined ? undefined : view.pod(uid);
  const isSame =
    record?.nodeName === '' && record.resourceVersion !== '' && record.resourceVersion === resourceVersion;
  return isSame ? record : undefined;
}
