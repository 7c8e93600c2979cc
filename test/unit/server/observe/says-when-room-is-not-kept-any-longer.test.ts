import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createMetrics } from '../../../../src/server/observe/metrics.ts';
import { patienceObserver } from '../../../../src/server/observe/patience-observer.ts';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { ledgerOver, PATIENCE_MS } from '../../headroom/ledger-over.ts';

function observing(nodes: number) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const metrics = createMetrics();
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  for (let index = 0; index < nodes; index += 1) cluster.node(`n${index}`);
  cluster.daemonSet('agent');
  const { ledger } = ledgerOver(cluster, clock);
  const observer = patienceObserver(ledger, log, metrics);
  ledger.refresh();
  return { lines, metrics, cluster, clock, ledger, observer };
}

async function counted({ headroomGivenUp }: ReturnType<typeof createMetrics>) {
  const { values } = await headroomGivenUp.get();
  return values.map(({ labels, value }) => [labels.kind, value]);
}

test('87 holds that end are one line and counted one by one', async () => {
  const { lines, metrics, clock, ledger, observer } = observing(87);

  clock.now = PATIENCE_MS;
  ledger.refresh();
  observer.flush();

  expect(lines).toEqual([
    {
      level: 40,
      time: expect.any(Number),
      msg: 'room is not kept any longer',
      daemonSet: 'kube-system/agent',
      nodes: 87,
      kinds: ['missing'],
      shown: Array.from({ length: 10 }, (_, index) => `n${index}`),
      more: 77,
    },
  ]);
  expect(await counted(metrics)).toEqual([['missing', 87]]);
});

test('what has ended is not told again, whatever happens on the node', async () => {
  const { lines, metrics, cluster, clock, ledger, observer } = observing(2);
  clock.now = PATIENCE_MS;
  ledger.refresh();
  observer.flush();

  clock.now += 1_000;
  cluster.node('n0');
  cluster.daemonPod('agent', { node: 'n1', bound: false });
  ledger.refresh();
  observer.flush();

  expect(lines).toHaveLength(1);
  expect(await counted(metrics)).toEqual([['missing', 2]]);
});

test('a new template that is waited for in vain is told of again', () => {
  const { lines, cluster, clock, ledger, observer } = observing(1);
  clock.now = PATIENCE_MS;
  ledger.refresh();
  observer.flush();
  cluster.daemonSet('agent', { generation: 2 });
  ledger.refresh();

  clock.now += PATIENCE_MS;
  ledger.refresh();
  observer.flush();

  expect(lines.map(({ nodes }) => nodes)).toEqual([1, 1]);
});

test('a daemon that came in time is no news', () => {
  const { lines, cluster, clock, ledger, observer } = observing(1);
  clock.now = PATIENCE_MS - 1;
  cluster.daemonPod('agent', { node: 'n0' });

  ledger.refresh();
  clock.now += PATIENCE_MS;
  ledger.refresh();
  observer.flush();

  expect(lines).toEqual([]);
});
