/** Reads pods from the bytes of a body, or takes the view's record where it is the very same. */
import { createProjector } from '../../cluster/projection/projector.ts';
import type { SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { invalidField, type Parsed, parsed } from '../../json/problem.ts';
import { type Slice, valueIn } from '../../json/scan.ts';
import { type IncomingPod, incomingPod } from '../account/incoming-pod.ts';
import type { PodIdentity } from '../names/pod-identity.ts';

/** What says of which pod a call is. */
export interface PodInBody {
  readonly pod: Slice;
  readonly identity?: PodIdentity;
}

export type PodReader = (bytes: Buffer, call: PodInBody) => Parsed<IncomingPod>;

export function podReader(view: ClusterView): PodReader {
  const { pods: project } = createProjector();
  return (bytes, { pod, identity }) => {
    const known = identity && sameIn(view, identity);
    if (known !== undefined) return parsed(incomingPod(known));
    const projected = project(valueIn(bytes, pod));
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
 * The view is read when it has the very state of the pod that was sent: it may be ahead of the scheduler or behind, and
 * what the scheduler asks about counts. A bound record does not say where the pod may go.
 */
function sameIn(view: ClusterView, { uid, resourceVersion }: PodIdentity): SlimPod | undefined {
  const record = uid === undefined ? undefined : view.pod(uid);
  const isSame =
    record?.nodeName === '' && record.resourceVersion !== '' && record.resourceVersion === resourceVersion;
  return isSame ? record : undefined;
}
