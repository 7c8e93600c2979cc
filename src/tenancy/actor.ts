/** Who asks: a cluster admin, one of Kubernetes' own controllers or schedulers, a node, or anybody else. */

export interface ActorSettings {
  readonly adminGroups: readonly string[];
  readonly adminUsers: readonly string[];
  /** Exact user names: one that only looks alike is somebody else. */
  readonly controllers: readonly string[];
  /** Users of controllers for everybody's objects, of which one makes daemons. */
  readonly sharedControllers: readonly string[];
  readonly schedulers: readonly string[];
}

export interface Actor {
  readonly username: string;
  readonly groups: readonly string[];
}

const SERVICE_ACCOUNT_PREFIX = 'system:serviceaccount:';

/** What the node authorizer and NodeRestriction take for a kubelet: this name, and this group. */
export const NODE_USER_PREFIX = 'system:node:';
export const NODES_GROUP = 'system:nodes';

export function isClusterAdmin({ username, groups }: Actor, settings: ActorSettings): boolean {
  return (
    settings.adminUsers.includes(username) || groups.some((group) => settings.adminGroups.includes(group))
  );
}

/**
 * On Arktos a service account has the same user name in every tenant, so this says nothing there by itself: ask whether
 * the object belongs to the system as well.
 */
export function isController({ username }: Actor, settings: ActorSettings): boolean {
  return settings.controllers.includes(username);
}

/** The same user makes the pods of every tenant: what it asks for says nothing about who wants it. */
export function isSharedController({ username }: Actor, settings: ActorSettings): boolean {
  return settings.sharedControllers.includes(username);
}

export function isScheduler({ username }: Actor, settings: ActorSettings): boolean {
  return settings.schedulers.includes(username);
}

/** The kubelet of this very node. */
export function isNode({ username, groups }: Actor, node: string): boolean {
  return username === `${NODE_USER_PREFIX}${node}` && groups.includes(NODES_GROUP);
}

export function serviceAccount(namespace: string, name: string): string {
  return `${SERVICE_ACCOUNT_PREFIX}${namespace}:${name}`;
}

export function isServiceAccount({ username }: Actor): boolean {
  return username.startsWith(SERVICE_ACCOUNT_PREFIX);
}
