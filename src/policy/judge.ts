/** All rules over one object. The webhook and `daemonward check` both ask here. */
import { isDeepStrictEqual } from 'node:util';
import type { DaemonSet } from '../kube/objects.ts';
import { isBroadcastJob } from '../kube/workloads/daemon-kinds.ts';
import type { Finding } from './finding.ts';
import type { PolicyView } from './policy-view.ts';
import { placementFindings } from './rules/placement.ts';
import { priorityFindings } from './rules/priority.ts';
import { isMisplaced, shapeFindings } from './rules/shape.ts';
import { type DaemonSetChange, daemonSetTenancyFindings } from './rules/tenancy.ts';
import type { PolicySettings } from './settings.ts';

export interface PolicyContext {
  readonly settings: PolicySettings;
  /** Undefined where there is no cluster to look at. */
  readonly view: PolicyView | undefined;
}

/** Every finding of a DaemonSet, or of its like, that comes, changes or goes, tenancy first. */
export function judgeDaemonSet(change: DaemonSetChange, { settings, view }: PolicyContext): Finding[] {
  const tenancy = daemonSetTenancyFindings(change, settings);
  const { object, old } = change;
  // A job that runs once on every node has another shape, and no room is kept for it.
  if (isBroadcastJob(object ?? old ?? {})) return tenancy;
  // What is there is there: a write that leaves the spec alone must not fail because of it.
  if (object === undefined || (old !== undefined && isDeepStrictEqual(object.spec, old.spec))) return tenancy;
  return [...tenancy, ...manifestFindings(object, { settings, view }, old)];
}

/** What can be said of a DaemonSet without knowing who asks, or for whom. */
export function manifestFindings(
  daemonSet: DaemonSet,
  { settings, view }: PolicyContext,
  old?: DaemonSet,
): Finding[] {
  const shape = shapeFindings(daemonSet, old);
  // What seems to be missing below the template's spec stands beside it.
  if (shape.some(({ field }) => isMisplaced(field))) return shape;
  return [
    ...shape,
    ...priorityFindings(daemonSet, view, settings.daemons),
    ...placementFindings(daemonSet, settings.daemons),
  ];
}
