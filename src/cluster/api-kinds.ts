/** The view's kinds in the API: what each is called, and where an API server lists it. */
import type { Flavor } from '../kube/flavor.ts';
import { groupKindOf, isListKind, itemKindOf, type TypeMeta } from '../kube/metadata/type-meta.ts';
import { ORDER_GROUP, ORDER_KIND, ORDER_PLURAL, ORDER_VERSION } from '../kube/orders.ts';
import { OBJECT_KINDS, type ObjectKind } from './records.ts';

/** Nodes and classes belong to no tenant. */
const API_KINDS = {
  nodes: { kind: 'Node', group: '', plural: 'nodes', tenanted: false },
  pods: { kind: 'Pod', group: '', plural: 'pods', tenanted: true },
  daemonSets: { kind: 'DaemonSet', group: 'apps', plural: 'daemonsets', tenanted: true },
  namespaces: { kind: 'Namespace', group: '', plural: 'namespaces', tenanted: true },
  priorityClasses: {
    kind: 'PriorityClass',
    group: 'scheduling.k8s.io',
    plural: 'priorityclasses',
    tenanted: false,
  },
  limitRanges: { kind: 'LimitRange', group: '', plural: 'limitranges', tenanted: true },
  runtimeClasses: { kind: 'RuntimeClass', group: 'node.k8s.io', plural: 'runtimeclasses', tenanted: false },
  orders: { kind: ORDER_KIND, group: ORDER_GROUP, plural: ORDER_PLURAL, tenanted: true },
} as const satisfies Record<ObjectKind, object>;

/** All that Kubernetes has is in `v1`. */
const VERSIONS: Readonly<Partial<Record<ObjectKind, string>>> = { orders: ORDER_VERSION };

/**
 * Kinds that decisions can do without. Two only tell beforehand what a daemon's first pod will show: Kubernetes has
 * node.k8s.io/v1 since 1.20, Arktos does not, and a role made for an older Daemonward allows neither of them. Orders are
 * where somebody has installed their definition.
 */
export const OPTIONAL_KINDS: ReadonlySet<ObjectKind> = new Set(['limitRanges', 'runtimeClasses', 'orders']);

const BY_GROUP_KIND: ReadonlyMap<string, ObjectKind> = new Map([
  ...OBJECT_KINDS.map((kind) => [`${API_KINDS[kind].group}/${API_KINDS[kind].kind}`, kind] as const),
  // Old clusters and Arktos still serve them here.
  ['extensions/DaemonSet', 'daemonSets'],
]);

/** Any version will do: the fields that we read are the same in all of them. */
export function objectKindOf(type: TypeMeta): ObjectKind | undefined {
  return BY_GROUP_KIND.get(groupKindOf(type));
}

/**
 * A list by its kind and its items. Some kinds end in `List` and are none (`AllowList`): without items only the lists of
 * the view's own kinds, which may be empty, are taken for lists.
 */
export function isList({ apiVersion, kind }: TypeMeta, items: unknown): boolean {
  const itemKind = itemKindOf(kind);
  if (!isListKind(kind)) return false;
  return items !== undefined || itemKind === '' || objectKindOf({ apiVersion, kind: itemKind }) !== undefined;
}

/**
 * Over all namespaces and, on Arktos, over all tenants.
 *
 * @example listPath('pods', 'arktos') // '/api/v1/tenants/all/pods'
 */
export function listPath(kind: ObjectKind, flavor: Flavor): string {
  const { group, plural, tenanted } = API_KINDS[kind];
  const version = VERSIONS[kind] ?? 'v1';
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return flavor === 'arktos' && tenanted ? `${root}/tenants/all/${plural}` : `${root}/${plural}`;
}
