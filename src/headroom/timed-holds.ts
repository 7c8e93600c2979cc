/** The hold of one daemon on one node, with the time that it has. */
import type { SlimNode, SlimPod } from '../cluster/records.ts';
import type { Resources } from '../kube/resources/requests.ts';
import type { ActiveHold } from './hold-book.ts';
import { HoldClocks } from './hold-clock.ts';
import { type Hold, holdOn, settlingHold } from './holds.ts';
import type { PartitionTime } from './partition-clocks.ts';
import type { ProtectedDaemon } from './protected/protected-daemon.ts';
import { RecentBindings } from './recent-bindings.ts';

export interface HoldSettings {
  /** Which resources are held. */
  isHeld(resource: string): boolean;
  /** How long a daemon is waited for; then its room is given away, so that a broken one never keeps it for good. */
  readonly patienceMs: number;
}

/** A daemon's pods of one node; undefined when there are none. */
export interface PodsOfNode {
  readonly bound: readonly SlimPod[] | undefined;
  readonly aimed: readonly SlimPod[] | undefined;
}

const NO_PODS: readonly SlimPod[] = [];

export class TimedHolds {
  readonly clocks = new HoldClocks();
  readonly bindings = new RecentBindings();

  of(
    node: SlimNode,
    daemon: ProtectedDaemon,
    { bound, aimed }: PodsOfNode,
    settings: HoldSettings,
    time: PartitionTime,
  ): ActiveHold | undefined {
    const hold = holdOn(node, daemon, bound ?? NO_PODS, aimed ?? NO_PODS);
    if (hold !== null) return this.#timed(hold, node, settings, time);
    const settles = this.bindings.has(node.name, daemon.daemonSet.uid, time.now);
    return settles ? this.#timed(settlingHold(daemon), node, settings, time) : undefined;
  }

  #timed(
    hold: Hold,
    node: SlimNode,
    { patienceMs, isHeld }: HoldSettings,
    { now, state }: PartitionTime,
  ): ActiveHold {
    const time = this.clocks.timeOf(hold, node, patienceMs, now);
    const amounts = only(hold.amounts, isHeld);
    const { priority } = hold.daemon;
    if (state === 'seen' || time.expired) return { ...hold, ...time, priority, amounts };
    // The time of its partition stands still since that is behind: all that it held then lasts for the patience, and ends.
    return { ...hold, ...time, until: now + patienceMs, expired: state === 'over', priority, amounts };
  }
}

/** The amounts of resources that are held. Mostly all of them: then no copy is made, because there may be one hold for each daemon on each node. */
export function only(amounts: Resources, isHeld: (resource: string) => boolean): Resources {
  if ([...amounts.keys()].every(isHeld)) return amounts;
  return new Map([...amounts].filter(([resource]) => isHeld(resource)));
}
