/** The kinds of object that an installation has, and where they are in the API. */
import { type ApiResource, collectionPath, objectPath } from '../cluster/api/api-path.ts';
import { ORDER_KIND as ORDER, ORDER_GROUP, ORDER_PLURAL, ORDER_VERSION } from '../kube/orders.ts';
import { type KubeObject, PART_OF } from '../render/manifest.ts';

export interface Kind {
  readonly kind: string;
  readonly apiVersion: string;
  readonly plural: string;
}

const ADMISSION = 'admissionregistration.k8s.io/v1';
const RBAC = 'rbac.authorization.k8s.io/v1';
const CERT_MANAGER = 'cert-manager.io/v1';

/**
 * What makes the API server ask Daemonward, or refuse in its name. In the order in which it is taken away: hooks that fail
 * closed first, a binding before its policy.
 */
export const REGISTRATION_KINDS: readonly Kind[] = [
  {
    kind: 'ValidatingWebhookConfiguration',
    apiVersion: ADMISSION,
    plural: 'validatingwebhookconfigurations',
  },
  { kind: 'MutatingWebhookConfiguration', apiVersion: ADMISSION, plural: 'mutatingwebhookconfigurations' },
  {
    kind: 'ValidatingAdmissionPolicyBinding',
    apiVersion: ADMISSION,
    plural: 'validatingadmissionpolicybindings',
  },
  { kind: 'ValidatingAdmissionPolicy', apiVersion: ADMISSION, plural: 'validatingadmissionpolicies' },
];

/** What runs, in the order in which it is taken away. The namespace goes last, and only with all of it. */
export const WORKLOAD_KINDS: readonly Kind[] = [
  { kind: 'Deployment', apiVersion: 'apps/v1', plural: 'deployments' },
  { kind: 'PodDisruptionBudget', apiVersion: 'policy/v1', plural: 'poddisruptionbudgets' },
  { kind: 'NetworkPolicy', apiVersion: 'networking.k8s.io/v1', plural: 'networkpolicies' },
  { kind: 'Service', apiVersion: 'v1', plural: 'services' },
  { kind: 'ConfigMap', apiVersion: 'v1', plural: 'configmaps' },
  { kind: 'Certificate', apiVersion: CERT_MANAGER, plural: 'certificates' },
  { kind: 'Issuer', apiVersion: CERT_MANAGER, plural: 'issuers' },
  { kind: 'ClusterRoleBinding', apiVersion: RBAC, plural: 'clusterrolebindings' },
  { kind: 'RoleBinding', apiVersion: RBAC, plural: 'rolebindings' },
  { kind: 'ClusterRole', apiVersion: RBAC, plural: 'clusterroles' },
  { kind: 'Role', apiVersion: RBAC, plural: 'roles' },
  { kind: 'ServiceAccount', apiVersion: 'v1', plural: 'serviceaccounts' },
  { kind: 'ResourceQuota', apiVersion: 'v1', plural: 'resourcequotas' },
  { kind: 'PriorityClass', apiVersion: 'scheduling.k8s.io/v1', plural: 'priorityclasses' },
];

export const NAMESPACE_KIND: Kind = { kind: 'Namespace', apiVersion: 'v1', plural: 'namespaces' };

/** Not among what is taken away with the rest: with it go all objects of its kind, which somebody else wrote. */
export const DEFINITION_KIND: Kind = {
  kind: 'CustomResourceDefinition',
  apiVersion: 'apiextensions.k8s.io/v1',
  plural: 'customresourcedefinitions',
};

/** What people write of ours, and what the running service makes for it. */
export const ORDER_KIND: Kind = {
  kind: ORDER,
  apiVersion: `${ORDER_GROUP}/${ORDER_VERSION}`,
  plural: ORDER_PLURAL,
};
export const POD_KIND: Kind = { kind: 'Pod', apiVersion: 'v1', plural: 'pods' };

/** Made by the running service, and so without labels of ours. */
const SERVICE_KINDS: readonly Kind[] = [
  { kind: 'Secret', apiVersion: 'v1', plural: 'secrets' },
  { kind: 'Lease', apiVersion: 'coordination.k8s.io/v1', plural: 'leases' },
];

const ALL_KINDS = [
  ...REGISTRATION_KINDS,
  ...WORKLOAD_KINDS,
  ...SERVICE_KINDS,
  NAMESPACE_KIND,
  DEFINITION_KIND,
  ORDER_KIND,
  POD_KIND,
];

/**
 * Registrations are one set for the whole cluster, whoever applied them, and in whatever version: what is left over would
 * go on refusing.
 */
export const REGISTERED = { 'app.kubernetes.io/name': 'daemonward' };

/** Enough to say which object it is. */
export type ObjectKey = Pick<KubeObject, 'apiVersion' | 'kind'> & {
  readonly metadata: Pick<KubeObject['metadata'], 'name' | 'namespace'>;
};

export function pathOf({ apiVersion, kind, metadata }: ObjectKey): string {
  return objectPath(
    { apiVersion, plural: pluralOf(apiVersion, kind), namespace: metadata.namespace },
    metadata.name,
  );
}

function pluralOf(apiVersion: string, kind: string): string {
  const known = ALL_KINDS.find((candidate) => candidate.apiVersion === apiVersion && candidate.kind === kind);
  if (known === undefined) throw new Error(`${apiVersion} ${kind} is no kind of an installation`);
  return known.plural;
}

/** Those of a kind in all namespaces that carry these labels. */
export function labelledPath(kind: ApiResource, labels: Readonly<Record<string, string>>): string {
  const labelSelector = Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
  return `${collectionPath(kind)}?${new URLSearchParams({ labelSelector })}`;
}

export const OURS = { [PART_OF.key]: PART_OF.value };

/** As kubectl names it. */
export function nameOf({ apiVersion, kind, metadata }: ObjectKey): string {
  const [group = ''] = apiVersion.includes('/') ? apiVersion.split('/') : [];
  const where = metadata.namespace === undefined ? '' : ` -n ${metadata.namespace}`;
  return `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${metadata.name}${where}`;
}

export function isSame(one: ObjectKey, other: ObjectKey): boolean {
  return pathOf(one) === pathOf(other);
}
