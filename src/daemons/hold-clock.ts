/** How long each hold has lasted: patience begins when there is something to wait for, and ends for good. */
import type { SlimNode } from '../cluster/records.ts';
import type { Hold, HoldKind } from './holds.ts';

/**
 * What is being waited for. `turn`: the rollout has not come to this node yet. `room`: the old pod is still there.
 * `pod`: the daemon itself should be here. Each has a clock of its own, and before the node has started none counts.
 */
const AWAITED = {
  missing: 'pod',
  pending: 'pod',
  leaving: 'room',
  growth: 'turn',
  surge: 'turn',
} as const satisfies Record<HoldKind, string>;

interface Clock {
  /** A node that comes back under its name is another one. */
  readonly nodeUid: string;
  readonly awaited: (typeof AWAITED)[HoldKind] | 'node';
  readonly generation: number;
  readonly since: number;
}

export class HoldClocks {
  /** By node name, then by the DaemonSet's uid. */
  readonly #clocks = new Map<string, Map<string, Clock>>();
  /** When a DaemonSet last took a pod of an older template away. */
  readonly #progress = new Map<string, number>();

  /** Since when the hold counts; a clock that was not running begins now. */
  since({ daemon: { daemonSet }, kind, early }: Hold, node: SlimNode, now: number): number {
    const awaited = early ? 'node' : AWAITED[kind];
    const { uid, generation } = daemonSet;
    const clocks = this.#clocks.get(node.name) ?? new Map<string, Clock>();
    this.#clocks.set(node.name, clocks);
    let clock = clocks.get(uid);
    if (clock?.awaited !== awaited || clock.generation !== generation || clock.nodeUid !== node.uid) {
      clock = { awaited, generation, nodeUid: node.uid, since: now };
      clocks.set(uid, clock);
    }
    // A rollout over thousands of nodes takes hours: while it goes on it is not broken, and its turns are still to come.
    return awaited === 'turn' ? Math.max(clock.since, this.#progress.get(uid) ?? clock.since) : clock.since;
  }

  /** Stops the clocks of all other holds of the node. */
  keepOnly(node: string, holds: readonly Hold[]): void {
    const clocks = this.#clocks.get(node);
    if (clocks === undefined) return;
    const kept = new Set(holds.map(({ daemon }) => daemon.daemonSet.uid));
    for (const uid of clocks.keys()) if (!kept.has(uid)) clocks.delete(uid);
    if (clocks.size === 0) this.#clocks.delete(node);
  }

  progressed(daemonSetUid: string, now: number): void {
    this.#progress.set(daemonSetUid, now);
  }

  forget(daemonSetUid: string): void {
    this.#progress.delete(daemonSetUid);
  }
}
