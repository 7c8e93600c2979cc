/** The time of each partition, whether its holds stand, and when the next of them ends. */
import type { Partition } from '../cluster/partitions.ts';

/**
 * `behind`: nobody knows how its daemons are, and what is held for them stands. `over`: that has lasted for the patience, or was
 * so from the beginning.
 */
export type PartitionState = 'seen' | 'behind' | 'over';

export interface PartitionTime {
  readonly now: number;
  readonly state: PartitionState;
}

export interface PartitionClockSource {
  now(partition: string): number;
  behindFor?(partition: Partition): number | undefined;
}

export class PartitionClocks {
  readonly #partitions: readonly Partition[];
  readonly #source: PartitionClockSource;
  /** Those that are not seen. */
  readonly #states = new Map<string, PartitionState>();
  /** By partition, in its own time. */
  readonly #nextExpiry = new Map<string, number>();

  constructor(partitions: readonly Partition[], source: PartitionClockSource) {
    this.#partitions = partitions;
    this.#source = source;
  }

  /** The names of those whose state is another than the last time. */
  look(patienceMs: number): ReadonlySet<string> {
    const turned = new Set<string>();
    for (const partition of this.#partitions) {
      const behindFor = this.#source.behindFor?.(partition);
      const state = behindFor === undefined ? 'seen' : behindFor < patienceMs ? 'behind' : 'over';
      if (state === this.#stateOf(partition.name)) continue;
      this.#states.set(partition.name, state);
      turned.add(partition.name);
    }
    return turned;
  }

  now(partition: string): number {
    return this.#source.now(partition);
  }

  /** What was held for it has ended, until it is seen again. */
  isOver(partition: string): boolean {
    return this.#stateOf(partition) === 'over';
  }

  timeOf(partition: string): PartitionTime {
    return { now: this.now(partition), state: this.#stateOf(partition) };
  }

  /** A hold of one of its daemons ends then. */
  expect(partition: string, until: number): void {
    const next = this.#nextExpiry.get(partition) ?? Number.POSITIVE_INFINITY;
    if (until < next) this.#nextExpiry.set(partition, until);
  }

  /** Some hold has to be looked at. */
  isDue(): boolean {
    for (const [partition, next] of this.#nextExpiry) if (this.now(partition) >= next) return true;
    return false;
  }

  forgetDue(): void {
    this.#nextExpiry.clear();
  }

  #stateOf(partition: string): PartitionState {
    return this.#states.get(partition) ?? 'seen';
  }
}
