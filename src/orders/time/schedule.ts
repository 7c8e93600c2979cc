/**
 * The times of a cron schedule. The library knows calendars and time zones, and is never told to run anything: a time that
 * is left out when clocks go forward comes at the next one that there is; one that comes twice when they go back counts
 * once if it is a time of the day, and twice if it is a step (every half an hour).
 */
import { Cron } from 'croner';
import { messageOf } from '../../json/error-message.ts';

/** All in ms since 1970. */
export interface Schedule {
  /** The latest time that is not after this one; undefined when there is none. */
  latest(at: number): number | undefined;
  /** The first time after this one. */
  next(after: number): number | undefined;
}

export type CompiledSchedule =
  | { readonly ok: true; readonly schedule: Schedule }
  | { readonly ok: false; readonly field: 'schedule' | 'timeZone'; readonly problem: string };

/** Minute, hour, day, month, weekday as cron has them. What the library takes beyond that (`L`, `#`, dates) nobody else would. */
const FIELD = /^[0-9*,/-]+$/;
const NAMED_FIELD =
  /^(?:[0-9*,/-]|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|SUN|MON|TUE|WED|THU|FRI|SAT)+$/i;
const FIELDS = 5;
/** Of the five, those that may be written as names: month and weekday. */
const FIRST_NAMED = 3;

/** No schedule that anybody means is longer. */
const LONGEST_TEXT = 256;

const SECOND_MS = 1_000;

/** From here on a schedule has to have a time: 29 February comes before it is seven years old, 31 February never. */
const TRIED_FROM = new Date('2026-01-01T00:00:00Z');

/**
 * @example compileSchedule('0 3 * * MON-FRI', 'Europe/Berlin')
 */
export function compileSchedule(text: string, timeZone: string): CompiledSchedule {
  const fields = text.trim().split(/\s+/);
  const isCron = text.length <= LONGEST_TEXT && fields.length === FIELDS && fields.every(isField);
  if (!isCron) return refused('schedule', 'is not the five fields of cron, such as "0 */6 * * *"');
  if (!isTimeZone(timeZone))
    return refused('timeZone', 'is not the name of a time zone, such as "Europe/Berlin"');
  try {
    const cron = new Cron(fields.join(' '), { timezone: timeZone, mode: '5-part', paused: true });
    if (cron.nextRun(TRIED_FROM) === null)
      return refused('schedule', 'has no time at all, such as 31 February');
    return { ok: true, schedule: scheduleOf(cron) };
  } catch (error) {
    return refused('schedule', messageOf(error).replace(/^\w+: /, ''));
  }
}

function isField(field: string, index: number): boolean {
  return (index < FIRST_NAMED ? FIELD : NAMED_FIELD).test(field);
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function scheduleOf(cron: Cron): Schedule {
  return {
    // The library looks before the second that it is given.
    latest: (at) => cron.previousRuns(1, new Date(nextSecond(at)))[0]?.getTime(),
    next: (after) => cron.nextRun(new Date(after))?.getTime(),
  };
}

function nextSecond(at: number): number {
  return (Math.floor(at / SECOND_MS) + 1) * SECOND_MS;
}

function refused(field: 'schedule' | 'timeZone', problem: string): CompiledSchedule {
  return { ok: false, field, problem };
}
