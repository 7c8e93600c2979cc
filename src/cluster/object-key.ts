/** How objects are told apart: by tenant, namespace and name, because Arktos has each of them once per tenant. */
import { isObject } from '../json/object.ts';
import type { ObjectKind, RecordOf } from './records.ts';

/** No name of Kubernetes holds a slash, so the parts cannot run into each other. */
export function scopedKey(tenant: string, namespace: string, name: string): string {
  return `${tenant}/${namespace}/${name}`;
}

/** Those that no namespace and no tenant has for itself. */
const NAMED_KINDS: ReadonlySet<ObjectKind> = new Set(['nodes', 'priorityClasses', 'runtimeClasses']);

/** The key of an object that could not be projected, from its metadata alone; undefined when that too is unreadable. */
export function rawKeyOf(kind: ObjectKind, object: unknown): string | undefined {
  const metadata = isObject(object) && isObject(object.metadata) ? object.metadata : {};
  const [tenant = '', namespace = '', name, uid] = ['tenant', 'namespace', 'name', 'uid'].map((field) => {
    const value = metadata[field];
    return typeof value === 'string' ? value : undefined;
  });
  if (kind === 'pods') return uid;
  if (name === undefined || NAMED_KINDS.has(kind)) return name;
  return scopedKey(tenant, kind === 'namespaces' ? '' : namespace, name);
}

/** The identity of each kind's records in the store. Pods go by uid: a name comes back with another pod. */
export const KEY_OF: { readonly [K in ObjectKind]: (record: RecordOf[K]) => string } = {
  nodes: (node) => node.name,
  pods: (pod) => pod.uid,
  daemonSets: (set) => scopedKey(set.tenant, set.namespace, set.name),
  namespaces: (namespace) => scopedKey(namespace.tenant, '', namespace.name),
  priorityClasses: (priorityClass) => priorityClass.name,
  limitRanges: (limitRange) => scopedKey(limitRange.tenant, limitRange.namespace, limitRange.name),
  runtimeClasses: (runtimeClass) => runtimeClass.name,
  orders: (order) => scopedKey(order.tenant, order.namespace, order.name),
};
