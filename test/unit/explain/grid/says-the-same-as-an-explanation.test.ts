/** A cell of the grid and the explanation of the same daemon on the same node never differ. */
import { expect, test } from 'vitest';
import { loadSnapshot } from '../../../../src/cluster/snapshot/snapshot.ts';
import type { ClusterView } from '../../../../src/cluster/view.ts';
import { OPERATORS } from '../../../../src/explain/audience.ts';
import { daemonCells } from '../../../../src/explain/daemon/daemon-cell.ts';
import { NOBODY_HERE, podsByNode } from '../../../../src/explain/daemon/daemons-pods.ts';
import { compiledDaemon } from '../../../../src/explain/daemonset.ts';
import { decodedCell, stateOf } from '../../../../src/explain/grid/cell.ts';
import { Grid } from '../../../../src/explain/grid/grid.ts';
import type { Scene } from '../../../../src/explain/scene.ts';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { extenderOver } from '../../scheduler/extender.ts';

function pictureOf(view: ClusterView) {
  const { extender } = extenderOver(view);
  extender.look();
  const grid = new Grid({
    view,
    ledger: extender.ledger,
    keepsRoom: () => true,
    isStartupTaint: (key) => extender.rules.ledger.isStartupTaint(key),
  });
  const look = () => {
    extender.look();
    grid.refresh(() => false);
    const { daemonSets } = { daemonSets: grid.columns.all.map(({ daemon }) => daemon.daemonSet) };
    return new Map(
      [...grid.rows.values()].flatMap(({ node, cells }) =>
        daemonSets.map(({ name }, column) => [`${name} ${node.name}`, cells[column] ?? 0] as const),
      ),
    );
  };
  return { extender, grid, look };
}

function explained({
  extender,
  view,
}: {
  extender: ReturnType<typeof extenderOver>['extender'];
  view: ClusterView;
}) {
  const { ledger, account, rules } = extender;
  const scene: Scene = {
    view,
    ledger,
    account,
    rules,
    now: 0,
    blindTimeOf: () => 0,
    isWatching: true,
    turns: null,
    problem: null,
  };
  return new Map(
    [...view.daemonSets()].flatMap((daemonSet) => {
      const pods = podsByNode(daemonSet, view);
      const cell = daemonCells(compiledDaemon(daemonSet, scene), scene, OPERATORS);
      return Array.from(view.nodes(), (node) => [
        `${daemonSet.name} ${node.name}`,
        cell(node, pods.get(node.name) ?? NOBODY_HERE).state,
      ]);
    }),
  );
}

test('on the example cluster, cell by cell', () => {
  const { store } = loadSnapshot(['examples/cluster.yaml']);
  const { extender, look } = pictureOf(store);

  const states = new Map(Array.from(look(), ([place, byte]) => [place, stateOf(byte)]));

  expect(states).toEqual(explained({ extender, view: store }));
  expect(states.get('log-shipper general-2')).toBe('waiting');
});

test('while nodes, pods and DaemonSets change, a row at a time', () => {
  const cluster = new DaemonCluster();
  for (const name of ['n1', 'n2', 'n3']) cluster.node(name);
  cluster.daemonSet('agent');
  cluster.daemonSet('logger', { cpu: '5' });
  cluster.synced();
  const { extender, grid, look } = pictureOf(cluster.store);
  const agree = () => {
    const states = new Map(Array.from(look(), ([place, byte]) => [place, stateOf(byte)]));
    expect(states).toEqual(explained({ extender, view: cluster.store }));
  };
  agree();
  const changes: (() => void)[] = [
    () => void cluster.daemonPod('agent', { node: 'n1', bound: false }),
    () => void cluster.daemonPod('agent', { node: 'n1', ready: true }),
    () => void cluster.daemonPod('agent', { node: 'n1', ready: true, terminating: true }),
    () => cluster.gone('pods', 'agent-n1-1'),
    () => cluster.putTenantPod('t', { node: 'n2', cpu: '4' }),
    () => cluster.node('n2', '8'),
    () => cluster.node('n3', '4', {}, 110, [{ key: 'k', effect: 'NoExecute' }]),
    () => cluster.daemonSet('logger', { cpu: '100m', generation: 2 }),
    () => cluster.gone('nodes', 'n1'),
    () => cluster.node('n4'),
    () => cluster.daemonSet('third', { namespace: 'shop', cpu: '1' }),
    () => cluster.gone('daemonSets', '/kube-system/agent'),
  ];
  for (const change of changes) {
    change();
    agree();
  }
  expect([...grid.rows.values()].map(({ node }) => node.name).sort()).toEqual(['n2', 'n3', 'n4']);
});

test('only what has changed is told', () => {
  const cluster = new DaemonCluster();
  for (let number = 0; number < 50; number += 1) cluster.node(`n${number}`);
  cluster.daemonSet('agent');
  cluster.synced();
  const { grid, look } = pictureOf(cluster.store);
  look();
  expect(grid.takeChanged()).toHaveLength(50);

  cluster.daemonPod('agent', { node: 'n7', ready: true });
  look();
  const changed = grid.takeChanged().map((number) => grid.rows.get(number)?.node.name);
  cluster.daemonPod('agent', { node: 'no-such-node' });
  look();

  expect(changed).toEqual(['n7']);
  expect(grid.takeChanged()).toEqual([]);
});

test('it works for as long as it is given, and goes on where it was', () => {
  const cluster = new DaemonCluster();
  for (let number = 0; number < 10; number += 1) cluster.node(`n${number}`);
  cluster.daemonSet('agent');
  cluster.synced();
  const { extender, grid } = pictureOf(cluster.store);
  extender.look();

  let turns = 1;
  while (!grid.refresh(() => true)) turns += 1;

  expect(turns).toBe(10);
  expect(grid.rows.size).toBe(10);
});

test('a port that another pod has is the cause, before any resource', () => {
  const cluster = new DaemonCluster();
  cluster.node('n1');
  cluster.synced();
  const withPort = { ports: [{ containerPort: 80, hostPort: 8080 }], name: 'c' };
  cluster.put('daemonSets', {
    metadata: { name: 'agent', namespace: 'kube-system', uid: 'ds-agent', generation: 1 },
    spec: { selector: {}, template: { spec: { containers: [withPort] } } },
  });
  cluster.put('pods', {
    metadata: { name: 'other', namespace: 'shop', uid: 'other' },
    spec: { nodeName: 'n1', containers: [withPort] },
    status: { phase: 'Running' },
  });
  const { look } = pictureOf(cluster.store);

  const byte = look().get('agent n1') ?? 0;

  expect(decodedCell(byte).cause).toBe('port');
});
