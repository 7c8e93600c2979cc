/** Owner references: who controls an object, and whether that is a DaemonSet of Kubernetes itself. */

import type { Maybe, ObjectMeta, OwnerReference } from './objects.ts';

const DAEMON_SET_GROUP = 'apps';
const DAEMON_SET_KIND = 'DaemonSet';

/** `apps/v1` → `apps`; `v1` → the empty, legacy group. */
export function apiGroupOf(apiVersion: Maybe<string>): string {
  const [group, ...version] = (apiVersion ?? '').split('/');
  return version.length > 0 && group !== undefined ? group : '';
}

/** The owner that acts on the object. The first one counts: the API server lets in one only. */
export function controllingOwner(metadata: Maybe<ObjectMeta>): OwnerReference | null {
  return metadata?.ownerReferences?.find((owner) => owner.controller === true) ?? null;
}

/** Other groups have a DaemonSet kind too (`apps.kruise.io`), with another controller behind it. */
export function isAppsDaemonSet(owner: OwnerReference): boolean {
  return owner.kind === DAEMON_SET_KIND && apiGroupOf(owner.apiVersion) === DAEMON_SET_GROUP;
}

/** The same of an owner whose group has been read already. */
export function isAppsDaemonSetOwner(owner: { readonly group: string; readonly kind: string }): boolean {
  return owner.kind === DAEMON_SET_KIND && owner.group === DAEMON_SET_GROUP;
}

/** The DaemonSet that controls the object, or null when none does. */
export function controllingDaemonSet(metadata: Maybe<ObjectMeta>): OwnerReference | null {
  const owner = controllingOwner(metadata);
  return owner !== null && isAppsDaemonSet(owner) ? owner : null;
}
