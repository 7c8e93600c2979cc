/** Who talks to the API server, each with a client certificate of its own. */

export interface Person {
  user: string;
  groups: readonly string[];
}

/** Those that a test acts as. */
export const IDENTITIES = {
  admin: { user: 'cluster-admin', groups: ['system:masters'] },
  'tenant-a-admin': { user: 'tenant-a-admin', groups: ['tenant-a:admins'] },
  'tenant-a-user': { user: 'tenant-a-user', groups: ['tenant-a:users'] },
  'tenant-b-admin': { user: 'tenant-b-admin', groups: ['tenant-b:admins'] },
  'tenant-b-user': { user: 'tenant-b-user', groups: ['tenant-b:users'] },
  daemonward: { user: 'daemonward', groups: [] },
} as const satisfies Record<string, Person>;

/** The names that Kubernetes' own roles are bound to. KWOK plays every kubelet, so it may do anything. */
export const COMPONENTS = {
  'kube-controller-manager': { user: 'system:kube-controller-manager', groups: [] },
  'kube-scheduler': { user: 'system:kube-scheduler', groups: [] },
  kwok: { user: 'kwok', groups: ['system:masters'] },
} as const satisfies Record<string, Person>;

export type Identity = keyof typeof IDENTITIES;
export type Component = keyof typeof COMPONENTS;

export const EVERYBODY: Readonly<Record<Identity | Component, Person>> = { ...IDENTITIES, ...COMPONENTS };
