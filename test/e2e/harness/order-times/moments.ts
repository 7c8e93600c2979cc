/** From the moments of the timelines to times of a clock. */
import type { Moment } from './timelines.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The first day is tomorrow: an Order is as old as the API server says, whose clock nobody moves. */
const DAY_ZERO = Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** In ms since 1970. */
export function timeOf(moment: Moment): number {
  const [day = '', hour = '', minute = ''] = moment.split(/[T:]/);
  return DAY_ZERO + Number(day) * DAY_MS + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS;
}

/** As the API has it. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
