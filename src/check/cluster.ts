/** The cluster that manifests are checked against: a snapshot, if there is one, and what the manifests bring along. */
import { namespaceProjection, priorityClassProjection } from '../cluster/projection/namespace-and-class.ts';
import type { ObjectKind, RecordOf } from '../cluster/records.ts';
import { loadSnapshot } from '../cluster/snapshot/snapshot.ts';
import { ClusterStore } from '../cluster/store/store.ts';
import { FieldError } from '../json/field-error.ts';
import type { TypeProblem } from '../kube/object-schema.ts';
import type { ManifestObject } from './manifest/objects.ts';

/** Without a snapshot the view is never complete: what it lacks may well exist. */
export function clusterFor(snapshots: readonly string[]) {
  const { store, warnings } = openStore(snapshots);
  const namespaceOf = namespaceProjection((text) => text);
  const priorityClassOf = priorityClassProjection((text) => text);
  const put = <K extends ObjectKind>(kind: K, make: () => RecordOf[K]): TypeProblem | undefined => {
    try {
      store.put(kind, make());
      return undefined;
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      return { field: error.path, expectation: error.problem };
    }
  };
  return {
    view: store,
    warnings,
    /** Takes a Namespace or a PriorityClass in; the answer is what is wrong with it. */
    add: (as: 'namespace' | 'priority-class', { content }: ManifestObject) =>
      as === 'namespace'
        ? put('namespaces', () => namespaceOf(content))
        : put('priorityClasses', () => priorityClassOf(content)),
  };
}

function openStore(snapshots: readonly string[]) {
  if (snapshots.length === 0) {
    return { store: new ClusterStore({ kind: 'snapshot', detail: 'the manifests' }), warnings: [] };
  }
  const { store, report } = loadSnapshot(snapshots);
  return { store, warnings: report.warnings };
}
