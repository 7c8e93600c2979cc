/** A daemon fits where an order keeps room that is open to it, and not where it is kept from it. */
import { expect, test } from 'vitest';
import { OrderCluster } from '../../orders/cluster-with-orders.ts';
import { forecastOver } from './forecast-over.ts';

const BEGIN = '1970-01-01T00:00:00Z';

function agent(priorityClassName: string) {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'agent', namespace: 'kube-system' },
    spec: {
      selector: { matchLabels: { app: 'agent' } },
      template: {
        metadata: { labels: { app: 'agent' } },
        spec: {
          priorityClassName,
          containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '2' } } }],
        },
      },
    },
  };
}

function clusterWithOrder(owners: readonly object[] = []): OrderCluster {
  const cluster = new OrderCluster().synced();
  cluster.node('n1');
  for (const [name, value] of [
    ['low', 1],
    ['middle', 500],
    ['high', 1_000],
  ] as const) {
    cluster.put('priorityClasses', { metadata: { name }, value });
  }
  cluster.order({ created: BEGIN, cpu: '3', priorityClassName: 'middle', owners });
  return cluster;
}

test.each(['low', 'middle', 'high'])(
  'of the priority %s beside an order of a middle one',
  (priorityClass) => {
    const { nodes, report } = forecastOver(clusterWithOrder().store, agent(priorityClass));

    expect(nodes).toEqual({ n1: 'fits' });
    expect(JSON.stringify(report)).not.toContain('DW505');
  },
);

test('of any priority where the order names it', () => {
  const owners = [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent' }];

  expect(forecastOver(clusterWithOrder(owners).store, agent('low')).nodes).toEqual({ n1: 'fits' });
});
