/** When clocks are next set, found without the library that reads schedules. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** One of each half of the world: in one of them either change comes within some six months. Both have 02:30 left out, or twice. */
const ZONES = ['Europe/Berlin', 'Australia/Sydney'] as const;

const LOOKED_AHEAD_DAYS = 200;

export interface ClockChange {
  readonly timeZone: string;
  /** The first moment of the new time, in ms since 1970. */
  readonly at: number;
}

/** The first one after this moment by which clocks go that way. */
export function nextClockChange(direction: 'forward' | 'back', after: number): ClockChange {
  const sign = direction === 'forward' ? 1 : -1;
  const changes = ZONES.flatMap((timeZone) => {
    const offset = offsetIn(timeZone);
    const isChange = (from: number, to: number) => Math.sign(offset(to) - offset(from)) === sign;
    const first = Math.ceil(after / HOUR_MS) * HOUR_MS;
    const steps = (from: number, step: number, count: number) =>
      Array.from({ length: count }, (_, index) => from + index * step);
    const day = steps(first, DAY_MS, LOOKED_AHEAD_DAYS).find((at) => isChange(at, at + DAY_MS));
    if (day === undefined) return [];
    const hour = steps(day, HOUR_MS, DAY_MS / HOUR_MS).find((at) => isChange(at, at + HOUR_MS));
    return hour === undefined ? [] : [{ timeZone, at: hour + HOUR_MS }];
  });
  const [soonest] = changes.toSorted((a, b) => a.at - b.at);
  if (soonest === undefined) throw new Error(`no clock goes ${direction} in ${LOOKED_AHEAD_DAYS} days`);
  return soonest;
}

/** By how much the zone's clocks are ahead of UTC, in ms. */
function offsetIn(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at;
}
