import { expect, test } from 'vitest';
import type { SlimPod } from '../../../src/cluster/records.ts';
import { HoldLedger, type LedgerSettings } from '../../../src/headroom/hold-ledger.ts';
import { DaemonCluster } from './cluster-of-daemons.ts';

const PATIENCE_MS = 600_000;
const all: LedgerSettings = {
  isProtected: () => true,
  isSystem: () => true,
  isHeld: () => true,
  isStartupTaint: () => false,
  patienceMs: PATIENCE_MS,
};

function ledgerOver(cluster: DaemonCluster, changed: Partial<LedgerSettings> = {}) {
  const clock = { now: 0 };
  const settings = { ...all, ...changed };
  const ledger = new HoldLedger(cluster.store, () => settings, {
    now: () => clock.now,
    time: () => clock.now,
  });
  /** `daemon kind cpu memory` of each hold on the node that is still in force. */
  const on = (node: string) => {
    ledger.refresh();
    return ledger
      .holdsOn(node)
      .filter(({ expired }) => !expired)
      .map(
        ({ kind, amounts, daemon }) =>
          `${daemon.daemonSet.name} ${kind} ${amounts.get('cpu') ?? 0}m ${amounts.get('memory') ?? 0}`,
      );
  };
  /** How much cpu the sums have for a pod of that priority. */
  const heldFor = (priority: number, node = 'n1') => {
    ledger.refresh();
    const { amounts } = ledger;
    return amounts.held(amounts.levelFor(priority), 'cpu')?.[cluster.store.nodeNumber(node)] ?? 0;
  };
  return { ledger, clock, on, heldFor };
}

function clusterWith(nodes: readonly string[]): DaemonCluster {
  const cluster = new DaemonCluster();
  for (const node of nodes) cluster.node(node);
  cluster.daemonSet('agent');
  return cluster;
}

type Change = (cluster: DaemonCluster) => unknown;

const MISSING = 'agent missing 500m 0';
const runs: Change = (c) => c.daemonPod('agent', { node: 'n1' });
const waits: Change = (c) => c.daemonPod('agent', { node: 'n1', bound: false, cpu: '300m' });
const GROWN = { generation: 2, cpu: '900m' };
const SEEN = { observedGeneration: 2, desiredNumberScheduled: 5 };
const grownOverOld: Change = (c) => {
  c.daemonSet('agent', GROWN);
  c.daemonPod('agent', { node: 'n1', revision: 'old' });
};

test.each<[what: string, before: Change, change: Change, then: string[]]>([
  ['the DaemonSet is being deleted', () => {}, (c) => c.daemonSet('agent', { terminating: true }), []],
  [
    'the DaemonSet is replaced by another of its name, and nobody has seen it go',
    runs,
    (c) => c.daemonSet('agent', { uid: 'another' }),
    [MISSING],
  ],
  [
    'nothing but the generation of its template is another',
    (c) => c.daemonPod('agent', { node: 'n1', cpu: '100m' }),
    (c) => c.daemonSet('agent', { templateGeneration: 2 }),
    ['agent growth 400m 0'],
  ],
  [
    'its strategy is another, and its template the same',
    (c) => {
      c.daemonSet('agent', { ...GROWN, strategy: { type: 'OnDelete' } });
      c.daemonPod('agent', { node: 'n1' });
    },
    (c) => c.daemonSet('agent', { ...GROWN, generation: 3, templateGeneration: 2 }),
    ['agent growth 400m 0'],
  ],
  ['its pod fails', runs, (c) => c.daemonPod('agent', { node: 'n1', phase: 'Failed' }), [MISSING]],
  ['its pod ends', runs, (c) => c.daemonPod('agent', { node: 'n1', phase: 'Succeeded' }), [MISSING]],
  [
    'a pod that has ended is being deleted, which frees nothing',
    runs,
    (c) => c.daemonPod('agent', { node: 'n1', phase: 'Failed', terminating: true }),
    [MISSING],
  ],
  ['the pod that waited is gone', waits, (c) => c.gone('pods', 'agent-n1-1'), [MISSING]],
  [
    'the pod that waited is being deleted',
    waits,
    (c) => c.daemonPod('agent', { node: 'n1', bound: false, cpu: '300m', terminating: true }),
    [MISSING],
  ],
  [
    'another comes to wait beside one that is being deleted',
    (c) => c.daemonPod('agent', { node: 'n1', bound: false, cpu: '300m', terminating: true }),
    (c) => c.daemonPod('agent', { node: 'n1', bound: false, cpu: '200m', name: 'next' }),
    ['agent pending 200m 0'],
  ],
  [
    'the pod that waited is bound elsewhere',
    waits,
    (c) => c.daemonPod('agent', { node: 'n2' }),
    ['agent pending 300m 0'],
  ],
  ['the pod that waited is bound, and nobody else may know it yet', waits, runs, ['agent settling 0m 0']],
  [
    'the pod that runs is resized',
    runs,
    (c) => c.daemonPod('agent', { node: 'n1', cpu: '900m', granted: '500m' }),
    ['agent resize 0m 0'],
  ],
  [
    'the pod that was resized gets what it asks for',
    (c) => c.daemonPod('agent', { node: 'n1', cpu: '900m', granted: '500m' }),
    (c) => c.daemonPod('agent', { node: 'n1', cpu: '900m', granted: '900m' }),
    [],
  ],
  [
    'a pod waits beside the one that runs',
    runs,
    (c) => c.daemonPod('agent', { node: 'n1', bound: false, name: 'next' }),
    ['agent pending 500m 0'],
  ],
  [
    'the new pod runs beside the old',
    grownOverOld,
    (c) => c.daemonPod('agent', { node: 'n1', generation: 2, cpu: '900m' }),
    [],
  ],
  [
    'a pod of another tenant claims the daemon as its owner',
    () => {},
    (c) => c.daemonPod('agent', { node: 'n1', tenant: 'other' }),
    [MISSING],
  ],
  [
    'a newer template asks for more of one and less of the other than the pod that waits',
    (c) => c.daemonPod('agent', { node: 'n1', bound: false, memory: '1Ki' }),
    (c) => c.daemonSet('agent', { generation: 2, cpu: '200m', memory: '2Ki' }),
    ['agent pending 500m 2048'],
  ],
  [
    'the newest template is an older one come back, as a pod elsewhere shows',
    grownOverOld,
    (c) => c.daemonPod('agent', { node: 'n2', generation: 2, revision: 'old' }),
    [],
  ],
  [
    'a pod elsewhere shows that it is not',
    grownOverOld,
    (c) => c.daemonPod('agent', { node: 'n2', generation: 2, revision: 'new' }),
    ['agent growth 400m 0'],
  ],
  [
    'its controller counts every pod as up to date',
    grownOverOld,
    (c) => c.daemonSet('agent', { ...GROWN, status: { ...SEEN, updatedNumberScheduled: 5 } }),
    [],
  ],
  [
    'its controller counts one that is not',
    grownOverOld,
    (c) => c.daemonSet('agent', { ...GROWN, status: { ...SEEN, updatedNumberScheduled: 4 } }),
    ['agent growth 400m 0'],
  ],
  [
    'its controller counts them, and has not seen the newest template yet',
    grownOverOld,
    (c) =>
      c.daemonSet('agent', {
        ...GROWN,
        status: { ...SEEN, observedGeneration: 1, updatedNumberScheduled: 5 },
      }),
    ['agent growth 400m 0'],
  ],
])('%s', (_what, before, change, then) => {
  const cluster = clusterWith(['n1', 'n2']);
  before(cluster);
  const { on, heldFor, ledger } = ledgerOver(cluster);
  on('n1');

  change(cluster);

  expect(on('n1')).toEqual(then);
  expect(ledger.amounts.isMarked(0, cluster.store.nodeNumber('n1'))).toBe(then.length > 0);
  expect(heldFor(0)).toBe(Number(/ (\d+)m/.exec(then.join())?.[1] ?? 0));
});

/** The newest revision is called old again: only n2 knows. */
const toldBy = (whose: { namespace?: string; tenant?: string }): string[] => {
  const cluster = clusterWith(['n1', 'n2']);
  cluster.daemonPod('agent', { node: 'n2', generation: 2, revision: 'old', ...whose });
  grownOverOld(cluster);
  return ledgerOver(cluster).on('n1');
};

test('pods that were there before tell which revision is the newest, if they are the daemon’s', () => {
  expect(toldBy({})).toEqual([]);
  expect(toldBy({ namespace: 'shop' })).toEqual(['agent growth 400m 0']);
  expect(toldBy({ tenant: 'other' })).toEqual(['agent growth 400m 0']);
});

test('what admission adds is followed as it comes, changes and goes', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('agent', { runtimeClassName: 'sandboxed' });
  const { on } = ledgerOver(cluster);
  const seen: Record<string, string[]> = { first: on('n1') };

  cluster.limitRange('small', { memory: '1Ki' });
  seen.limited = on('n1');
  cluster.limitRange('large', { memory: '4Ki' });
  seen.twice = on('n1');
  cluster.gone('limitRanges', '/kube-system/large');
  seen.onceMore = on('n1');
  cluster.runtimeClass('sandboxed', { cpu: '100m' });
  seen.sandboxed = on('n1');
  cluster.runtimeClass('sandboxed', { cpu: '200m' }, { sandbox: 'yes' });
  seen.elsewhere = on('n1');
  cluster.gone('runtimeClasses', 'sandboxed');
  cluster.gone('limitRanges', '/kube-system/small');

  expect({ ...seen, last: on('n1') }).toEqual({
    first: [MISSING],
    limited: ['agent missing 500m 1024'],
    twice: ['agent missing 500m 4096'],
    onceMore: ['agent missing 500m 1024'],
    sandboxed: ['agent missing 600m 1024'],
    elsewhere: [],
    last: [MISSING],
  });
});

test('a LimitRange or a RuntimeClass that no daemon has touches no hold', () => {
  const cluster = clusterWith(['n1']);
  const { ledger } = ledgerOver(cluster);
  ledger.refresh();
  const [before] = ledger.holdsOn('n1');

  cluster.limitRange('theirs', { cpu: '1' }, 'shop');
  cluster.runtimeClass('sandboxed', { cpu: '1' });
  ledger.refresh();

  expect(ledger.holdsOn('n1')[0]).toBe(before);
});

test('the priority of a class is followed as it comes, changes and goes', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('agent', { priorityClassName: 'agents' });
  const { heldFor } = ledgerOver(cluster);
  const held = () => [0, 10, 20].map((priority) => heldFor(priority));

  const unknown = held();
  cluster.put('priorityClasses', { metadata: { name: 'agents' }, value: 10 });
  const known = held();
  cluster.put('priorityClasses', { metadata: { name: 'agents' }, value: 20 });
  const raised = held();
  cluster.gone('priorityClasses', 'agents');

  expect([unknown, known, raised, held()]).toEqual([
    [500, 0, 0],
    [500, 500, 0],
    [500, 500, 500],
    [500, 0, 0],
  ]);
});

test('a priority that the template itself has counts, whatever its class says', () => {
  const cluster = clusterWith(['n1']);
  cluster.put('priorityClasses', { metadata: { name: 'agents' }, value: 10 });
  cluster.daemonSet('agent', { priorityClassName: 'agents', priority: 20 });
  const { heldFor } = ledgerOver(cluster);

  expect([10, 20, 21].map((priority) => heldFor(priority))).toEqual([500, 500, 0]);
});

test('of two pods that wait for one node each keeps its own room when the other goes', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('other');
  for (const name of ['agent', 'other']) cluster.daemonPod(name, { node: 'n1', bound: false, cpu: '300m' });
  const { on } = ledgerOver(cluster);
  const both = on('n1');

  cluster.gone('pods', 'agent-n1-1');

  expect(both).toEqual(['agent pending 300m 0', 'other pending 300m 0']);
  expect(on('n1')).toEqual([MISSING, 'other pending 300m 0']);
});

test('a daemon without a class has the priority of the default one, of several the lowest', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('agent', { priorityClassName: '' });
  const { heldFor } = ledgerOver(cluster);
  const held = () => [0, 10, 20].map((priority) => heldFor(priority));
  const put = (name: string, value: number, globalDefault: boolean) =>
    cluster.put('priorityClasses', { metadata: { name }, value, globalDefault });

  put('other', 5, false);
  const none = held();
  put('high', 20, true);
  const one = held();
  put('low', 10, true);

  expect([none, one, held()]).toEqual([
    [500, 0, 0],
    [500, 500, 500],
    [500, 500, 0],
  ]);
});

test('a namespace that becomes the system’s, or is no longer, changes whose room is kept', () => {
  const cluster = clusterWith(['n1']);
  const { on } = ledgerOver(cluster, {
    isProtected: ({ namespace }) => cluster.store.within('').namespace(namespace)?.labels.of === 'system',
  });
  const label = (labels: Record<string, string>) =>
    cluster.put('namespaces', { metadata: { name: 'kube-system', labels } });

  const before = on('n1');
  label({ of: 'system' });
  const during = on('n1');
  label({});

  expect([before, during, on('n1')]).toEqual([[], [MISSING], []]);
});

test('a cluster that outgrows its arrays keeps every hold', () => {
  const cluster = clusterWith(['first']);
  const { heldFor, ledger } = ledgerOver(cluster);
  heldFor(0);
  const capacity = cluster.store.nodeCapacity;
  const last = `n${capacity}`;

  for (let index = 1; index <= capacity; index += 1) cluster.node(`n${index}`);

  expect(['first', 'n1', last].map((node) => heldFor(0, node))).toEqual([500, 500, 500]);
  expect(ledger.amounts.markedNodes).toBe(capacity + 1);
});

test('a hold of which nothing is to be held keeps nobody out, but is shown', () => {
  const cluster = clusterWith(['n1']);
  const { ledger } = ledgerOver(cluster, { isHeld: (resource) => resource === 'memory' });

  ledger.refresh();

  expect(ledger.holdsOn('n1')).toHaveLength(1);
  expect(ledger.amounts.markedNodes).toBe(0);
});

test('every hold ends by its own clock', () => {
  const cluster = clusterWith(['n1']);
  const { on, clock } = ledgerOver(cluster);
  on('n1');
  clock.now = 1_000;
  cluster.node('n2');
  on('n2');

  clock.now = PATIENCE_MS;
  const atFirst = [on('n1'), on('n2')];
  clock.now = PATIENCE_MS + 1_000;

  expect(atFirst).toEqual([[], [MISSING]]);
  expect([on('n1'), on('n2')]).toEqual([[], []]);
});

test('a daemon that came and went is waited for anew', () => {
  const cluster = clusterWith(['n1']);
  const { on, clock } = ledgerOver(cluster);
  on('n1');
  clock.now = PATIENCE_MS - 1;
  runs(cluster);
  on('n1');

  cluster.gone('pods', 'agent-n1-1');
  on('n1');
  clock.now += PATIENCE_MS - 1;
  const nearlyOver = on('n1');
  clock.now += 1;

  expect(nearlyOver).toEqual([MISSING]);
  expect(on('n1')).toEqual([]);
});

test('a node that comes back under its name is another one, and its daemon is waited for anew', () => {
  const cluster = clusterWith(['n1']);
  const { on, clock } = ledgerOver(cluster);
  on('n1');
  clock.now = PATIENCE_MS;
  const ended = on('n1');

  cluster.node('n1', '4', { zone: 'b' });
  const changed = on('n1');
  cluster.gone('nodes', 'n1');
  cluster.node('n1', '4', {}, 110, [], 'another');

  expect([ended, changed]).toEqual([[], []]);
  expect(on('n1')).toEqual([MISSING]);
});

/** Old pods on n1 and n2, none on n3, and all three have been waited for too long. */
function stoodStill() {
  const cluster = clusterWith(['n1', 'n2', 'n3']);
  cluster.daemonSet('agent', GROWN);
  for (const node of ['n1', 'n2']) cluster.daemonPod('agent', { node });
  const over = ledgerOver(cluster);
  over.on('n1');
  over.clock.now = PATIENCE_MS;
  over.ledger.refresh();
  return { cluster, ...over };
}

const TURN = 'agent growth 400m 0';

test.each<[what: string, change: Change]>([
  ['on its way out', (c) => c.daemonPod('agent', { node: 'n2', terminating: true })],
  ['gone', (c) => c.gone('pods', 'agent-n2-1')],
])('an old pod %s shows that the rollout goes on', (_what, change) => {
  const { cluster, on } = stoodStill();
  const before = on('n1');

  change(cluster);

  expect(before).toEqual([]);
  expect(on('n1')).toEqual([TURN]);
});

test.each<[what: string, change: Change]>([
  [
    'an old pod that is gone with its node',
    (c) => {
      c.gone('nodes', 'n2');
      c.gone('pods', 'agent-n2-1');
    },
  ],
  [
    'a new pod that is gone',
    (c) => {
      c.daemonPod('agent', { node: 'n3', generation: 2 });
      c.gone('pods', 'agent-n3-2');
    },
  ],
  [
    'an old pod that waited and is gone',
    (c) => {
      c.daemonPod('agent', { node: 'n3', bound: false });
      c.gone('pods', 'agent-n3-1');
    },
  ],
  ['a new pod that is bound', (c) => c.daemonPod('agent', { node: 'n3', generation: 2 })],
])('%s does not', (_what, change) => {
  const { cluster, on } = stoodStill();

  change(cluster);

  expect(on('n1')).toEqual([]);
});

test('progress of the rollout brings back turns, not what has been waited for in vain', () => {
  const { cluster, on } = stoodStill();

  cluster.gone('pods', 'agent-n2-1');

  expect(on('n1')).toEqual([TURN]);
  expect(on('n3')).toEqual([]);
});

test('a pod that goes when it was on its way out already is no second step of the rollout', () => {
  const { cluster, on, clock } = stoodStill();
  cluster.daemonPod('agent', { node: 'n2', terminating: true });
  on('n1');

  clock.now += PATIENCE_MS - 1;
  cluster.gone('pods', 'agent-n2-1');
  const nearlyOver = on('n1');
  clock.now += 1;

  expect(nearlyOver).toEqual([TURN]);
  expect(on('n1')).toEqual([]);
});

test('pods that ask for more than there is in the world leave nothing behind when they go', () => {
  const cluster = clusterWith([]);
  const allocatable = { cpu: '4', memory: '8E', pods: '110' };
  cluster.put('nodes', { metadata: { name: 'n1', uid: 'n1' }, status: { allocatable } });
  cluster.daemonSet('agent', { memory: '1001' });
  const { ledger } = ledgerOver(cluster);
  const absurd = ['x', 'y', 'z', 'q'];
  for (const name of absurd) {
    cluster.daemonSet(name, { memory: '1' });
    cluster.daemonPod(name, { node: 'n1', bound: false, memory: '8E' });
  }
  const held = () => {
    ledger.refresh();
    return ledger.amounts.held(0, 'memory')?.[0];
  };
  const before = held();

  for (const name of absurd) {
    cluster.gone('daemonSets', `/kube-system/${name}`);
    ledger.refresh();
  }

  expect(before).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
  expect(held()).toBe(1001);
});

test('a DaemonSet that changes leaves the holds of others as they are, and their clocks', () => {
  const cluster = clusterWith(['n1', 'n2']);
  cluster.daemonSet('other');
  const { ledger, clock } = ledgerOver(cluster);
  ledger.refresh();
  const othersOn = (node: string) =>
    ledger.holdsOn(node).filter(({ daemon }) => daemon.daemonSet.name === 'other');
  const before = ['n1', 'n2'].flatMap(othersOn);

  clock.now = 1_000;
  cluster.daemonSet('agent', { generation: 2, cpu: '700m' });
  ledger.refresh();
  const changed = ['n1', 'n2'].flatMap(othersOn);
  cluster.gone('daemonSets', '/kube-system/agent');
  ledger.refresh();
  const alone = ['n1', 'n2'].flatMap((node) => ledger.holdsOn(node));

  for (const after of [changed, alone]) {
    expect(after).toHaveLength(2);
    for (const [index, hold] of after.entries()) expect(hold).toBe(before[index]);
  }
});

test('a resource that no daemon asks for any more is not held any more', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('agent', { memory: '1Gi' });
  const { ledger } = ledgerOver(cluster);
  ledger.refresh();
  const before = ledger.amounts.held(0, 'memory')?.[0];

  cluster.daemonSet('agent', { generation: 2 });
  ledger.refresh();

  expect(before).toBe(2 ** 30);
  expect(ledger.amounts.held(0, 'memory')).toBeUndefined();
  expect(ledger.amounts.held(0, 'cpu')?.[0]).toBe(500);
});

test('a probe that fails and recovers makes nobody look at the node again', () => {
  const cluster = clusterWith(['n1', 'n2']);
  runs(cluster);
  const { ledger } = ledgerOver(cluster);
  ledger.refresh();
  const renewed: string[] = [];
  ledger.onRenewed((node) => renewed.push(node));
  const change = (changed: Partial<SlimPod>) => {
    for (const pod of [...cluster.store.podsOnNode('n1')]) cluster.store.put('pods', { ...pod, ...changed });
    ledger.refresh();
    return renewed.splice(0);
  };

  expect(change({ ready: true })).toEqual([]);
  expect(change({ ready: false, startedAt: 5 })).toEqual([]);
  expect(change({ ready: true, terminating: true })).toEqual(['n1']);
});
