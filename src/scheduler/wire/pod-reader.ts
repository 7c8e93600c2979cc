/** Reads pods from the bytes of a body, or takes the view's record where it is the very same. */
import { createProjector } from '../../cluster/projection/projector.ts';
import type { SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { beyond } from '../../json/extent.ts';
import { invalidField, type Parsed, parsed } from '../../json/problem.ts';
import { type Slice, valueIn } from '../../json/scan.ts';
import { type IncomingPod, incomingPod } from '../account/incoming-pod.ts';
import type { PodIdentity } from '../names/pod-identity.ts';
import { BodyReader } from './body-reader.ts';

/** etcd holds no object above 1.5 MiB: only one whose text JSON has to escape becomes larger than this. */
const POD_LIMIT_BYTES = 2 * 1024 * 1024;

/** Ten thousand values are read in some ten milliseconds. A pod of fifty containers with ten variables each has 3,000. */
const MOST = { values: 10_000, depth: 100 } as const;

/** What a pod below this size can hold is read at once. */
const SMALL_BYTES = 32 * 1024;

/** What says of which pod a call is. */
export interface PodInBody {
  readonly pod: Slice;
  readonly identity?: PodIdentity;
}

/** Null: the pod is too large to be read, and the view does not have it (yet). */
export type PodReader = (bytes: Buffer, call: PodInBody) => Parsed<IncomingPod | null>;

/** Whether reading it would keep everybody else waiting. */
export function isTooLarge(bytes: Buffer, pod: Slice): boolean {
  const size = pod.end - pod.start;
  return size > POD_LIMIT_BYTES || (size > SMALL_BYTES && beyond(bytes, MOST, pod) !== null);
}

export function podReader(view: ClusterView): PodReader {
  const { pods: project } = createProjector();
  return (bytes, { pod, identity }) => {
    const known = identity && sameIn(view, identity);
    if (known !== undefined) return parsed(incomingPod(known));
    if (isTooLarge(bytes, pod)) return parsed(waitingIn(view, bytes, pod));
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
 * An error would make the scheduler go on without us, and whoever wants held room could make its pod as large as that. So
 * the view's word is taken, whichever state of the pod it has.
 */
function waitingIn(view: ClusterView, bytes: Buffer, pod: Slice): IncomingPod | null {
  const body = new BodyReader(bytes);
  body.position = pod.start;
  const record = view.pod(body.textAt(['metadata', 'uid']) ?? '');
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
