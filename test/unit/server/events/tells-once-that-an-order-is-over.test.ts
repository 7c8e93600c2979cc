/** An Event on an Order whose time is over, whatever it was that would have refreshed it. */
import { expect, test } from 'vitest';
import { OrderNews } from '../../../../src/server/events/order-news.ts';
import { clusterOf, NOW, ordersOver, SCANNER } from '../../orders/cluster-with-orders.ts';
import type { OrderOptions } from '../../orders/order.ts';

const DAY_MS = 86_400_000;

/** The reasons that are told of an order of a day, looked at twice on each of three days. */
function toldOf(options: OrderOptions, from = NOW): string[] {
  const cluster = clusterOf('n1');
  cluster.order(options);
  const clock = { now: from };
  const told: string[] = [];
  const news = new OrderNews({ clock: () => clock.now, tell: ({ reason }) => told.push(reason) });
  const { statuses } = ordersOver(cluster, { clock });
  for (const day of [0, 0, 1, 1, 2, 2]) {
    clock.now = from + day * DAY_MS;
    news.look(statuses());
  }
  return told;
}

const oneTime = (refreshPolicy: string) => ({ strategy: { type: 'OneTime', refreshPolicy } });

test.each<[what: string, options: OrderOptions]>([
  ['is never refreshed', oneTime('Never')],
  ['only a claim would refresh', { ...oneTime('OnClaim'), owners: [SCANNER] }],
  ['nobody can claim', oneTime('OnClaim')],
])('one that %s', (_what, options) => {
  expect(toldOf(options)).toEqual(['OrderExpired']);
});

test.each<[what: string, options: OrderOptions]>([
  ['is refreshed', oneTime('Always')],
  ['was paused all the time', { ...oneTime('Never'), paused: true }],
  [
    'comes again on a schedule',
    { duration: '2h', strategy: { type: 'Scheduled', refreshPolicy: 'Never', schedule: '0 0 * * *' } },
  ],
])('nothing of one that %s', (_what, options) => {
  expect(toldOf(options)).toEqual([]);
});

test('nor by a process that began after its end', () => {
  expect(toldOf(oneTime('Never'), NOW + DAY_MS)).toEqual([]);
});
