/**
 * Which parts of the cluster can be seen, and the time by which patience runs: while nothing is heard of a part, a daemon of it
 * may have come, and nobody would know. So its time stands still.
 */
import { hasNodes, type Partition } from '../cluster/partitions.ts';
import { isReliable } from '../cluster/staleness.ts';
import type { ClusterView } from '../cluster/view.ts';
import type { PassedThrough } from './observer.ts';

export interface SightOptions {
  readonly view: ClusterView;
  staleAfterSeconds(): number;
  /** A steady one, by which the age of the view is measured. */
  clock(): number;
}

/** What a look has shown. */
export interface Seen {
  /** Why nothing can be decided; null when something can. */
  readonly blind: PassedThrough | null;
  /** Resource partitions that are behind: their nodes are let pass. */
  readonly behind: ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();

/** How long a part has not been seen. */
interface Blindness {
  /** By the steady clock; undefined while it is seen. */
  since: number | undefined;
  /** How long that was so before. */
  before: number;
}

export class Sight {
  readonly #options: SightOptions;
  readonly #blindness: ReadonlyMap<string, Blindness>;
  readonly #nodeParts: readonly Partition[];

  constructor(options: SightOptions) {
    this.#options = options;
    const { partitions } = options.view;
    this.#blindness = new Map(partitions.map(({ name }) => [name, { since: undefined, before: 0 }]));
    this.#nodeParts = partitions.filter(hasNodes);
  }

  /** Call it before anything is decided. */
  look(): Seen {
    const { view, clock } = this.#options;
    const now = clock();
    for (const partition of view.partitions) this.#note(partition, now);
    const behind = this.#nodeParts.filter(({ name }) => this.#isBlind(name));
    if (behind.length === 0) return { blind: null, behind: NOBODY };
    const names = new Set(behind.map(({ name }) => name));
    if (behind.length < this.#nodeParts.length) return { blind: null, behind: names };
    // Without nodes there is nothing to decide about.
    const isRead = behind.every(({ name }) => view.within(name).synced);
    return { blind: isRead ? 'stale' : 'unsynced', behind: names };
  }

  /** The time by which patience with the daemons of a partition runs. */
  timeOf(partition: string): number {
    const { since, before } = this.#of(partition);
    return (since ?? this.#options.clock()) - before;
  }

  /** From that time to the one of people. */
  blindTimeOf(partition: string): number {
    return this.#of(partition).before;
  }

  /**
   * For how many ms one of several partitions has been behind; undefined when it is not. A cluster that is one is seen or not
   * as a whole: while it is not, nothing is decided, and nobody's hold has to end. Of one that has never been read nobody knows
   * where its daemons run already: there is nothing that could stand as it last was.
   */
  behindFor({ name, role }: Partition): number | undefined {
    const { since } = this.#of(name);
    if (role !== 'tenant' || since === undefined) return undefined;
    const { view, clock } = this.#options;
    return view.within(name).synced ? clock() - since : Number.POSITIVE_INFINITY;
  }

  /** As of the last look. */
  sees(partition: string): boolean {
    return !this.#isBlind(partition);
  }

  #note(partition: Partition, now: number): void {
    const { view, staleAfterSeconds } = this.#options;
    const blindness = this.#of(partition.name);
    if (!isReliable(view, partition, now, staleAfterSeconds())) {
      blindness.since ??= now;
      return;
    }
    if (blindness.since !== undefined) blindness.before += now - blindness.since;
    blindness.since = undefined;
  }

  #isBlind(partition: string): boolean {
    return this.#of(partition).since !== undefined;
  }

  #of(partition: string): Blindness {
    const blindness = this.#blindness.get(partition);
    if (blindness === undefined) throw new Error(`there is no partition ${partition}`);
    return blindness;
  }
}
