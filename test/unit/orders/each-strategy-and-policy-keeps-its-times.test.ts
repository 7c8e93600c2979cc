/** Every strategy with every refresh policy, at a clock that is moved, and each answer as a process gives it that just began. */
import { describe, expect, it } from 'vitest';
import { ClusterStore } from '../../../src/cluster/store/store.ts';
import { compileOrder } from '../../../src/orders/compiled-order.ts';
import { periodOn, timesAt } from '../../../src/orders/time/periods.ts';
import { type OrderOptions, slimOrder } from './order.ts';

const view = new ClusterStore({ kind: 'snapshot', detail: 'no classes' });

/** From 09:30 on 1 January 2026, for eight hours at a time, at 06:00, 12:00, 18:00 and midnight. */
const CREATED = '2026-01-01T09:30:00Z';
const EVERY_SIX_HOURS = '0 */6 * * *';
const MINUTE_MS = 60_000;

type Shown = string | null;

function clockOf(strategy: Record<string, string>, more: OrderOptions = {}) {
  return compileOrder(
    slimOrder({ created: CREATED, duration: '8h', strategy, owners: [{ name: 'agent' }], ...more }),
    view,
    () => true,
    0,
  );
}

/** `begin to end, claims since`, on a node whose claimant came then; null when nothing is reserved. */
function shown(order: ReturnType<typeof clockOf>, at: string, claimedAt?: string): Shown {
  const { refreshPolicy } = order.order.strategy;
  const period = periodOn(
    order.times(Date.parse(at)),
    refreshPolicy,
    (time) => claimedAt !== undefined && Date.parse(claimedAt) < time,
  );
  if (period === undefined) return null;
  const text = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString().slice(8, 16) : 'ever');
  return `${text(period.begin)} to ${text(period.end)} since ${text(period.claimsSince)}`;
}

const day = (text: string) => `2026-01-${text}:00Z`;

const FIRST = '01T09:30 to 01T17:30 since ever';

describe.each<[type: string, policy: string, moments: [at: string, unclaimed: Shown, claimed: Shown][]]>([
  [
    'OneTime',
    'Never',
    [
      ['01T09:29', null, null],
      ['01T09:30', FIRST, FIRST],
      ['01T17:29', FIRST, FIRST],
      ['01T17:30', null, null],
      ['09T00:00', null, null],
    ],
  ],
  [
    'OneTime',
    'OnClaim',
    [
      ['01T17:29', FIRST, FIRST],
      ['01T17:30', null, '01T17:30 to 02T01:30 since 01T17:30'],
      ['02T01:30', null, '02T01:30 to 02T09:30 since 02T01:30'],
    ],
  ],
  [
    'OneTime',
    'Always',
    [
      ['01T17:29', FIRST, FIRST],
      ['01T17:30', '01T17:30 to 02T01:30 since 01T17:30', '01T17:30 to 02T01:30 since 01T17:30'],
    ],
  ],
  [
    'Scheduled',
    'Never',
    [
      ['01T11:59', null, null],
      ['01T12:00', '01T12:00 to 01T20:00 since ever', '01T12:00 to 01T20:00 since ever'],
      ['01T18:00', '01T12:00 to 01T20:00 since ever', '01T12:00 to 01T20:00 since ever'],
      ['01T20:00', null, null],
      ['02T00:00', '02T00:00 to 02T08:00 since ever', '02T00:00 to 02T08:00 since ever'],
    ],
  ],
  [
    'Scheduled',
    'OnClaim',
    [
      ['01T11:59', null, null],
      ['01T18:00', '01T12:00 to 01T20:00 since ever', '01T18:00 to 02T02:00 since 01T18:00'],
      ['01T20:00', null, '01T18:00 to 02T02:00 since 01T18:00'],
      ['02T00:00', '02T00:00 to 02T08:00 since ever', '02T00:00 to 02T08:00 since 02T00:00'],
    ],
  ],
  [
    'Scheduled',
    'Always',
    [
      ['01T11:59', null, null],
      ['01T12:00', '01T12:00 to 01T20:00 since 01T12:00', '01T12:00 to 01T20:00 since 01T12:00'],
      ['01T18:00', '01T18:00 to 02T02:00 since 01T18:00', '01T18:00 to 02T02:00 since 01T18:00'],
    ],
  ],
  [
    'Recurring',
    'Never',
    [
      ['01T09:30', FIRST, FIRST],
      ['01T12:00', FIRST, FIRST],
      ['01T17:30', '01T17:30 to 02T01:30 since ever', '01T17:30 to 02T01:30 since ever'],
      ['31T12:00', '31T09:30 to 31T17:30 since ever', '31T09:30 to 31T17:30 since ever'],
    ],
  ],
  [
    'Recurring',
    'OnClaim',
    [
      ['01T11:59', FIRST, FIRST],
      ['01T12:00', FIRST, '01T12:00 to 01T20:00 since 01T12:00'],
      ['01T19:00', '01T17:30 to 02T01:30 since ever', '01T18:00 to 02T02:00 since 01T18:00'],
    ],
  ],
  [
    'Recurring',
    'Always',
    [
      ['01T11:59', FIRST, FIRST],
      ['01T12:00', '01T12:00 to 01T20:00 since 01T12:00', '01T12:00 to 01T20:00 since 01T12:00'],
      ['01T18:01', '01T18:00 to 02T02:00 since 01T18:00', '01T18:00 to 02T02:00 since 01T18:00'],
    ],
  ],
])('%s, %s', (type, refreshPolicy, moments) => {
  const schedule = type === 'OneTime' ? '' : EVERY_SIX_HOURS;
  const claimedAt = day('01T09:45');

  it.each(moments)('at %s', (at, unclaimed, claimed) => {
    const restarted = () => clockOf({ type, refreshPolicy, schedule });

    expect(shown(restarted(), day(at))).toBe(unclaimed);
    expect(shown(restarted(), day(at), claimedAt)).toBe(claimed);
  });

  it('says the same when it has run all the time, and when its clock was set back', () => {
    const running = clockOf({ type, refreshPolicy, schedule });
    const there = moments.map(([at]) => shown(running, day(at), claimedAt));
    const back = moments.toReversed().map(([at]) => shown(running, day(at), claimedAt));

    expect(there).toEqual(moments.map(([, , claimed]) => claimed));
    expect(back.toReversed()).toEqual(there);
  });

  it('tells when to look again', () => {
    const order = clockOf({ type, refreshPolicy, schedule });
    let now = Date.parse(day('01T00:00'));
    const end = Date.parse(day('05T00:00'));
    let changes = 0;
    while (now < end) {
      const { until } = order.times(now);
      const next = Math.min(until, end);
      const before = shown(order, new Date(now).toISOString(), claimedAt);
      expect(shown(order, new Date(next - 1).toISOString(), claimedAt)).toBe(before);
      now = next;
      changes += 1;
    }
    expect(changes).toBeGreaterThan(1);
    expect(changes).toBeLessThan(60);
  });
});

describe('missed times', () => {
  const strategy = { type: 'Scheduled', refreshPolicy: 'Never', schedule: '0 3 * * *' };

  it('a period that began while nobody ran lasts until it would have ended', () => {
    const order = clockOf(strategy, { duration: '2h' });

    expect(shown(order, day('05T04:00'))).toBe('05T03:00 to 05T05:00 since ever');
    expect(shown(order, day('05T05:00'))).toBeNull();
  });

  it('what was written down says where to go on from, however many periods ago it all began', () => {
    const every = { type: 'Scheduled', refreshPolicy: 'Never', schedule: '* * * * *' };
    const old: OrderOptions = { duration: '90s', created: '2016-01-01T00:00:00Z' };
    const at = day('05T04:00').replace(':00Z', ':15Z');

    // Every second minute, from the one that is known.
    expect(shown(clockOf(every, { ...old, periodStart: day('05T03:57') }), at)).toBe(
      '05T03:59 to 05T04:00 since ever',
    );
    expect(shown(clockOf(every, { ...old, periodStart: day('05T03:58') }), at)).toBe(
      '05T04:00 to 05T04:01 since ever',
    );
    // Nothing was written down: the latest time is as good as any.
    expect(shown(clockOf(every, old), at)).toBe('05T04:00 to 05T04:01 since ever');
  });

  it('a process goes on from the period that it knows, however long it runs', () => {
    const every = { type: 'Scheduled', refreshPolicy: 'Never', schedule: '* * * * *' };
    const order = clockOf(every, { duration: '90s', created: day('01T00:00') });

    // Every second minute, 1,440 times until the third day: each look has but some of them to go through.
    for (const at of ['01T20:00', '02T16:00', '03T00:00']) shown(order, day(at));

    expect(shown(order, '2026-01-03T00:01:15Z')).toBe('03T00:00 to 03T00:01 since ever');
    expect(shown(order, '2026-01-03T00:01:45Z')).toBeNull();
  });

  it('where a period is over before the next time comes, nobody counts them all', () => {
    const asked: number[] = [];
    const schedule = {
      latest: (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS,
      next: (after: number) => {
        asked.push(after);
        return (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS;
      },
    };
    const { strategy } = slimOrder({ strategy: { type: 'Scheduled', schedule: '* * * * *' } });
    const rules = { strategy, durationMs: MINUTE_MS, start: 0, schedule, known: undefined };

    const { plain } = timesAt(rules, 5_000 * MINUTE_MS + 1);

    expect(plain).toMatchObject({ begin: 5_000 * MINUTE_MS, end: 5_001 * MINUTE_MS });
    expect(asked.length).toBeLessThan(3);
  });

  it('what was written down under another schedule is not believed', () => {
    const order = clockOf(strategy, { duration: '2h', periodStart: day('05T03:30') });

    expect(shown(order, day('05T04:00'))).toBe('05T03:00 to 05T05:00 since ever');
  });
});

describe('what comes next', () => {
  const next = (type: string, refreshPolicy: string, at: string, more: OrderOptions = {}) => {
    const schedule = type === 'OneTime' ? '' : EVERY_SIX_HOURS;
    const { nextRefresh } = clockOf({ type, refreshPolicy, schedule }, more).times(Date.parse(day(at)));
    return nextRefresh === undefined ? null : new Date(nextRefresh).toISOString().slice(8, 16);
  };

  it.each([
    ['OneTime', 'Always', '01T10:00', '01T17:30'],
    ['OneTime', 'Never', '01T10:00', null],
    // 12:00 to 20:00, and 18:00 begins nothing meanwhile.
    ['Scheduled', 'Never', '01T10:00', '01T12:00'],
    ['Scheduled', 'Never', '01T12:00', '02T00:00'],
    ['Scheduled', 'Never', '01T20:00', '02T00:00'],
    ['Scheduled', 'OnClaim', '01T12:00', '01T18:00'],
    ['Recurring', 'Never', '01T10:00', '01T17:30'],
    ['Recurring', 'Always', '01T10:00', '01T12:00'],
  ])('of %s, %s at %s is %s', (type, refreshPolicy, at, expected) => {
    expect(next(type, refreshPolicy, at)).toBe(expected);
  });

  it.each(['OneTime', 'Scheduled', 'Recurring'])('of %s is by no claim where nobody can claim', (type) => {
    expect(next(type, 'OnClaim', '01T12:30', { owners: [] })).toBe(next(type, 'Never', '01T12:30'));
  });
});

describe('what was written down of nodes that were refreshed', () => {
  // At 20:00 the first period is over, and only what was refreshed at 18:00 is still reserved.
  const written = { periodStart: day('01T18:00') };
  const overlapping = { type: 'Scheduled', refreshPolicy: 'OnClaim', schedule: EVERY_SIX_HOURS };

  it.each(['01T20:30', '02T00:30', '03T09:00', '04T03:00'])('says nothing of the others, at %s', (at) => {
    const restarted = clockOf(overlapping, written);

    expect(shown(restarted, day(at))).toBe(shown(clockOf(overlapping), day(at)));
  });

  it('is not believed of another spec either', () => {
    const never = { ...overlapping, refreshPolicy: 'Never' };
    const changed = clockOf(never, { ...written, generation: 2, observedGeneration: 1 });

    expect(shown(changed, day('01T20:30'))).toBeNull();
  });
});

describe('the beginning', () => {
  it('waits for startTime', () => {
    const order = clockOf({ type: 'OneTime', refreshPolicy: 'Never' }, { startTime: day('02T00:00') });

    expect(shown(order, day('01T23:59'))).toBeNull();
    expect(shown(order, day('02T00:00'))).toBe('02T00:00 to 02T08:00 since ever');
  });

  it('never comes for a schedule that nobody can read, and the order says so', () => {
    const order = clockOf({ type: 'Recurring', refreshPolicy: 'Always', schedule: 'nonsense' });

    expect(order.problem).toBe(
      'spec.strategy.schedule is not the five fields of cron, such as "0 */6 * * *"',
    );
    expect(shown(order, day('02T00:00'))).toBeNull();
  });
});
