/** Which Daemonward this is, and what it is called in a cluster. */
import { readFileSync } from 'node:fs';

// package.json stands two folders above this file, in src/ and in dist/ alike.
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

export const VERSION = version;

/** The Service that callers use: the registrations and the manifests name it. */
export const SERVICE_NAME = 'daemonward';
/** Where it is installed unless somebody says otherwise. Nothing is granted to a namespace for having this name. */
export const SERVICE_NAMESPACE = 'daemonward-system';

/** The Lease of whoever writes to the cluster, in our own namespace. */
export const LEASE_NAME = 'daemonward';

/** The service account of the scheduler that docs/scheduler.md runs beside the cluster's own, in our namespace. */
export const SECOND_SCHEDULER = 'daemonward-scheduler';

/** Every name under which callers reach us, in whatever namespace; what else is needed comes from `server.tls.names`. */
export function namesOfService(namespace: string = SERVICE_NAMESPACE): readonly string[] {
  return [...new Set([...DEFAULT_NAMES, ...serviceNames(namespace)])];
}

/** Those of the Service in one namespace. */
export function serviceNames(namespace: string): readonly string[] {
  const name = `${SERVICE_NAME}.${namespace}`;
  return [name, `${name}.svc`, `${name}.svc.cluster.local`];
}

/** In the usual namespace. */
export const DEFAULT_NAMES: readonly string[] = [
  'localhost',
  '127.0.0.1',
  '::1',
  SERVICE_NAME,
  ...serviceNames(SERVICE_NAMESPACE),
];

/** Who calls, by the name in the client certificate that is made for each. */
export const CLIENTS = {
  scheduler: 'daemonward-scheduler',
  apiserver: 'daemonward-apiserver',
  /** For people, with curl. */
  debug: 'daemonward-debug',
} as const;

/** The two groups of paths on the service port, by who calls them. */
export const DOOR_GROUPS = ['admission', 'scheduler'] as const;
export type DoorGroup = (typeof DOOR_GROUPS)[number];

/** What `server.doors` may say. */
export const DOORS = ['both', ...DOOR_GROUPS] as const;

export function openGroups(doors: (typeof DOORS)[number]): readonly DoorGroup[] {
  return doors === 'both' ? DOOR_GROUPS : [doors];
}
