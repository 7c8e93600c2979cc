/** When an exemption ends, read from the day or the time that its author wrote. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** RFC 3339, without leap seconds: no clock that this runs on has them. */
const TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

const DAY_MS = 86_400_000;

/**
 * The first moment, in milliseconds of Unix time, at which it is over; undefined when the text is no real date.
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
