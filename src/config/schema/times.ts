/** Times as people write them: how long, such as `30s`, `10m` or `1h30m`, and until when, a day or a time. */

const DURATION = /^(?=.)(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** RFC 3339, without leap seconds: no clock that this runs on has them. */
const TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Shorter is no waiting at all; longer is for good, which nothing here should be. */
const SHORTEST_MS = SECOND_MS;
const LONGEST_MS = DAY_MS;

/** In milliseconds; undefined when the text is no such time. */
export function durationOf(text: string): number | undefined {
  const [whole, hours = '0', minutes = '0', seconds = '0'] = DURATION.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const total = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return total >= SHORTEST_MS && total <= LONGEST_MS ? total : undefined;
}

/**
 * The first moment, in milliseconds of Unix time, at which what ends then is over; undefined when the text is no real date.
 * A day is included to its end in UTC, as people mean it; a time is not.
 */
export function expiryOf(text: string): number | undefined {
  if (DAY.test(text)) {
    const start = startOfDay(text);
    return start === undefined ? undefined : start + DAY_MS;
  }
  const day = TIME.exec(text)?.[1];
  return day === undefined || startOfDay(day) === undefined ? undefined : Date.parse(text.toUpperCase());
}

/** `Date` takes February 30 for March 2: only a day that comes back as it was written is real. */
function startOfDay(day: string): number | undefined {
  const start = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day) ? start.getTime() : undefined;
}
