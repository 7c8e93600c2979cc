/** Who asks: a cluster admin, one of Kubernetes' own controllers, or anybody else. */

export interface ActorSettings {
  readonly adminGroups: readonly string[];
  readonly adminUsers: readonly string[];
  /** Exact user names: one that only looks alike is somebody else. */
  readonly controllers: readonly string[];
}

export interface Actor {
  readonly username: string;
  readonly groups: readonly string[];
}

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
