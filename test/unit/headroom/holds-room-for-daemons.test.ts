import { expect, test } from 'vitest';
import { DaemonCluster } from './cluster-of-daemons.ts';
import { ledgerOver, ON_DELETE, SURGE } from './ledger-over.ts';

test.each<[string, (cluster: DaemonCluster) => void, string[]]>([
  ['no pod at all', () => {}, ['agent missing 500m']],
  [
    'a pod that waits for this node, with requests of its own',
    (c) => c.daemonPod('agent', { node: 'n1', bound: false, cpu: '300m' }),
    ['agent pending 300m'],
  ],
  ['a pod that runs', (c) => c.daemonPod('agent', { node: 'n1' }), []],
  [
    'a pod on its way out',
    (c) => c.daemonPod('agent', { node: 'n1', terminating: true }),
    ['agent leaving 0m'],
  ],
  [
    'a smaller pod on its way out',
    (c) => c.daemonPod('agent', { node: 'n1', terminating: true, cpu: '200m' }),
    ['agent leaving 300m'],
  ],
  [
    'a pod that was resized and waits for its node to grant it',
    (c) => c.daemonPod('agent', { node: 'n1', cpu: '900m', granted: '500m' }),
    ['agent resize 0m'],
  ],
  [
    'a pod that was resized, and has it',
    (c) => c.daemonPod('agent', { node: 'n1', cpu: '900m', granted: '900m' }),
    [],
  ],
  [
    'an older template that asked for less, and a pod that waits to grow',
    (c) => {
      c.daemonSet('agent', { generation: 2, cpu: '900m' });
      c.daemonPod('agent', { node: 'n1', cpu: '700m', granted: '500m' });
    },
    ['agent growth 200m'],
  ],
  [
    'an older template that asked for less',
    (c) => {
      c.daemonSet('agent', { generation: 2, cpu: '900m' });
      c.daemonPod('agent', { node: 'n1' });
    },
    ['agent growth 400m'],
  ],
  [
    'an older template that asked for the same',
    (c) => {
      c.daemonSet('agent', { generation: 2 });
      c.daemonPod('agent', { node: 'n1' });
    },
    ['agent growth 0m'],
  ],
  [
    'an older template, with surge',
    (c) => {
      c.daemonSet('agent', { generation: 2, strategy: SURGE });
      c.daemonPod('agent', { node: 'n1' });
    },
    ['agent surge 500m'],
  ],
  [
    'an older template, on delete',
    (c) => {
      c.daemonSet('agent', { generation: 2, cpu: '900m', strategy: ON_DELETE });
      c.daemonPod('agent', { node: 'n1' });
    },
    [],
  ],
  ['a node that it does not want', (c) => c.daemonSet('agent', { nodeSelector: { pool: 'gpu' } }), []],
  ['a node on which it never fits', (c) => c.daemonSet('agent', { cpu: '5' }), []],
  ['a DaemonSet that is gone', (c) => c.gone('daemonSets', '/kube-system/agent'), []],
])('%s', (_what, arrange, expected) => {
  const cluster = new DaemonCluster();
  cluster.node('n1');
  cluster.daemonSet('agent');
  arrange(cluster);

  const { on } = ledgerOver(cluster);

  expect(on('n1')).toEqual(expected);
});

test('a new node has its holds before anybody can be placed there', () => {
  const cluster = new DaemonCluster();
  cluster.daemonSet('agent');
  const { on, ledger } = ledgerOver(cluster);
  expect(on('n1')).toEqual([]);

  cluster.node('n1');

  expect(on('n1')).toEqual(['agent missing 500m']);
  expect(ledger.amounts.held(0, 'cpu')?.[cluster.store.nodeNumber('n1')]).toBe(500);
  expect(ledger.amounts.held(0, 'pods')?.[cluster.store.nodeNumber('n1')]).toBe(1);
});

test('only daemons of at least the pod’s own priority count', () => {
  const cluster = new DaemonCluster();
  cluster.put('priorityClasses', { metadata: { name: 'low' }, value: 10 });
  cluster.node('n1');
  cluster.daemonSet('high');
  cluster.daemonSet('low', { priorityClassName: 'low' });
  const { ledger } = ledgerOver(cluster);
  ledger.refresh();
  const held = (priority: number) => ledger.amounts.held(ledger.amounts.levelFor(priority), 'cpu')?.[0] ?? 0;

  expect([0, 10, 11, 2_000_001_000, 2_000_001_001].map(held)).toEqual([1000, 1000, 500, 500, 0]);
});

test('a taint that somebody put there is no promise', () => {
  const cluster = new DaemonCluster();
  cluster.node('n1', '4', {}, 110, [{ key: 'dedicated', effect: 'NoSchedule' }]);
  cluster.daemonSet('agent');

  const { on } = ledgerOver(cluster);

  expect(on('n1')).toEqual([]);
});

test('a waiting pod of an older template holds what its successor will ask for', () => {
  const cluster = new DaemonCluster();
  cluster.node('n1');
  cluster.daemonSet('agent', { generation: 2, cpu: '900m' });
  cluster.daemonPod('agent', { node: 'n1', bound: false });

  const { on } = ledgerOver(cluster);

  expect(on('n1')).toEqual(['agent pending 900m']);
});

test('a waiting pod that its node could not hold if it were empty holds nothing', () => {
  const cluster = new DaemonCluster();
  cluster.node('n1');
  cluster.daemonSet('a', { generation: 2, cpu: '1' });
  const { on } = ledgerOver(cluster);

  cluster.daemonPod('a', { node: 'n1', bound: false, cpu: '9', generation: 2 });
  const newest = on('n1');
  cluster.gone('pods', 'a-n1-2');
  cluster.daemonPod('a', { node: 'n1', bound: false, cpu: '9', generation: 1 });

  expect(newest).toEqual([]);
  // One of an older template is about to be replaced by one that fits.
  expect(on('n1')).toEqual(['a pending 1000m']);
});

test('a pod of another namespace that claims the daemon as its owner does not take its place', () => {
  const cluster = new DaemonCluster();
  cluster.node('n1');
  cluster.daemonSet('agent');
  cluster.daemonPod('agent', { node: 'n1', namespace: 'tenant' });

  const { on } = ledgerOver(cluster);

  expect(on('n1')).toEqual(['agent missing 500m']);
});

test('events that only count pods change nothing', () => {
  const cluster = new DaemonCluster();
  cluster.node('n1');
  cluster.daemonSet('agent');
  const { ledger } = ledgerOver(cluster);
  ledger.refresh();
  const before = ledger.amounts;

  cluster.daemonSet('agent');
  ledger.refresh();

  expect(ledger.amounts).toBe(before);
});

test('resources that are not to be held are not', () => {
  const cluster = new DaemonCluster();
  cluster.node('n1');
  cluster.daemonSet('agent');
  const { ledger } = ledgerOver(cluster, { now: 0 }, { isHeld: (resource) => resource === 'memory' });

  ledger.refresh();

  expect(ledger.amounts.held(0, 'cpu')).toBeUndefined();
  expect(ledger.amounts.isMarked(0, 0)).toBe(false);
});

test('what a template only limits is held as if it were asked for, as pods will ask', () => {
  const cluster = new DaemonCluster();
  cluster.node('n1');
  const limits = { cpu: '400m', memory: '64Mi' };
  cluster.put('daemonSets', {
    metadata: { name: 'agent', namespace: 'kube-system', uid: 'u', generation: 1 },
    spec: {
      template: {
        spec: {
          initContainers: [{ name: 'i', resources: { limits: { cpu: '900m' } } }],
          containers: [{ name: 'c', resources: { limits, requests: { memory: '32Mi' } } }],
        },
      },
    },
  });

  const { on, ledger } = ledgerOver(cluster);

  expect(on('n1')).toEqual(['agent missing 900m']);
  expect(ledger.holdsOn('n1')[0]?.amounts.get('memory')).toBe(33_554_432n);
});

test('what LimitRanges and the RuntimeClass will add is held before any pod has shown it', () => {
  const cluster = new DaemonCluster();
  cluster.node('n1');
  cluster.limitRange('defaults', { cpu: '2', memory: '64Mi' });
  cluster.limitRange('elsewhere', { memory: '1Gi' }, 'shop');
  cluster.runtimeClass('sandboxed', { cpu: '250m' });
  cluster.daemonSet('agent', { runtimeClassName: 'sandboxed' });

  const { on, ledger } = ledgerOver(cluster);

  expect(on('n1')).toEqual(['agent missing 750m']);
  expect(ledger.holdsOn('n1')[0]?.amounts.get('memory')).toBe(67_108_864n);
});

test('nothing is held where the runtime of the daemon is not: its pod waits there in vain', () => {
  const cluster = new DaemonCluster();
  cluster.node('n1', '4', { sandbox: 'yes' });
  cluster.node('n2');
  cluster.runtimeClass('sandboxed', {}, { sandbox: 'yes' });
  cluster.daemonSet('agent', { runtimeClassName: 'sandboxed' });
  cluster.daemonPod('agent', { node: 'n2', bound: false });

  const { on } = ledgerOver(cluster);

  expect([on('n1'), on('n2')]).toEqual([['agent missing 500m'], []]);
});

test('what pods ask for beyond the template is held too, once one has shown it', () => {
  const cluster = new DaemonCluster();
  for (const node of ['n1', 'n2']) cluster.node(node);
  cluster.daemonSet('agent');
  const { on } = ledgerOver(cluster);
  const before = on('n2');

  cluster.daemonPod('agent', { node: 'n1', cpu: '700m', revision: 'a' });

  expect(before).toEqual(['agent missing 500m']);
  expect(on('n2')).toEqual(['agent missing 700m']);
});

test('pods that were resized one by one say nothing of what is added to all', () => {
  const cluster = new DaemonCluster();
  for (const node of ['n1', 'n2', 'n3']) cluster.node(node);
  cluster.daemonSet('agent');
  cluster.daemonPod('agent', { node: 'n1', cpu: '2', revision: 'a' });
  const { on } = ledgerOver(cluster);
  const afterOne = on('n3');

  cluster.daemonPod('agent', { node: 'n2', cpu: '700m', revision: 'a' });
  const afterTwo = on('n3');
  cluster.daemonPod('agent', { node: 'n2', cpu: '100m', revision: 'a' });

  expect(afterOne).toEqual(['agent missing 2000m']);
  expect(afterTwo).toEqual(['agent missing 700m']);
  expect(on('n3')).toEqual(['agent missing 500m']);
});
