/** A small cluster for the rules: a system namespace, a tenant's, and some priority classes. */
import { createProjector } from '../../../src/cluster/projection/projector.ts';
import { OBJECT_KINDS, type ObjectKind } from '../../../src/cluster/records.ts';
import { ClusterStore } from '../../../src/cluster/store/store.ts';
import { CLASSES } from './code-cases.ts';

export function smallCluster(): ClusterStore {
  const store = new ClusterStore({ kind: 'snapshot', detail: 'test' });
  const projector = createProjector();
  const put = <K extends ObjectKind>(kind: K, object: unknown) => {
    const projected = projector[kind](object);
    if (!projected.ok) throw new Error(projected.error);
    store.put(kind, projected.record);
  };
  put('namespaces', { metadata: { name: 'kube-system' } });
  put('namespaces', { metadata: { name: 'garden-shop', labels: { 'capsule.clastix.io/tenant': 'garden' } } });
  put('namespaces', { metadata: { name: 'shop', labels: { 'capsule.clastix.io/tenant': 'tenant-a' } } });
  for (const { name, ...rest } of CLASSES) put('priorityClasses', { metadata: { name }, ...rest });
  put('priorityClasses', { metadata: { name: 'high' }, value: 1_000 });
  put('priorityClasses', { metadata: { name: 'low' }, value: -5 });
  put('priorityClasses', { metadata: { name: 'patient' }, value: 1_000, preemptionPolicy: 'Never' });
  for (const kind of OBJECT_KINDS) store.markSynced(kind);
  return store;
}
