/** What docs/operations.md says that the writer needs, and nothing more. */
import type { Client, KubeObject } from './client.ts';

const GROUP = 'rbac.authorization.k8s.io';
const NAME = 'e2e-daemonward-writer';
const OWN = 'daemonward';

interface Rule {
  apiGroups: string[];
  resources: string[];
  verbs: string[];
  resourceNames?: string[];
}

function inNamespace(secret: string): Rule[] {
  return [
    {
      apiGroups: ['coordination.k8s.io'],
      resources: ['leases'],
      verbs: ['get', 'update'],
      resourceNames: [OWN],
    },
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
    { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'update'], resourceNames: [secret] },
    { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
  ];
}

const REGISTRATIONS: Rule = {
  apiGroups: ['admissionregistration.k8s.io'],
  resources: ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'],
  verbs: ['get', 'patch'],
  resourceNames: [OWN],
};

interface Bound extends KubeObject {
  rules?: Rule[];
  roleRef?: object;
  subjects?: object[];
}

/** Returns what takes it back. */
export async function grantWriting(
  client: Client,
  { namespace, secret, registrations = true }: { namespace: string; secret: string; registrations?: boolean },
): Promise<() => Promise<void>> {
  const metadata = { name: NAME };
  const subjects = [{ apiGroup: GROUP, kind: 'User', name: 'daemonward' }];
  const grant = async (root: string, kind: 'Role' | 'ClusterRole', rules: Rule[]) => {
    const [roles, bindings] = [`${root}/${kind.toLowerCase()}s`, `${root}/${kind.toLowerCase()}bindings`];
    const apiVersion = `${GROUP}/v1`;
    await client.create<Bound>(roles, { apiVersion, kind, metadata, rules });
    const roleRef = { apiGroup: GROUP, kind, name: NAME };
    await client.create<Bound>(bindings, { apiVersion, kind: `${kind}Binding`, metadata, roleRef, subjects });
    return [`${roles}/${NAME}`, `${bindings}/${NAME}`];
  };
  const made = await grant(`/apis/${GROUP}/v1/namespaces/${namespace}`, 'Role', inNamespace(secret));
  if (registrations) made.push(...(await grant(`/apis/${GROUP}/v1`, 'ClusterRole', [REGISTRATIONS])));
  return async () => {
    for (const path of made) await client.delete(path);
  };
}
