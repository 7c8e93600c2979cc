/** How a document says that it is Daemonward's own snapshot: the objects of a cluster with only what decisions read. */
import type { TypeMeta } from '../../kube/metadata/type-meta.ts';

export const SNAPSHOT_API_VERSION = 'daemonward.dev/v1alpha1';
export const SNAPSHOT_KIND = 'Snapshot';

export function isSnapshotKind({ apiVersion, kind }: TypeMeta): boolean {
  return apiVersion === SNAPSHOT_API_VERSION && kind === SNAPSHOT_KIND;
}
