/**
 * How objects are told apart: by tenant, namespace and name, because Arktos has each of them once per tenant; and by
 * partition, because where there are several each of them has a system tenant, a kube-system, and daemons of the same names.
 */
import { isObject } from '../json/object.ts';
import type { ObjectKind, OfPartition, RecordOf } from './records.ts';

/** No name of Kubernetes holds a slash, so the parts cannot run into each other. */
export function scopedKey(tenant: string, namespace: string, name: string): string {
  return `${tenant}/${namespace}/${name}`;
}

/** A key within a partition. Nor does a name of Kubernetes hold a colon; where there is one cluster, keys stay as they are. */
export function partitionKey(partition: string, key: string): string {
  return partition === '' ? key : `${partition}:${key}`;
}

/** Those that no namespace and no tenant has for itself. */
const NAMED_KINDS: ReadonlySet<ObjectKind> = new Set(['nodes', 'priorityClasses', 'runtimeClasses']);

/** Those that are known by one name in all partitions: bindings go by the name of a node, and calls by the uid of a pod. */
const COMMON_KINDS: ReadonlySet<ObjectKind> = new Set(['nodes', 'pods']);

/** The key of an object that could not be projected, from its metadata alone; undefined when that too is unreadable. */
export function rawKeyOf(kind: ObjectKind, object: unknown, partition = ''): string | undefined {
  const metadata = isObject(object) && isObject(object.metadata) ? object.metadata : {};
  const [tenant = '', namespace = '', name, uid] = ['tenant', 'namespace', 'name', 'uid'].map((field) => {
    const value = metadata[field];
    return typeof value === 'string' ? value : undefined;
  });
  if (kind === 'pods') return uid;
  if (name === undefined || COMMON_KINDS.has(kind)) return name;
  if (NAMED_KINDS.has(kind)) return partitionKey(partition, name);
  return partitionKey(partition, scopedKey(tenant, kind === 'namespaces' ? '' : namespace, name));
}

/** The identity of each kind's records in the store. Pods go by uid: a name comes back with another pod. */
export const KEY_OF: { readonly [K in ObjectKind]: (record: RecordOf[K]) => string } = {
  nodes: (node) => node.name,
  pods: (pod) => pod.uid,
  daemonSets: objectKey,
  namespaces: ({ partition, tenant, name }) => partitionKey(partition, scopedKey(tenant, '', name)),
  priorityClasses: ({ partition, name }) => partitionKey(partition, name),
  limitRanges: objectKey,
  runtimeClasses: ({ partition, name }) => partitionKey(partition, name),
  orders: objectKey,
};

interface Scoped extends OfPartition {
  readonly tenant: string;
  readonly namespace: string;
  readonly name: string;
}

function objectKey({ partition, tenant, namespace, name }: Scoped): string {
  return partitionKey(partition, scopedKey(tenant, namespace, name));
}
