/** Makes the pods of a call known: takes the view's record where it is the very same, else what the body says. */
import { createProjector } from '../../cluster/projection/projector.ts';
import type { SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { invalidField, type Parsed, parsed } from '../../json/problem.ts';
import { type Slice, valueIn } from '../../json/scan.ts';
import { type IncomingPod, incomingPod } from '../account/incoming-pod.ts';
import type { PodIdentity } from '../names/pod-identity.ts';
import type { PodInCall } from './pod-in-call.ts';

/** Null: the pod is too large to be read, and the view does not have it (yet). */
export type PodReader = (pod: PodInCall) => Parsed<IncomingPod | null>;

export function podReader(view: ClusterView): PodReader {
  return (pod) => {
    const known = pod.identity && sameIn(view, pod.identity);
    if (known !== undefined) return parsed(incomingPod(known));
    const projected = pod.record();
    if (projected === null) return parsed(waitingIn(view, pod.uid()));
    if (projected.ok) return parsed(incomingPod(projected.record));
    const { path, problem } = projected;
    return invalidField('Pod', path === '' ? problem : `${path}: ${problem}`);
  };
}

/** A victim, from the view or as it was sent whole; undefined when only its UID was sent, or it cannot be read. */
export function victimReader(
  view: ClusterView,
): (bytes: Buffer, uid: string, slice: Slice | undefined) => SlimPod | undefined {
  const { pods: project } = createProjector();
  return (bytes, uid, slice) => {
    const known = view.pod(uid);
    if (known !== undefined || slice === undefined) return known;
    const projected = project(valueIn(bytes, slice));
    return projected.ok ? projected.record : undefined;
  };
}

/**
 * An error would make the scheduler go on without us, and whoever wants held room could make its pod as large as that. So
 * the view's word is taken, whichever state of the pod it has.
 */
function waitingIn(view: ClusterView, uid: string): IncomingPod | null {
  const record = view.pod(uid);
  return record?.nodeName === '' ? incomingPod(record) : null;
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
