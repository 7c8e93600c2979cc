/** Where an API server lists each kind of the view, over all namespaces and, on Arktos, over all tenants. */
import type { ObjectKind } from './records.ts';

/** Arktos is a Kubernetes with tenants above the namespaces. */
export type Flavor = 'kubernetes' | 'arktos';

interface Resource {
  readonly root: string;
  readonly plural: string;
  /** Nodes and priority classes belong to no tenant. */
  readonly tenanted: boolean;
}

const RESOURCES: Readonly<Record<ObjectKind, Resource>> = {
  nodes: { root: '/api/v1', plural: 'nodes', tenanted: false },
  pods: { root: '/api/v1', plural: 'pods', tenanted: true },
  daemonSets: { root: '/apis/apps/v1', plural: 'daemonsets', tenanted: true },
  namespaces: { root: '/api/v1', plural: 'namespaces', tenanted: true },
  priorityClasses: { root: '/apis/scheduling.k8s.io/v1', plural: 'priorityclasses', tenanted: false },
};

/** @example listPath('pods', 'arktos') // '/api/v1/tenants/all/pods' */
export function listPath(kind: ObjectKind, flavor: Flavor): string {
  const { root, plural, tenanted } = RESOURCES[kind];
  return flavor === 'arktos' && tenanted ? `${root}/tenants/all/${plural}` : `${root}/${plural}`;
}
