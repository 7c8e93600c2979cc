/** A namespace of its own for every test, if need be a tenant's. */
import { randomBytes } from 'node:crypto';
import type { Labels } from '../../../src/kube/objects.ts';
import type { Access } from './access.ts';
import type { KubeObject } from './client.ts';
import { waitFor } from './wait-for.ts';

export type Tenant = 'tenant-a' | 'tenant-b';

export interface NamespaceOptions {
  labels?: Labels;
  /** Its admins get the role `admin`, its users the role `edit`, in this namespace only. */
  tenant?: Tenant;
}

/** Six hexadecimal digits: two runs of one test never meet. */
const SUFFIX_BYTES = 3;

interface RoleBinding extends KubeObject {
  roleRef: { apiGroup: string; kind: string; name: string };
  subjects: { apiGroup: string; kind: string; name: string }[];
}

/** Of RBAC; a service account is the user `system:serviceaccount:namespace:name`. */
export interface Grantee {
  kind: 'User' | 'Group';
  name: string;
}

/** Gives one of Kubernetes' own roles, such as `admin` or `edit`, in one namespace. */
export async function grantRole(
  plane: Access,
  namespace: string,
  role: string,
  grantee: Grantee,
): Promise<void> {
  const apiGroup = 'rbac.authorization.k8s.io';
  await plane.client().create<RoleBinding>(`/apis/${apiGroup}/v1/namespaces/${namespace}/rolebindings`, {
    apiVersion: `${apiGroup}/v1`,
    kind: 'RoleBinding',
    metadata: { generateName: `${role}-` },
    roleRef: { apiGroup, kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup, ...grantee }],
  });
}

/** Makes a namespace and waits until pods can be made in it. */
export async function createNamespace(
  plane: Access,
  prefix: string,
  { labels = {}, tenant }: NamespaceOptions = {},
): Promise<string> {
  const client = plane.client();
  const name = `${prefix}-${randomBytes(SUFFIX_BYTES).toString('hex')}`;
  const tenantLabels: Labels = tenant === undefined ? {} : { 'e2e.daemonward.dev/tenant': tenant };
  const metadata = { name, labels: { ...tenantLabels, ...labels } };
  await client.create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata });
  if (tenant !== undefined) {
    await grantRole(plane, name, 'admin', { kind: 'Group', name: `${tenant}:admins` });
    await grantRole(plane, name, 'edit', { kind: 'Group', name: `${tenant}:users` });
  }
  if (plane.handle.controllerManager) {
    await waitFor(
      `the default service account of ${name}`,
      () => client.find(`/api/v1/namespaces/${name}/serviceaccounts/default`),
      (account) => account !== undefined,
    );
  }
  return name;
}

/** Asks for the end of a namespace; its contents go by and by. */
export async function deleteNamespace(plane: Access, name: string): Promise<void> {
  await plane.client().delete(`/api/v1/namespaces/${name}`);
}
