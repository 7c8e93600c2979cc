/** Waits for what will be true soon, and says what it saw when it was not. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitOptions {
  /** When to give up; generous, since tests share two cores with whatever else runs there. */
  withinMs?: number;
  everyMs?: number;
}

const DEFAULT_WITHIN_MS = 30_000;

/** Short enough not to add to a test's time, long enough not to load the API server. */
const DEFAULT_EVERY_MS = 100;

export type Attempt<T> = { done: true; value: T } | { done: false; seen: unknown };

/** Asks until the attempt is done; an error counts as not yet. */
export async function waitUntil<T>(
  what: string,
  attempt: () => Promise<Attempt<T>> | Attempt<T>,
  { withinMs = DEFAULT_WITHIN_MS, everyMs = DEFAULT_EVERY_MS }: WaitOptions = {},
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    let seen: unknown;
    try {
      const outcome = await attempt();
      if (outcome.done) return outcome.value;
      seen = outcome.seen;
    } catch (error) {
      if (error instanceof GiveUp) throw error;
      seen = error instanceof Error ? error.message : error;
    }
    if (Date.now() >= deadline) {
      const text = typeof seen === 'string' ? seen : JSON.stringify(seen);
      throw new Error(`not within ${withinMs} ms: ${what}; last seen: ${text}`);
    }
    await sleep(everyMs);
  }
}

/** Thrown inside an attempt when waiting on is of no use. */
export class GiveUp extends Error {
  override name = 'GiveUp';
}

/** Waits until `look` gives something for which `condition` holds, and returns it. */
export function waitFor<T>(
  what: string,
  look: () => Promise<T> | T,
  condition: (value: T) => boolean,
  options?: WaitOptions,
): Promise<T> {
  return waitUntil<T>(
    what,
    async () => {
      const value = await look();
      return condition(value) ? { done: true, value } : { done: false, seen: value };
    },
    options,
  );
}
