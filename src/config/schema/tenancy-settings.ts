/** The settings of tenancy: whose a namespace is, and who may act for the platform. */
import { listOf, oneOf, section } from './schema-node.ts';

export const tenancySettings = section({
  reload: 'live',
  description:
    'Whose an object is. The first answer wins: on Arktos the tenant of the object itself, then `labels`, ' +
    '`labelSuffixes` and `annotations` of its namespace, then `systemNamespaces`, then `unknown`.',
  properties: {
    labels: listOf('label-key', {
      default: [
        'capsule.clastix.io/tenant',
        'projectcapsule.dev/tenant',
        'kubesphere.io/workspace',
        'stakater.com/tenant',
        'kubecube.hnc.x-k8s.io/tenant',
        'kiosk.sh/account',
        'loft.sh/project',
        'loft.sh/vcluster-instance-name',
      ],
      description:
        'Labels of a namespace whose value is its tenant; of several the first in this list counts. By default those of ' +
        'Capsule, KubeSphere, Stakater, KubeCube, kiosk and Loft: where one of them runs it is known at once.',
    }),
    labelSuffixes: listOf('label-suffix', {
      default: ['.tree.hnc.x-k8s.io/depth'],
      description:
        'Ends of label keys of a namespace: what stands before the end is its tenant, and of several keys the one with the ' +
        'greatest number as value counts. By default that of the Hierarchical Namespace Controller, which marks every ' +
        'namespace with its ancestors; the root is the farthest.',
    }),
    annotations: listOf('annotation-key', {
      default: ['field.cattle.io/projectId'],
      description:
        'Annotations of a namespace whose value is its tenant; of several the first in this list counts. By default that of ' +
        'Rancher, whose mark is an annotation that no other system writes.',
    }),
    systemTenants: listOf('identity', {
      default: ['system-workspace'],
      description:
        "The tenants that are the platform's own. A namespace whose marks all name one of them is the system's, so whoever " +
        'may write those marks decides: keep the list short. By default that of KubeSphere; with Rancher add the id of the ' +
        'system project. On Arktos the tenant `system` is meant and no other.',
    }),
    systemNamespaces: listOf('pattern', {
      default: ['kube-system', 'kube-public', 'kube-node-lease', 'daemonward-system'],
      description:
        "Namespaces that are the platform's own: by name in any case, by pattern when no mark says otherwise. By default " +
        "those of Kubernetes and Daemonward's own, which are there before any tenant.",
    }),
    unknown: oneOf(['tenant', 'system'], {
      default: 'tenant',
      description:
        'Whose a namespace is that has no mark and is not in `systemNamespaces`: `tenant` makes it a tenant of its own, named ' +
        "after it, `system` the platform's. By default `tenant`: what nobody has vouched for gets no DaemonSets.",
    }),
    adminGroups: listOf('identity', {
      default: ['system:masters'],
      description:
        'Groups whose members are cluster admins, for objects of the system tenant. By default the one group that Kubernetes ' +
        'itself allows everything.',
    }),
    adminUsers: listOf('identity', {
      default: [],
      description:
        'Users who are cluster admins, for objects of the system tenant. None by default: no name is known to be an admin everywhere.',
    }),
    controllers: listOf('identity', {
      default: [
        'system:serviceaccount:kube-system:daemon-set-controller',
        'system:serviceaccount:kube-system:generic-garbage-collector',
        'system:serviceaccount:kube-system:namespace-controller',
        'system:serviceaccount:kube-system:tenant-controller',
        'system:kube-controller-manager',
      ],
      description:
        'Users that always pass, because the cluster stands still without them. By default the controllers that make and remove ' +
        'daemons, the one that removes tenants on Arktos, and the user of all controllers where they share one.',
    }),
  },
});
