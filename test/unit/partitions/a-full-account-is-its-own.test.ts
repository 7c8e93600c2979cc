import { expect, test } from 'vitest';
import { scheduled } from './partitioned.ts';

/** As many pods of one partition are remembered on their way. */
const MOST_PODS = 5_000;

test('a partition whose pods nobody sees arrive shuts held nodes to itself alone', () => {
  const { blue, green, east, west, hear, clock, filter } = scheduled();
  east.node('e1', '4');
  west.node('w1', '100000', {}, 100_000);
  green.daemonSet('agent');
  blue.daemonSet('agent');
  clock.now = 151_000;
  hear(clock.now, 'green', 'east', 'west');
  const small = (name: string) => ({ ...blue.tenantPod(name, { cpu: '1m' }) });
  for (let pod = 0; pod < MOST_PODS; pod += 1) filter('blue', small(`b${pod}`), ['w1']);

  expect(filter('blue', small('one-more'), ['e1'])).toEqual([]);
  expect(filter('green', green.tenantPod('web', { cpu: '1' }), ['e1'])).toEqual(['e1']);
});
