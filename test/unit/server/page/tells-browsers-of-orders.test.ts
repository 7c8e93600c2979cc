/** Browsers get the Orders with everything else, and again when something of them has changed. */
import { PassThrough } from 'node:stream';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { GridFeed } from '../../../../src/server/page/feed.ts';
import { clusterOf, NOW, type OrderCluster, ordersOver } from '../../orders/cluster-with-orders.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  onTestFinished(() => void vi.useRealTimers());
});

function feedOver(cluster: OrderCluster) {
  const { extender } = ordersOver(cluster, { clock: { now: NOW } });
  const failed = vi.fn();
  const feed = new GridFeed({
    extender,
    decisions: { ring: { latest: 0, since: () => [] } },
    now: () => new Date(),
    steady: () => Date.now(),
    staleAfterSeconds: () => 150,
    clock: () => Date.now(),
    failed,
  });
  onTestFinished(() => feed.stop());
  /** A browser, by the Orders that came to it since it was last asked: name, eligible and short of each. */
  const browser = () => {
    const stream = new PassThrough();
    feed.follow(stream);
    return () =>
      Array.from(String(stream.read() ?? '').matchAll(/^event: orders\ndata: (.*)$/gm), ([, data = '']) =>
        linesOf(JSON.parse(data)),
      );
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { browser, pass, failed };
}

interface Answer {
  readonly inAll: number;
  readonly orders: readonly { readonly order: string; readonly eligible: number; readonly short: number }[];
}

function linesOf({ inAll, orders }: Answer): string[] {
  return [`${inAll} in all`, ...orders.map((each) => `${each.order} ${each.eligible} ${each.short}`)];
}

test('with everything else when it comes, and not again while nothing changes', async () => {
  const cluster = clusterOf('n1', 'n2');
  cluster.order({ cpu: '1' });
  const { browser, pass, failed } = feedOver(cluster);

  const came = browser();
  await pass(500);
  const first = came();
  await pass(30_000);
  const later = browser();
  await pass(500);

  expect(first.at(-1)).toEqual(['1 in all', 'kube-system/room 2 0']);
  expect(came()).toEqual([]);
  expect(later().at(-1)).toEqual(['1 in all', 'kube-system/room 2 0']);
  expect(failed).not.toHaveBeenCalled();
});

test('a change is told within seconds, and many changes at most every three', async () => {
  const cluster = clusterOf('n1');
  cluster.order({ cpu: '1' });
  const { browser, pass } = feedOver(cluster);
  const came = browser();
  await pass(500);
  came();

  for (let index = 0; index < 30; index += 1) {
    cluster.node(`more-${index}`, '500m');
    await pass(1_000);
  }
  await pass(3_500);
  const told = came();

  expect(told.length).toBeGreaterThan(5);
  expect(told.length).toBeLessThanOrEqual(12);
  expect(told.at(-1)).toEqual(['1 in all', 'kube-system/room 31 30']);
});

test('of hundreds of Orders a hundred are shown, and all are counted', async () => {
  const cluster = clusterOf('n1');
  for (let index = 0; index < 150; index += 1) cluster.order({ name: `order-${index}`, cpu: '1m' });
  const { browser, pass } = feedOver(cluster);

  const came = browser();
  await pass(500);
  const [all, ...shown] = came().at(-1) ?? [];

  expect(all).toBe('150 in all');
  expect(shown).toHaveLength(100);
});
