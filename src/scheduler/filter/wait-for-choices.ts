/**
 * A pod that is refused everywhere, and somewhere only for pods whose node is not told yet, is answered a moment later.
 * The scheduler would put it aside for seconds, while what kept it out is known within milliseconds.
 */
import { type AwaitedChoices, TOLD_WITHIN_MS } from '../account/flight/awaited-choices.ts';
import type { Moment } from '../rules.ts';
import type { FilterResult } from './filter.ts';

/** A scheduler asks one question at a time, and there are few schedulers: more than these wait for nothing. */
const MOST_WAITING = 16;

/** Resolves after so many milliseconds. */
export type Pause = (ms: number) => Promise<void>;

export interface Waiting {
  /** Until when this call may wait at all. */
  readonly until: number;
}

export class ChoiceWaits {
  readonly #awaited: AwaitedChoices;
  readonly #pause: Pause | undefined;
  #waiting = 0;

  /** Without a pause nobody waits. */
  constructor(awaited: AwaitedChoices, pause: Pause | undefined) {
    this.#awaited = awaited;
    this.#pause = pause;
  }

  /** Resolves when it is time to decide again; null when this is the answer. */
  before(
    results: readonly FilterResult[],
    { rules, now }: Moment,
    waited: Waiting | undefined,
  ): Promise<Waiting> | null {
    if (this.#pause === undefined || this.#waiting >= MOST_WAITING) return null;
    const isShut = results.length > 0 && results.every(isShutForNow);
    if (rules.settings.headroom.mode !== 'enforce' || !isShut) return null;
    const { until } = waited ?? { until: now + TOLD_WITHIN_MS };
    const expected = this.#awaited.expectedUntil(now);
    if (now >= until || expected === undefined) return null;
    return this.#wait(this.#pause(Math.min(until, expected) - now), until);
  }

  async #wait(limit: Promise<void>, until: number): Promise<Waiting> {
    this.#waiting += 1;
    try {
      await Promise.race([this.#awaited.next(), limit]);
    } finally {
      this.#waiting -= 1;
    }
    return { until };
  }
}

function isShutForNow({ passes, taken }: FilterResult): boolean {
  return taken > 0 && !passes.includes(1);
}
