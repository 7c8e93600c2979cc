/** How long each hold has lasted: patience begins when there is something to wait for, and ends for good. */
import type { SlimNode } from '../cluster/records.ts';
import type { Hold, HoldKind } from './holds.ts';

/**
 * What is being waited for. `turn`: the rollout has not come to this node yet. `room`: the old pod is still there.
 * `pod`: the daemon itself should be here. `grant`: its node gives it more. `cache`: others hear that it is here. Each has
 * a clock of its own, and before the node has started none counts.
 */
const AWAITED = {
  missing: 'pod',
  pending: 'pod',
  leaving: 'room',
  growth: 'turn',
  surge: 'turn',
  resize: 'grant',
  settling: 'cache',
} as const satisfies Record<HoldKind, string>;

interface Clock {
  /** A node that comes back under its name is another one. */
  readonly nodeUid: string;
  readonly awaited: (typeof AWAITED)[HoldKind] | 'node';
  /** Of the template: a change that leaves it alone, of a label say, gives nobody more time. */
  readonly template: string;
  readonly since: number;
}

/** Watches are behind one another by milliseconds, on a busy machine by a second or two. */
export const SETTLING_MS = 3_000;

/** How long a hold lasts. */
export interface HoldTime {
  /** When the waiting began, in ms since 1970. */
  readonly since: number;
  /** When the patience ends; infinite while the node has not started. */
  readonly until: number;
  /** It is over: nothing is held any more. */
  readonly expired: boolean;
}

export class HoldClocks {
  /** By node name, then by the DaemonSet's uid. */
  readonly #clocks = new Map<string, Map<string, Clock>>();
  /** When a DaemonSet last took a pod of an older template away. */
  readonly #progress = new Map<string, number>();

  /** A clock that was not running begins now. */
  timeOf(hold: Hold, node: SlimNode, patienceMs: number, now: number): HoldTime {
    const since = this.#since(hold, node, now);
    const lasts = hold.kind === 'settling' ? SETTLING_MS : patienceMs;
    const until = hold.early ? Number.POSITIVE_INFINITY : since + lasts;
    return { since, until, expired: now >= until };
  }

  /** Stops the clocks of all other holds of the node. */
  keepOnly(node: string, holds: readonly Hold[]): void {
    const clocks = this.#clocks.get(node);
    if (clocks === undefined) return;
    const kept = new Set(holds.map(({ daemon }) => daemon.daemonSet.uid));
    for (const uid of clocks.keys()) if (!kept.has(uid)) clocks.delete(uid);
    if (clocks.size === 0) this.#clocks.delete(node);
  }

  /** Stops one. */
  stop(node: string, daemonSetUid: string): void {
    const clocks = this.#clocks.get(node);
    clocks?.delete(daemonSetUid);
    if (clocks?.size === 0) this.#clocks.delete(node);
  }

  progressed(daemonSetUid: string, now: number): void {
    this.#progress.set(daemonSetUid, now);
  }

  forget(daemonSetUid: string): void {
    this.#progress.delete(daemonSetUid);
  }

  #since({ daemon: { daemonSet }, kind, early }: Hold, node: SlimNode, now: number): number {
    const awaited = early ? 'node' : AWAITED[kind];
    const { uid, templateGeneration: template } = daemonSet;
    const clocks = this.#clocks.get(node.name) ?? new Map<string, Clock>();
    this.#clocks.set(node.name, clocks);
    let clock = clocks.get(uid);
    if (clock?.awaited !== awaited || clock.template !== template || clock.nodeUid !== node.uid) {
      clock = { awaited, template, nodeUid: node.uid, since: now };
      clocks.set(uid, clock);
    }
    // A rollout over thousands of nodes takes hours: while it goes on it is not broken, and its turns are still to come.
    return awaited === 'turn' ? Math.max(clock.since, this.#progress.get(uid) ?? clock.since) : clock.since;
  }
}
