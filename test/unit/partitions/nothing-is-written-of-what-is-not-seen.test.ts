import { expect, test } from 'vitest';
import { NOW, OrderCluster } from '../orders/cluster-with-orders.ts';
import { followOrders } from '../server/orders/followed-orders.ts';
import { ALL, partitioned } from './partitioned.ts';

const STALE_S = 151;
const PATIENCE_S = 600;

test('guardians of a partition that is behind stay as they are, however long that lasts', async () => {
  const { store, east, sync, hear } = partitioned();
  const green = new OrderCluster({ store, partition: 'green' });
  sync(...ALL);
  hear(NOW, ...ALL);
  east.node('e1');
  green.order({ enforcement: 'Guardian', strategy: { type: 'OneTime', refreshPolicy: 'Always' } });
  const { pass, count } = followOrders(green, { guardians: 'on', partition: 'green' });
  await pass(2);
  expect(count('POST')).toBe(1);

  for (let second = 0; second < STALE_S + PATIENCE_S + 30; second += 30) {
    hear(Date.now(), 'blue', 'east', 'west');
    await pass(30);
  }

  expect(count('DELETE')).toBe(0);
});
