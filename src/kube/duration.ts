/** How long something lasts, as Go writes it in objects of Kubernetes: `24h`, `1h30m`, `1.5h`, `90s`. */

const UNIT_MS = {
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
} as const satisfies Record<string, number>;

/** Each part a number and a unit; a sign is Go's too, and nobody's duration is below zero here. */
const WHOLE = /^\+?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/;
const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h)/g;

/** Longer texts are no durations that anybody means. */
const LONGEST_TEXT = 64;

/** Go counts nanoseconds in 64 bits: what is beyond these 292 years it refuses. */
const LONGEST_MS = Number(2n ** 63n / 1_000_000n);

/**
 * In whole milliseconds; undefined when the text is no duration, or below zero.
 *
 * @example goDurationMs('1h30m') // 5400000
 */
export function goDurationMs(text: string): number | undefined {
  if (text === '0') return 0;
  if (text.length > LONGEST_TEXT || !WHOLE.test(text)) return undefined;
  let total = 0;
  for (const [, amount = '', unit = ''] of text.matchAll(PART)) total += Number(amount) * unitMs(unit);
  return total <= LONGEST_MS ? Math.floor(total) : undefined;
}

function unitMs(unit: string): number {
  return Object.entries(UNIT_MS).find(([name]) => name === unit)?.[1] ?? 0;
}

/** The same time in Go's words, as Kubernetes would write it: `5400000` is `1h30m0s`. */
export function goDurationText(ms: number): string {
  const seconds = (ms % UNIT_MS.m) / UNIT_MS.s;
  const minutes = Math.floor(ms / UNIT_MS.m) % 60;
  const hours = Math.floor(ms / UNIT_MS.h);
  if (hours > 0) return `${hours}h${minutes}m${seconds}s`;
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
}
