import { expect, test } from 'vitest';
import { createProjector } from '../../../src/cluster/projection/projector.ts';
import { NOW } from '../orders/cluster-with-orders.ts';
import { orderObject } from '../orders/order.ts';
import { ALL, scheduled } from './partitioned.ts';

const MINUTE_MS = 60_000;
const LATE = 151_000;

function withOrder() {
  const over = scheduled({ headroom: { patience: '10m' }, clock: { now: NOW } });
  over.hear(NOW, ...ALL);
  over.east.node('e1');
  const projected = createProjector('green').orders(orderObject({ cpu: '2' }));
  if (!projected.ok) throw new Error(projected.error);
  over.store.put('orders', projected.record);
  /** After so long, in which green was not heard of. */
  const passes = (ms: number, cpu: string) => {
    over.clock.now = NOW + ms;
    over.hear(over.clock.now, 'blue', 'east', 'west');
    return over.filter('blue', over.blue.tenantPod(`${ms}-${cpu}`, { cpu }), ['e1']).length > 0;
  };
  return { ...over, passes };
}

test('the room of an Order stands for the patience while its partition is behind, and then ends', () => {
  const { passes } = withOrder();
  expect(passes(0, '3')).toBe(false);
  expect(passes(LATE, '3')).toBe(false);
  expect(passes(LATE + 9 * MINUTE_MS, '3')).toBe(false);
  expect(passes(LATE + 11 * MINUTE_MS, '3')).toBe(true);
});

test('it is there again when the partition is', () => {
  const { passes, hear, clock, extender } = withOrder();
  passes(0, '4');
  passes(LATE, '4');
  passes(LATE + 11 * MINUTE_MS, '4');
  const kept = () => extender.look() && extender.ledger.reservationsOn('e1').length;
  expect(kept()).toBe(0);

  hear(clock.now, 'green');

  expect(kept()).toBe(1);
});
