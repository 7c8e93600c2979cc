/** Every strategy with every refresh policy on a real control plane, as the clock is moved and the service restarted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KubeObject } from './harness/client.ts';
import { nextClockChange } from './harness/order-times/clock-changes.ts';
import { HOUR_MS, MINUTE_MS, timeOf, timeText } from './harness/order-times/moments.ts';
import { type OrderStage, startOrderStage } from './harness/order-times/order-stage.ts';
import { expected, type Seen } from './harness/order-times/seen.ts';
import { SYSTEM, type TimedWish } from './harness/order-times/timed-orders.ts';
import {
  BEGIN,
  CLAIMS,
  DURATION,
  type Moment,
  SCHEDULE,
  type Stand,
  standAt,
  TIMELINES,
} from './harness/order-times/timelines.ts';
import { ordersPath } from './harness/orders.ts';
import { waitFor } from './harness/wait-for.ts';

const nameOf = (title: string) => title.toLowerCase().replace(' ', '-');
const ORDERS = Object.keys(TIMELINES).map(nameOf);

/** Nothing but a time of its own, and nobody who could use it. */
const MADE = 'made';
const MADE_FOR_MS = 2 * HOUR_MS;

/** After all that the timelines tell. */
const LATER = timeOf('6T00:00');
const CHANGES = { forward: nextClockChange('forward', LATER), back: nextClockChange('back', LATER) };
const CHANGE_POLICIES = ['Always', 'Never'];

function wishes(): Record<string, TimedWish> {
  const all: Record<string, TimedWish> = { [MADE]: { more: { owners: [] }, template: { duration: '2h' } } };
  for (const title of Object.keys(TIMELINES)) {
    const [type = '', refreshPolicy = ''] = title.split(' ');
    const strategy = { type, refreshPolicy, ...(type !== 'OneTime' && { schedule: SCHEDULE }) };
    const template = { duration: DURATION, startTime: timeText(timeOf(BEGIN)) };
    all[nameOf(title)] = { more: { strategy }, template };
  }
  for (const [direction, { timeZone, at }] of Object.entries(CHANGES)) {
    // Shorter than what clocks are set by: a time that came twice, or an hour late, would show.
    const template = { duration: '20m', startTime: timeText(at - 2 * HOUR_MS) };
    for (const refreshPolicy of CHANGE_POLICIES) {
      const strategy = { type: 'Scheduled', refreshPolicy, schedule: '30 2 * * *', timeZone };
      all[nameOf(`${direction} ${refreshPolicy}`)] = { more: { strategy }, template };
    }
  }
  return all;
}

let stage: OrderStage;
beforeAll(async () => {
  stage = await startOrderStage(wishes());
});
afterAll(() => stage?.plane.stop());

/** How time goes by for the service. */
const MOVES = {
  'as it runs': (time: number) => stage.moveTo(time),
  'while it is stopped': (time: number) => stage.restartAt(time, 'SIGINT'),
  'after it was killed': (time: number) => stage.restartAt(time, 'SIGKILL'),
};
type Move = keyof typeof MOVES;

function expectedAt(moment: Moment): Record<string, Seen> {
  const textOf = (time: Moment | null) => (time === null ? null : timeText(timeOf(time)));
  const all = Object.entries(TIMELINES).map(([title, timeline]): [string, Seen] => {
    const { nodes, periodStart, nextRefresh, ready } = standAt(timeline, moment);
    const times = { periodStart: textOf(periodStart), nextRefresh: textOf(nextRefresh) };
    return [nameOf(title), expected({ nodes, ready, ...times })];
  });
  return Object.fromEntries(all);
}

test('an Order begins when it was made, is over after its duration, and tells so in an Event', async () => {
  const client = stage.plane.client();
  const { metadata } = await client.get<KubeObject>(`${ordersPath(SYSTEM)}/${MADE}`);
  const created = Date.parse(metadata?.creationTimestamp ?? '');
  type Told = KubeObject & { reason?: string; regarding?: { name?: string } };

  const first = await stage.look([MADE]);
  await stage.moveTo(created + MADE_FOR_MS);
  const over = await stage.look([MADE]);
  const told = await waitFor(
    'the Event that it is over',
    async () => {
      const events = await client.list<Told>(`/apis/events.k8s.io/v1/namespaces/${SYSTEM}/events`);
      return events.filter(({ reason }) => reason === 'OrderExpired');
    },
    ({ length }) => length > 0,
  );

  const since = { periodStart: timeText(created), nextRefresh: null };
  const never = { periodStart: null, nextRefresh: null };
  expect(first[MADE]).toEqual(expected({ nodes: ['kept', 'kept'], ...since, ready: 'Reserved' }));
  expect(over[MADE]).toEqual(expected({ nodes: ['-', '-'], ...never, ready: 'Expired' }));
  expect(told.map(({ regarding }) => regarding?.name)).toEqual([MADE]);
});

describe('every strategy with every refresh policy', () => {
  test.each<[moment: Moment, how: Move]>([
    ['1T09:29', 'while it is stopped'],
    ['1T09:30', 'as it runs'],
    ['1T12:00', 'while it is stopped'],
    ['1T12:30', 'as it runs'],
    ['1T17:30', 'as it runs'],
    ['1T18:10', 'after it was killed'],
    ['1T20:00', 'while it is stopped'],
    ['2T00:00', 'as it runs'],
    ['2T00:30', 'while it is stopped'],
    ['4T03:10', 'while it is stopped'],
    // The clock is set back.
    ['3T23:50', 'as it runs'],
  ])('at %s, which comes %s', async (moment, how) => {
    if (CLAIMS.includes(moment)) await stage.claim(ORDERS, timeText(timeOf(moment)));

    await MOVES[how](timeOf(moment));

    expect(await stage.look(ORDERS)).toEqual(expectedAt(moment));
  });
});

describe.each([
  // There is none: the first moment of the new time is as near as it gets.
  { direction: 'forward', begin: CHANGES.forward.at, next: CHANGES.forward.at + 23.5 * HOUR_MS },
  // There are two: the first one counts.
  { direction: 'back', begin: CHANGES.back.at - HOUR_MS / 2, next: CHANGES.back.at + 24.5 * HOUR_MS },
])('02:30 of the night in which clocks go $direction', ({ direction, begin, next }) => {
  const names = CHANGE_POLICIES.map((policy) => nameOf(`${direction} ${policy}`));
  const both = (stand: Omit<Stand, 'from'>) =>
    Object.fromEntries(names.map((name) => [name, expected(stand)]));
  const waiting = (until: number) =>
    both({ nodes: ['-', '-'], periodStart: null, nextRefresh: timeText(until), ready: 'Waiting' });
  const reserved = (since: number, until: number) => {
    const times = { periodStart: timeText(since), nextRefresh: timeText(until) };
    return both({ nodes: ['kept', 'kept'], ...times, ready: 'Reserved' });
  };

  test.each<[what: string, how: Move, time: number, stands: Record<string, Seen>]>([
    ['is still to come', 'while it is stopped', begin - 10 * MINUTE_MS, waiting(begin)],
    ['comes', 'as it runs', begin, reserved(begin, next)],
    ['does not come again', 'while it is stopped', begin + HOUR_MS, waiting(next)],
  ])('%s, %s', async (_what, how, time, stands) => {
    await MOVES[how](time);

    expect(await stage.look(names)).toEqual(stands);
  });
});
