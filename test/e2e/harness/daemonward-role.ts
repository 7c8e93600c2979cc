/** What the identity `daemonward` may read: the kinds of its view. */
import type { Client } from './client.ts';

const GROUP = 'rbac.authorization.k8s.io';
const NAME = 'e2e-daemonward';
const READ = ['get', 'list', 'watch'];

export async function grantReadAccess(client: Client): Promise<void> {
  const metadata = { name: NAME };
  const role = {
    apiVersion: `${GROUP}/v1`,
    kind: 'ClusterRole',
    metadata,
    rules: [
      { apiGroups: [''], resources: ['nodes', 'pods', 'namespaces', 'limitranges'], verbs: READ },
      { apiGroups: ['apps'], resources: ['daemonsets'], verbs: READ },
      { apiGroups: ['scheduling.k8s.io'], resources: ['priorityclasses'], verbs: READ },
      { apiGroups: ['node.k8s.io'], resources: ['runtimeclasses'], verbs: READ },
    ],
  };
  const binding = {
    apiVersion: `${GROUP}/v1`,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: NAME },
    subjects: [{ apiGroup: GROUP, kind: 'User', name: 'daemonward' }],
  };
  await client.create(`/apis/${GROUP}/v1/clusterroles`, role);
  await client.create(`/apis/${GROUP}/v1/clusterrolebindings`, binding);
}
