/** Which schedulers tell the node that they have chosen, by name: one that does says nothing of another. */
import { partitionKey } from '../../cluster/object-key.ts';
import type { SlimPod } from '../../cluster/records.ts';
import { oldestOf } from './refusals.ts';

/** A scheduler that tells binds pods more often than this, unless there are none to bind. */
const TELLS_FOR_MS = 600_000;

/** More than any cluster runs: pods may name whom they like. */
const MOST_SCHEDULERS = 100;

/** Each partition has a default-scheduler of its own. */
export function schedulerOf({ partition, schedulerName }: SlimPod): string {
  return partitionKey(partition, schedulerName);
}

export class TellingSchedulers {
  /** By name, those heard of longest ago first. */
  readonly #toldAt = new Map<string, number>();

  note(scheduler: string, now: number): void {
    this.#toldAt.delete(scheduler);
    this.#toldAt.set(scheduler, now);
    if (this.#toldAt.size > MOST_SCHEDULERS) this.#toldAt.delete(oldestOf(this.#toldAt));
  }

  has(scheduler: string, now: number): boolean {
    return now - (this.#toldAt.get(scheduler) ?? Number.NEGATIVE_INFINITY) < TELLS_FOR_MS;
  }
}
