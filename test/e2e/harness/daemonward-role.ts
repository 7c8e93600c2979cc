/** What the identity `daemonward` may read: the kinds of its view. */
import type { Client } from './client.ts';

const GROUP = 'rbac.authorization.k8s.io';
const NAME = 'e2e-daemonward';
const ROLES = `/apis/${GROUP}/v1/clusterroles`;
const READ = ['get', 'list', 'watch'];

const RULES = [
  { apiGroups: [''], resources: ['nodes', 'pods', 'namespaces', 'limitranges'], verbs: READ },
  { apiGroups: ['apps'], resources: ['daemonsets'], verbs: READ },
  { apiGroups: ['scheduling.k8s.io'], resources: ['priorityclasses'], verbs: READ },
  { apiGroups: ['node.k8s.io'], resources: ['runtimeclasses'], verbs: READ },
  { apiGroups: ['daemonward.dev'], resources: ['orders'], verbs: READ },
];

export async function grantReadAccess(client: Client): Promise<void> {
  const metadata = { name: NAME };
  const role = {
    apiVersion: `${GROUP}/v1`,
    kind: 'ClusterRole',
    metadata,
    rules: RULES,
  };
  const binding = {
    apiVersion: `${GROUP}/v1`,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: NAME },
    subjects: [{ apiGroup: GROUP, kind: 'User', name: 'daemonward' }],
  };
  await client.create(ROLES, role);
  await client.create(`/apis/${GROUP}/v1/clusterrolebindings`, binding);
}

/** What is needed to tell of DaemonSets in the cluster itself; the Lease says who tells what all know. */
export async function grantEvents(client: Client): Promise<void> {
  const events = { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] };
  const leases = {
    apiGroups: ['coordination.k8s.io'],
    resources: ['leases'],
    verbs: ['get', 'create', 'update'],
  };
  await client.patch(`${ROLES}/${NAME}`, { rules: [...RULES, events, leases] });
}

/** All that was granted, but for one resource. */
export async function grantAllBut(client: Client, withheld: string): Promise<void> {
  const rules = RULES.map(({ resources, ...rule }) => ({
    ...rule,
    resources: resources.filter((resource) => resource !== withheld),
  }));
  await client.patch(`${ROLES}/${NAME}`, { rules });
}
