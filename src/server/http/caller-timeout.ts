/** How long the API server waits for an answer: it says so with every call, in the query (`?timeout=5s`). */

/** The longest that a registration may say. */
const LONGEST_MS = 30_000;

/** Whole seconds; Go writes a minute and more in another way, and no registration may ask for that. */
const TIMEOUT = /[?&]timeout=(\d{1,2})s(?:&|$)/;

const MS_PER_SECOND = 1_000;

/** @example timeoutOf('/validate/pods?timeout=5s') // 5000 */
export function timeoutOf(url: string): number {
  const seconds = TIMEOUT.exec(url)?.[1];
  return seconds === undefined ? LONGEST_MS : Math.min(Number(seconds) * MS_PER_SECOND, LONGEST_MS);
}
