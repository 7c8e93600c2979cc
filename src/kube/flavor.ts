/** Which API the cluster speaks: Arktos is a Kubernetes with tenants above the namespaces. */
export const FLAVORS = ['kubernetes', 'arktos'] as const;

export type Flavor = (typeof FLAVORS)[number];

/** The one tenant of Arktos that is the system; no other can have its name. */
export const ARKTOS_SYSTEM = 'system';
