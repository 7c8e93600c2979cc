/** What Daemonward may do in the cluster: as little as it uses. A test counts that it uses all of it. */
import { LEASE_NAME, SERVICE_NAME } from '../../config/identity.ts';
import { ORDER_GROUP, ORDER_PLURAL } from '../../kube/orders.ts';
import { type KubeManifest, type KubeObject, labelsOf } from '../manifest.ts';
import { makesGuardians, readsTokens, secretOf, takesOrders, takesTurns } from './configuration.ts';
import { type Installation, SERVICE_ACCOUNT } from './installation.ts';

export const RBAC_GROUP = 'rbac.authorization.k8s.io';

export interface RbacRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** The view is listed once and then watched; nothing of it is read one by one. */
const VIEW = ['list', 'watch'];

/**
 * With a Secret the service makes its certificates itself, and then brings their CA into its own registrations. With
 * `ops.access: token` it asks whose a token is, and what he may read.
 */
export function clusterRules(secret: string | undefined, also: OptionalRights = {}): RbacRule[] {
  return [
    { apiGroups: [''], resources: ['nodes', 'pods', 'namespaces', 'limitranges'], verbs: VIEW },
    { apiGroups: ['apps'], resources: ['daemonsets'], verbs: VIEW },
    { apiGroups: ['scheduling.k8s.io'], resources: ['priorityclasses'], verbs: VIEW },
    { apiGroups: ['node.k8s.io'], resources: ['runtimeclasses'], verbs: VIEW },
    ...(secret === undefined ? [] : [CA_BUNDLES]),
    { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
    ...(also.readsTokens ? REVIEWS : []),
    ...(also.takesOrders ? ORDERS : []),
    ...(also.takesOrders && also.makesGuardians ? [GUARDIANS] : []),
    ...(also.takesTurns ? [GATES] : []),
  ];
}

/** What only some installations need, by their configuration. */
interface OptionalRights {
  readonly readsTokens?: boolean;
  readonly takesOrders?: boolean;
  readonly makesGuardians?: boolean;
  readonly takesTurns?: boolean;
}

/** Of an Order itself nothing is ever written but its status. */
const ORDERS: readonly RbacRule[] = [
  { apiGroups: [ORDER_GROUP], resources: [ORDER_PLURAL], verbs: VIEW },
  { apiGroups: [ORDER_GROUP], resources: [`${ORDER_PLURAL}/status`], verbs: ['get', 'patch'] },
];

/** In the namespaces of Orders, which nobody knows beforehand. Each delete names the uid of a pod that an Order owns. */
const GUARDIANS: RbacRule = { apiGroups: [''], resources: ['pods'], verbs: ['create', 'delete'] };

/** Of pods of all tenants; each patch takes off one gate, which is ours. Kubernetes has no smaller right for it. */
const GATES: RbacRule = { apiGroups: [''], resources: ['pods'], verbs: ['patch'] };

/** Neither changes anything: each is a question. */
const REVIEWS: readonly RbacRule[] = [
  { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
  { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
];

const CA_BUNDLES: RbacRule = {
  apiGroups: ['admissionregistration.k8s.io'],
  resources: ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'],
  resourceNames: [SERVICE_NAME],
  verbs: ['get', 'patch'],
};

/** In its own namespace. `create` cannot be bound to a name. Events that all replicas know of are told by the holder of the Lease. */
export function namespaceRules(secret: string | undefined): RbacRule[] {
  return [
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
    {
      apiGroups: ['coordination.k8s.io'],
      resources: ['leases'],
      resourceNames: [LEASE_NAME],
      verbs: ['get', 'update'],
    },
    ...(secret === undefined
      ? []
      : [
          { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
          { apiGroups: [''], resources: ['secrets'], resourceNames: [secret], verbs: ['get', 'update'] },
        ]),
  ];
}

export function rights({ namespace, configuration }: Installation): KubeManifest[] {
  const labels = labelsOf('rights');
  const subject = { name: SERVICE_ACCOUNT, namespace };
  const secret = secretOf(configuration);
  return [
    {
      about:
        secret === undefined
          ? 'Reads what decisions need, and tells people by events.'
          : 'Reads what decisions need, keeps the CA in its own two registrations current, and tells people by events.',
      object: {
        apiVersion: `${RBAC_GROUP}/v1`,
        kind: 'ClusterRole',
        metadata: { name: 'daemonward', labels },
        rules: clusterRules(secret, {
          readsTokens: readsTokens(configuration),
          takesOrders: takesOrders(configuration),
          makesGuardians: makesGuardians(configuration),
          takesTurns: takesTurns(configuration),
        }),
      },
    },
    plain(
      binding('ClusterRoleBinding', { name: 'daemonward', labels }, 'ClusterRole', 'daemonward', subject),
    ),
    {
      about: `One writer among the replicas${secret === undefined ? '' : ', and the certificates that they share'}.`,
      object: {
        apiVersion: `${RBAC_GROUP}/v1`,
        kind: 'Role',
        metadata: { name: 'daemonward', namespace, labels },
        rules: namespaceRules(secret),
      },
    },
    plain(binding('RoleBinding', { name: 'daemonward', namespace, labels }, 'Role', 'daemonward', subject)),
  ];
}

export function plain(object: KubeObject): KubeManifest {
  return { about: '', object };
}

export function binding(
  kind: 'ClusterRoleBinding' | 'RoleBinding',
  metadata: KubeObject['metadata'],
  roleKind: 'ClusterRole' | 'Role',
  role: string,
  account: { readonly name: string; readonly namespace: string },
) {
  return {
    apiVersion: `${RBAC_GROUP}/v1`,
    kind,
    metadata,
    roleRef: { apiGroup: RBAC_GROUP, kind: roleKind, name: role },
    subjects: [{ kind: 'ServiceAccount', ...account }],
  };
}
