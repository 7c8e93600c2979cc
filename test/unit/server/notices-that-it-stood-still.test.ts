import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Stalls } from '../../../src/server/stalls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function stalls() {
  const clock = { now: 0 };
  const seen = { stalls: 0 };
  const waits: number[] = [];
  const one = new Stalls({
    clock: () => clock.now,
    pause: async (ms) => void waits.push(ms),
    stalled: () => {
      seen.stalls += 1;
    },
  });
  return { one, clock, seen, waits };
}

test('while it runs, nobody waits', () => {
  const { one, clock, seen } = stalls();

  for (clock.now = 0; clock.now < 10_000; clock.now += 250) vi.advanceTimersByTime(250);

  expect(one.caughtUp()).toBeNull();
  expect(seen.stalls).toBe(0);
});

test('a question that comes first after it stood still waits, and so do those of the next moment', async () => {
  const { one, clock, seen, waits } = stalls();

  clock.now = 15_000;
  await one.caughtUp();
  clock.now += 100;
  await one.caughtUp();
  clock.now += 250;

  expect(one.caughtUp()).toBeNull();
  expect(waits).toEqual([300, 200]);
  expect(seen.stalls).toBe(1);
});

test('it is noticed and counted when nobody asks', () => {
  const { one, clock, seen } = stalls();

  clock.now = 15_000;
  vi.advanceTimersByTime(250);
  one.stop();

  expect(seen.stalls).toBe(1);
});
