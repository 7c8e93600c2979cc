/** The settings of tenancy: whose a namespace is, and who may act for the platform. */
import { listOf, oneOf, type SectionListNode, section, text } from './schema-node.ts';

/** The user of every controller, in a controller manager without `--use-service-account-credentials`. */
export const SHARED_CONTROLLER = 'system:kube-controller-manager';

export const KUBE_SCHEDULER = 'system:kube-scheduler';

const systemTenants = {
  type: 'array',
  default: [],
  uniqueItems: true,
  description:
    "The tenants that are the platform's own. None by default: what is the system in one convention is a name that anybody " +
    "may take in another. A namespace whose marks all name one of them is the system's, so whoever may write those marks " +
    'decides: keep the list short. On Arktos the tenant `system` is meant and no other.',
  items: {
    ...section({
      reload: 'live',
      description: 'One tenant of one convention: `value` and exactly one of the others.',
      properties: {
        label: text('label-key', {
          description: 'The label, one of `tenancy.labels`, such as `kubesphere.io/workspace`.',
        }),
        labelSuffix: text('label-suffix', {
          description: 'The end of label keys, one of `tenancy.labelSuffixes`.',
        }),
        annotation: text('annotation-key', {
          description: 'The annotation, one of `tenancy.annotations`, such as `field.cattle.io/projectId`.',
        }),
        value: text('identity', {
          description:
            'The name of the tenant there: `system-workspace` with KubeSphere, the id of the system project with Rancher. No ' +
            'default: every platform has its own.',
        }),
      },
    }),
    required: ['value'],
  },
} as const satisfies SectionListNode;

export const tenancySettings = section({
  reload: 'live',
  description:
    'Whose an object is. The first answer wins: on Arktos the tenant of the object itself; then the exact names of ' +
    '`systemNamespaces`; `labels`, `labelSuffixes` and `annotations` of its namespace; the patterns of `systemNamespaces`; ' +
    '`unknown`. [More](tenancy.md).',
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
    systemTenants,
    systemNamespaces: listOf('pattern', {
      default: ['kube-system', 'kube-public', 'kube-node-lease'],
      description:
        "Namespaces that are the platform's own: by name in any case, by pattern when no mark says otherwise. By default " +
        'those of Kubernetes, which are there before any tenant. The one that Daemonward runs in (`server.namespace`) comes in addition.',
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
      ],
      description:
        'Users that always pass, because the cluster stands still without them. By default the controllers that make and remove ' +
        'daemons, and the one that removes tenants on Arktos.',
    }),
    sharedControllers: listOf('identity', {
      default: [SHARED_CONTROLLER],
      description:
        'Users that several controllers share, and among them one that makes daemons: they pass for pods of daemons of the system ' +
        'tenant and for what removes objects, and for nothing else, because as the same user they make the pods of every tenant. ' +
        'That of a controller manager without `--use-service-account-credentials` is always one of them, listed or not. With ' +
        'OpenKruise list that of its manager.',
    }),
    schedulers: listOf('identity', {
      default: [KUBE_SCHEDULER],
      description:
        'Users that may choose the node of any pod (`DW105`), by binding it or by naming the node. The scheduler of ' +
        'Kubernetes and the second scheduler of docs/scheduler.md, in the namespace of `server.namespace`, are always among ' +
        'them, listed or not.',
    }),
  },
});
