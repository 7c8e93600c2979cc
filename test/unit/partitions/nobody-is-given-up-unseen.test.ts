import { expect, test } from 'vitest';
import { scheduled } from './partitioned.ts';

const MINUTE_MS = 60_000;
const LATE = 151_000;

test('holds that end because their partition is behind are not told as daemons that never came', () => {
  const { green, east, hear, clock, extender } = scheduled({ headroom: { patience: '10m' } });
  east.node('e1');
  green.daemonSet('agent');
  const given: string[] = [];
  extender.ledger.onGivenUp((node) => void given.push(node));
  const lookAt = (ms: number) => {
    clock.now = ms;
    hear(ms, 'blue', 'east', 'west');
    extender.look();
  };
  lookAt(1_000);
  lookAt(LATE);
  lookAt(LATE + 11 * MINUTE_MS);
  expect(extender.ledger.holdsOn('e1').map(({ expired }) => expired)).toEqual([true]);
  expect(given).toEqual([]);

  // It is back, and its own patience begins to run again from where it stood.
  hear(clock.now, 'green');
  extender.look();
  expect(extender.ledger.holdsOn('e1').map(({ expired }) => expired)).toEqual([false]);
  clock.now += 10 * MINUTE_MS;
  hear(clock.now, 'blue', 'green', 'east', 'west');
  extender.look();

  expect(given).toEqual(['e1']);
});
