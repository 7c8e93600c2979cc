import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HoldLedger, type LedgerSettings } from '../../../src/daemons/hold-ledger.ts';
import { DaemonCluster } from './cluster-of-daemons.ts';

const PATIENCE_MS = 600_000;
const settings: LedgerSettings = { isProtected: () => true, isHeld: () => true, patienceMs: PATIENCE_MS };

function ledgerOver(cluster: DaemonCluster, clock = { now: 0 }, changed: Partial<LedgerSettings> = {}) {
  const all = { ...settings, ...changed };
  const ledger = new HoldLedger(
    cluster.store,
    () => all,
    () => clock.now,
  );
  /** `kind cpu` of each hold on the node that is still in force. */
  const on = (node: string) => {
    ledger.refresh();
    return ledger
      .holdsOn(node)
      .filter(({ expired }) => !expired)
      .map(({ kind, amounts, daemon }) => `${daemon.daemonSet.name} ${kind} ${amounts.get('cpu') ?? 0}m`);
  };
  return { ledger, on };
}

const SURGE = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
const ON_DELETE = { type: 'OnDelete' };

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

test('patience ends a hold, and a new template begins another', () => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  cluster.node('n1');
  cluster.daemonSet('agent');
  const { on, ledger } = ledgerOver(cluster, clock);
  expect(on('n1')).toHaveLength(1);

  clock.now = PATIENCE_MS;
  const ended = on('n1');
  const shown = ledger.holdsOn('n1');
  const marked = ledger.amounts.isMarked(0, 0);
  cluster.daemonSet('agent', { generation: 2 });

  expect(ended).toEqual([]);
  expect(shown).toMatchObject([{ kind: 'missing', expired: true, since: 0 }]);
  expect(marked).toBe(false);
  expect(on('n1')).toEqual(['agent missing 500m']);
});

const HOUR_MS = 3_600_000;

test('a rollout that goes on keeps the room of the nodes whose turn has not come', () => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  for (const node of ['n1', 'n2', 'n3']) cluster.node(node);
  cluster.daemonSet('agent', { generation: 2, cpu: '900m' });
  for (const node of ['n1', 'n2', 'n3']) cluster.daemonPod('agent', { node });
  const { on } = ledgerOver(cluster, clock);
  expect(on('n3')).toEqual(['agent growth 400m']);

  clock.now = PATIENCE_MS - 1;
  cluster.gone('pods', 'agent-n1-1');
  cluster.daemonPod('agent', { node: 'n1', generation: 2, cpu: '900m' });
  clock.now += PATIENCE_MS - 1;
  const whileItGoesOn = on('n3');
  clock.now += HOUR_MS;
  const whileItStands = on('n3');
  cluster.gone('pods', 'agent-n2-1');
  cluster.daemonPod('agent', { node: 'n2', generation: 2, cpu: '900m' });

  expect(whileItGoesOn).toEqual(['agent growth 400m']);
  expect(whileItStands).toEqual([]);
  expect(on('n3')).toEqual(['agent growth 400m']);
});

test('the patience for a daemon begins when its turn has come and its predecessor is gone', () => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  cluster.node('n1');
  cluster.daemonSet('agent', { generation: 2 });
  cluster.daemonPod('agent', { node: 'n1' });
  const { on } = ledgerOver(cluster, clock);
  on('n1');

  clock.now = HOUR_MS;
  cluster.daemonPod('agent', { node: 'n1', terminating: true });
  const leaving = on('n1');
  clock.now += HOUR_MS;
  cluster.gone('pods', 'agent-n1-1');
  const gone = on('n1');
  clock.now += PATIENCE_MS;

  expect(leaving).toEqual(['agent leaving 0m']);
  expect(gone).toEqual(['agent missing 500m']);
  expect(on('n1')).toEqual([]);
});

test.each([
  'node.kubernetes.io/not-ready',
  'node.kubernetes.io/unreachable',
  'node.kubernetes.io/network-unavailable',
  'node.cloudprovider.kubernetes.io/uninitialized',
])('room is held on a node with %s, and patience begins when it is gone', (key) => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  cluster.node('n1', '4', {}, 110, [{ key, effect: 'NoSchedule' }]);
  cluster.daemonSet('agent');
  const { on, ledger } = ledgerOver(cluster, clock);
  const starting = on('n1');
  const until = ledger.holdsOn('n1')[0]?.until;

  clock.now = HOUR_MS;
  const longAfter = on('n1');
  cluster.node('n1');
  const started = on('n1');
  clock.now += PATIENCE_MS - 1;
  const nearlyOver = on('n1');
  clock.now += 1;

  expect([starting, longAfter, started, nearlyOver]).toEqual(Array(4).fill(['agent missing 500m']));
  expect(until).toBe(Number.POSITIVE_INFINITY);
  expect(on('n1')).toEqual([]);
});

test('a taint that somebody put there is no promise', () => {
  const cluster = new DaemonCluster();
  cluster.node('n1', '4', {}, 110, [{ key: 'dedicated', effect: 'NoSchedule' }]);
  cluster.daemonSet('agent');

  const { on } = ledgerOver(cluster);

  expect(on('n1')).toEqual([]);
});

test('after a rollback, pods of the revision that is the newest again are not outdated', () => {
  const cluster = new DaemonCluster();
  for (const node of ['n1', 'n2']) cluster.node(node);
  cluster.daemonSet('agent', { generation: 3, strategy: SURGE });
  for (const node of ['n1', 'n2']) cluster.daemonPod('agent', { node, revision: 'a' });
  const { on } = ledgerOver(cluster);
  const unknown = on('n2');

  cluster.gone('pods', 'agent-n1-1');
  cluster.daemonPod('agent', { node: 'n1', generation: 3, revision: 'a' });

  expect(unknown).toEqual(['agent surge 500m']);
  expect(on('n2')).toEqual([]);
});

test('a rollout that its controller calls complete is complete', () => {
  const cluster = new DaemonCluster();
  cluster.node('n1');
  cluster.daemonSet('agent', { generation: 3, strategy: SURGE });
  cluster.daemonPod('agent', { node: 'n1' });
  const { on } = ledgerOver(cluster);
  const before = on('n1');

  const status = { observedGeneration: 3, desiredNumberScheduled: 1, updatedNumberScheduled: 1 };
  cluster.daemonSet('agent', { generation: 3, strategy: SURGE, status });

  expect(before).toEqual(['agent surge 500m']);
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

test('pods on new nodes do not make a rollout that stands go on', () => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  for (const node of ['n1', 'n2']) cluster.node(node);
  cluster.daemonSet('agent', { generation: 2, cpu: '900m' });
  cluster.daemonPod('agent', { node: 'n1' });
  const { on } = ledgerOver(cluster, clock);
  on('n1');

  clock.now = PATIENCE_MS - 1;
  cluster.daemonPod('agent', { node: 'n2', generation: 2 });
  clock.now = PATIENCE_MS;

  expect(on('n1')).toEqual([]);
});

test('a node that comes back under its name is waited for anew', () => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  cluster.node('n1');
  cluster.daemonSet('agent');
  const { on } = ledgerOver(cluster, clock);
  on('n1');

  clock.now = PATIENCE_MS;
  cluster.gone('nodes', 'n1');
  cluster.put('nodes', {
    metadata: { name: 'n1', uid: 'other' },
    status: { allocatable: { cpu: '4', pods: '10' } },
  });

  expect(on('n1')).toEqual(['agent missing 500m']);
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

const NODES = ['n1', 'n2', 'n3'];
const step = fc.record({
  what: fc.constantFrom('node', 'no-node', 'set', 'no-set', 'pod', 'no-pod'),
  node: fc.constantFrom(...NODES),
  daemon: fc.constantFrom('a', 'b'),
  bound: fc.boolean(),
  terminating: fc.boolean(),
  generation: fc.constantFrom(1, 2),
  cpu: fc.constantFrom('100m', '1', '9'),
  surges: fc.boolean(),
});

test('whatever happens, the ledger is what one made anew would be', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const cluster = new DaemonCluster();
      const { ledger } = ledgerOver(cluster);
      for (const [index, { what, node, daemon, ...options }] of steps.entries()) {
        if (what === 'node') cluster.node(node, options.cpu === '9' ? '16' : '4');
        if (what === 'no-node') cluster.gone('nodes', node);
        // Every change of a spec has a generation of its own; that of the template is another matter.
        if (what === 'set')
          cluster.daemonSet(daemon, {
            ...options,
            generation: index + 1,
            templateGeneration: options.generation,
            strategy: options.surges ? SURGE : {},
          });
        if (what === 'no-set') cluster.gone('daemonSets', `/kube-system/${daemon}`);
        if (what === 'pod') cluster.daemonPod(daemon, { node, ...options });
        if (what === 'no-pod') cluster.gone('pods', `${daemon}-${node}-${options.generation}`);
        if (index % 3 === 0) ledger.refresh();
      }

      ledger.refresh();
      const fresh = new HoldLedger(
        cluster.store,
        () => settings,
        () => 0,
      );
      fresh.refresh();

      expect(ledger.amounts.markedNodes).toBe(fresh.amounts.markedNodes);
      for (const name of NODES) {
        const plain = (from: HoldLedger) =>
          from
            .holdsOn(name)
            .map(({ kind, amounts, daemon }) => [daemon.daemonSet.uid, kind, [...amounts]])
            .toSorted();
        expect(plain(ledger)).toEqual(plain(fresh));
        const number = cluster.store.nodeNumber(name);
        if (number < 0) continue;
        expect(ledger.amounts.marks[number]).toBe(fresh.amounts.marks[number]);
        for (const resource of ['cpu', 'pods']) {
          expect(ledger.amounts.held(0, resource)?.[number] ?? 0).toBe(
            fresh.amounts.held(0, resource)?.[number] ?? 0,
          );
        }
      }
    }),
    { numRuns: 400 },
  );
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
