/** The cluster that manifests are checked against: a snapshot, if there is one, and what the manifests bring along. */
import { FieldError } from '../cluster/fields.ts';
import type { ObjectKind, RecordOf } from '../cluster/records.ts';
import { namespaceProjection, priorityClassProjection } from '../cluster/slim-scope.ts';
import { loadSnapshot } from '../cluster/snapshot.ts';
import { ClusterStore } from '../cluster/store.ts';
import type { ClusterView } from '../cluster/view.ts';
import type { TypeProblem } from '../kube/object-schema.ts';
import type { ManifestObject } from './manifest-objects.ts';

export interface CheckedCluster {
  readonly view: ClusterView;
  readonly warnings: readonly string[];
  /** Takes a Namespace or a PriorityClass in; the answer is what is wrong with it. */
  add(as: 'namespace' | 'priority-class', object: ManifestObject): TypeProblem | undefined;
}

/** Without a snapshot the view is never complete: what it lacks may well exist. */
export function clusterFor(snapshots: readonly string[]): CheckedCluster {
  const { store, warnings } = openStore(snapshots);
  const namespaceOf = namespaceProjection((text) => text);
  const priorityClassOf = priorityClassProjection((text) => text);
  const put = <K extends ObjectKind>(kind: K, make: () => RecordOf[K]) => {
    try {
      store.put(kind, make());
      return undefined;
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      return { field: error.path, expectation: error.message.slice(`${error.path}: `.length) };
    }
  };
  return {
    view: store,
    warnings,
    add: (as, { content }) =>
      as === 'namespace'
        ? put('namespaces', () => namespaceOf(content))
        : put('priorityClasses', () => priorityClassOf(content)),
  };
}

function openStore(snapshots: readonly string[]): { store: ClusterStore; warnings: readonly string[] } {
  if (snapshots.length === 0) {
    return { store: new ClusterStore({ kind: 'snapshot', detail: 'the manifests' }), warnings: [] };
  }
  const { store, report } = loadSnapshot(snapshots);
  return { store, warnings: report.warnings };
}
