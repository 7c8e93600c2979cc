/** The kinds of objects whose pods take a place on every node, whoever's controller makes them. */

import { apiGroupOf } from '../metadata/type-meta.ts';
import type { Maybe } from '../objects.ts';

export const DAEMON_SET = 'DaemonSet';

/** OpenKruise has DaemonSets of its own, by another controller, and a job that runs once on every node. */
export const KRUISE_GROUP = 'apps.kruise.io';
export const BROADCAST_JOB = 'BroadcastJob';

interface TypedObject {
  readonly apiVersion?: Maybe<string>;
  readonly kind?: Maybe<string>;
}

export function isBroadcastJob({ apiVersion, kind }: TypedObject): boolean {
  return kind === BROADCAST_JOB && apiGroupOf(apiVersion) === KRUISE_GROUP;
}

/** A DaemonSet is one in every group: its pods take a place on every node all the same. */
export function isDaemonKind(object: TypedObject): boolean {
  return object.kind === DAEMON_SET || isBroadcastJob(object);
}
