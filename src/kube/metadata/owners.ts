/** Owner references: who controls an object, and whether that is a DaemonSet of Kubernetes itself. */

import type { Maybe, ObjectMeta, OwnerReference } from '../objects.ts';
import { DAEMON_SET, isDaemonKind } from '../workloads/daemon-kinds.ts';
import { apiGroupOf } from './type-meta.ts';

/** The owner that acts on the object. The first one counts: the API server lets in one only. */
export function controllingOwner(metadata: Maybe<ObjectMeta>): OwnerReference | null {
  return metadata?.ownerReferences?.find((owner) => owner.controller === true) ?? null;
}

/** Other groups have a DaemonSet kind too (`apps.kruise.io`), with another controller behind it. */
export function isAppsDaemonSetOwner(owner: {
  readonly group: string;
  readonly kind: Maybe<string>;
}): boolean {
  return owner.kind === DAEMON_SET && owner.group === 'apps';
}

/** The DaemonSet of Kubernetes itself that controls the object, or null when none does. */
export function controllingDaemonSet(metadata: Maybe<ObjectMeta>): OwnerReference | null {
  const owner = controllingOwner(metadata);
  if (owner === null) return null;
  return isAppsDaemonSetOwner({ group: apiGroupOf(owner.apiVersion), kind: owner.kind }) ? owner : null;
}

/** The same of any group that has daemons. */
export function controllingDaemon(metadata: Maybe<ObjectMeta>): OwnerReference | null {
  const owner = controllingOwner(metadata);
  return owner !== null && isDaemonKind(owner) ? owner : null;
}
