/** Times and lists, as people say them. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The first unit of which there are at least two. */
const UNITS = [
  ['days', DAY_MS],
  ['h', HOUR_MS],
  ['min', MINUTE_MS],
  ['s', 1_000],
] as const;

/** `3 days`, `26 h`, `90 s`. */
export function durationText(milliseconds: number): string {
  const length = Math.max(0, milliseconds);
  const [unit, size] = UNITS.find(([, candidate]) => length >= 2 * candidate) ?? ['s', 1_000];
  return `${Math.floor(length / size)} ${unit}`;
}

export function dateText(at: number): string {
  return new Date(at).toISOString();
}

/** The first few, and how many there are beyond them. */
export function firstOf(texts: readonly string[], most: number): string {
  const shown = texts.slice(0, most).join(', ');
  return texts.length > most ? `${shown} and ${texts.length - most} more` : shown;
}
