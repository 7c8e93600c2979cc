/** Cron schedules: every form of a field, clocks that are set, and dates that there are not. */
import { describe, expect, it } from 'vitest';
import { compileSchedule } from '../../../src/orders/time/schedule.ts';

function timesOf(text: string, from: string, count: number, timeZone = 'UTC'): string[] {
  const compiled = compileSchedule(text, timeZone);
  if (!compiled.ok) throw new Error(compiled.problem);
  const times: string[] = [];
  let at = Date.parse(from);
  while (times.length < count) {
    const next = compiled.schedule.next(at);
    if (next === undefined) break;
    times.push(new Date(next).toISOString().replace(':00.000Z', 'Z'));
    at = next;
  }
  return times;
}

function problemOf(text: string, timeZone = 'UTC') {
  const compiled = compileSchedule(text, timeZone);
  return compiled.ok ? undefined : `${compiled.field} ${compiled.problem}`;
}

describe('the fields', () => {
  it.each([
    ['0 */6 * * *', ['2026-01-01T06:00Z', '2026-01-01T12:00Z']],
    ['15,45 1-2 * * *', ['2026-01-01T01:15Z', '2026-01-01T01:45Z', '2026-01-01T02:15Z']],
    ['0 10-20/5 * * *', ['2026-01-01T10:00Z', '2026-01-01T15:00Z', '2026-01-01T20:00Z']],
    ['0 0 * * MON-FRI', ['2026-01-02T00:00Z', '2026-01-05T00:00Z']],
    ['0 0 1 feb,mar *', ['2026-02-01T00:00Z', '2026-03-01T00:00Z', '2027-02-01T00:00Z']],
    // Sunday has two numbers.
    ['0 0 * * 7', ['2026-01-04T00:00Z', '2026-01-11T00:00Z']],
    ['0 0 * * 0', ['2026-01-04T00:00Z', '2026-01-11T00:00Z']],
    // A day of the month or of the week, as cron has always had it.
    ['0 0 13 * FRI', ['2026-01-02T00:00Z', '2026-01-09T00:00Z', '2026-01-13T00:00Z']],
    ['0 0 29 2 *', ['2028-02-29T00:00Z', '2032-02-29T00:00Z']],
    ['  0   12  * *  * ', ['2026-01-01T12:00Z']],
  ])('%s', (text, times) => {
    expect(timesOf(text, '2026-01-01T00:00:00Z', times.length)).toEqual(times);
  });
});

describe('when clocks are set', () => {
  it('a time of the day that is left out comes as soon as there is one again', () => {
    // In Berlin there is no 02:30 on 29 March 2026.
    expect(timesOf('30 2 * * *', '2026-03-28T12:00:00Z', 2, 'Europe/Berlin')).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ]);
  });

  it('a time of the day that comes twice counts once', () => {
    expect(timesOf('30 2 * * *', '2026-10-24T12:00:00Z', 2, 'Europe/Berlin')).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ]);
  });

  it('steps go on in both hours', () => {
    expect(timesOf('*/30 2 * * *', '2026-10-24T22:00:00Z', 5, 'Europe/Berlin')).toEqual([
      '2026-10-25T00:00Z',
      '2026-10-25T00:30Z',
      '2026-10-25T01:00Z',
      '2026-10-25T01:30Z',
      '2026-10-26T01:00Z',
    ]);
  });
});

describe('looking back', () => {
  const compiled = compileSchedule('0 3 * * *', 'UTC');
  if (!compiled.ok) throw new Error(compiled.problem);
  const latest = (at: string) => new Date(compiled.schedule.latest(Date.parse(at)) ?? 0).toISOString();

  it.each([
    ['2026-05-02T03:00:00.000Z', '2026-05-02T03:00:00.000Z'],
    ['2026-05-02T03:00:00.001Z', '2026-05-02T03:00:00.000Z'],
    ['2026-05-02T02:59:59.999Z', '2026-05-01T03:00:00.000Z'],
  ])('at %s the latest is %s', (at, time) => {
    expect(latest(at)).toBe(time);
  });
});

describe('what is refused', () => {
  it.each([
    'nonsense',
    '',
    '* * * * * *',
    '@daily',
    '2026-01-01T00:00:00',
    '0 0 L * *',
    '0 0 * * 1#2',
    '0 0 ? * *',
    '0 0 MON * *',
    `${'0,'.repeat(200)}0 * * * *`,
  ])('%s is not cron', (text) => {
    expect(problemOf(text)).toBe('schedule is not the five fields of cron, such as "0 */6 * * *"');
  });

  it.each(['60 * * * *', '* 24 * * *', '*/0 * * * *', '0 5-1 * * *', '0 0 0 * *', '- * * * *'])(
    '%s names what there is not',
    (text) => {
      expect(problemOf(text)).toMatch(/^schedule /);
    },
  );

  it.each(['0 0 31 2 *', '0 0 30 FEB *', '0 0 31 4,6,9,11 *'])('%s has no time at all', (text) => {
    expect(problemOf(text)).toBe('schedule has no time at all, such as 31 February');
  });

  it.each(['Nowhere/Land', '', 'Europe/Berlin\n'])('the time zone %j', (timeZone) => {
    expect(problemOf('0 0 * * *', timeZone)).toBe(
      'timeZone is not the name of a time zone, such as "Europe/Berlin"',
    );
  });
});
