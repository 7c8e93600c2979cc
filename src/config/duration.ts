/** Times as people and Go write them: `30s`, `10m`, `1h30m`. */

const DURATION = /^(?=.)(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?$/;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Shorter is no waiting at all; longer is for good, which nothing here should be. */
const SHORTEST_MS = SECOND_MS;
const LONGEST_MS = 24 * HOUR_MS;

/** In milliseconds; undefined when the text is no such time. */
export function durationOf(text: string): number | undefined {
  const [whole, hours = '0', minutes = '0', seconds = '0'] = DURATION.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const total = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return total >= SHORTEST_MS && total <= LONGEST_MS ? total : undefined;
}
