/** A pod that is refused everywhere is told the same of the whole cluster, whichever part of it a call names. */
import { expect, test } from 'vitest';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { OrderCluster, ordersOver } from '../../orders/cluster-with-orders.ts';
import { filterOver } from '../cluster-with-agent.ts';

interface Answer {
  readonly NodeNames: readonly string[];
  readonly FailedNodes: Readonly<Record<string, string>>;
  readonly FailedAndUnresolvableNodes: Readonly<Record<string, string>>;
}

/** Two nodes that hold too much, one that is full, one of another pool, one with a taint, and one that holds and is full. */
function unevenCluster(): DaemonCluster {
  const cluster = new DaemonCluster().synced();
  const pool = { pool: 'a' };
  for (const node of ['held-1', 'held-2']) cluster.node(node, '4', { ...pool, agent: 'yes' });
  cluster.node('full', '4', pool);
  cluster.node('other', '4', { pool: 'b' });
  cluster.node('tainted', '4', pool, 110, [{ key: 'dedicated', effect: 'NoSchedule' }]);
  cluster.node('both', '4', { ...pool, agent: 'yes' });
  cluster.daemonSet('agent', { nodeSelector: { agent: 'yes' } });
  for (const node of ['full', 'both']) cluster.putTenantPod(`on-${node}`, { node, cpu: '3' });
  return cluster;
}

function asks(cluster: DaemonCluster) {
  const over = filterOver(cluster);
  const Pod = cluster.tenantPod('web', { cpu: '3600m' });
  const pod = { ...Pod, spec: { ...Pod.spec, nodeSelector: { pool: 'a' } } };
  const ask = (...NodeNames: string[]) => over.ask('filter', { Pod: pod, NodeNames }) as Answer;
  return { ...over, ask };
}

/** How many nodes the scheduler counts of each reason, and which of them it may evict somebody on. */
function told({ FailedNodes, FailedAndUnresolvableNodes }: Answer) {
  return {
    resolvable: Object.fromEntries(Object.entries(FailedNodes).sort()),
    unresolvable: Object.fromEntries(Object.entries(FailedAndUnresolvableNodes).sort()),
  };
}

const ALL = {
  resolvable: { both: 'Insufficient cpu', full: 'Insufficient cpu' },
  unresolvable: {
    'held-1': 'DW504 room held for daemons',
    'held-2': 'DW504 room held for daemons',
    other: 'DW502 node selector or affinity',
    tainted: 'DW503 taint not tolerated',
  },
};

test('from the third time in a row on, every node is told of, and always in the same way', () => {
  const { ask } = asks(unevenCluster());

  const answers = [ask('held-1'), ask('held-2'), ask('held-1'), ask('held-2'), ask('held-1', 'held-2')];

  expect(answers.slice(0, 2).map(({ FailedNodes }) => FailedNodes)).toEqual([{}, {}]);
  expect(answers.slice(2).map(told)).toEqual([ALL, ALL, ALL]);
});

test('who is asked about after a while is told of the nodes of the call alone', () => {
  const { ask, clock } = asks(unevenCluster());
  const answers = ['held-1', 'held-2', 'held-1', 'held-2'].map((node) => {
    clock.now += 3_000;
    return ask(node);
  });

  expect(answers.map(({ FailedNodes }) => FailedNodes)).toEqual([{}, {}, {}, {}]);
});

test('it stays so after a while, and ends when the pod is let in somewhere', () => {
  const cluster = unevenCluster();
  const { ask, clock } = asks(cluster);
  for (let time = 0; time < 3; time += 1) ask('held-1');
  clock.now += 60_000;
  const later = ask('held-2');
  cluster.node('new', '4', { pool: 'a' });
  const passed = ask('held-1', 'new');
  const afterwards = ask('held-1');

  expect(told(later)).toEqual(ALL);
  expect(passed.NodeNames).toEqual(['new']);
  expect(afterwards.FailedNodes).toEqual({});
});

test('a busy machine takes a second or two until it asks again', () => {
  const { ask, clock } = asks(unevenCluster());
  const answers = ['held-1', 'held-2', 'held-1', 'held-2'].map((node) => {
    clock.now += 2_000;
    return ask(node);
  });

  expect(answers.slice(2).map(told)).toEqual([ALL, ALL]);
});

test('at most twenty pods a second are told of every node', () => {
  const cluster = unevenCluster();
  const { ask, clock } = filterOver(cluster);
  const asked = (name: string) =>
    ask('filter', { Pod: cluster.tenantPod(name, { cpu: '3600m' }), NodeNames: ['held-1'] }) as Answer;
  const everyone = () => Array.from({ length: 25 }, (_, index) => asked(`p${index}`));
  const toldOfAll = (answers: readonly Answer[]) =>
    answers.filter(({ FailedNodes }) => Object.keys(FailedNodes).length > 0).length;
  everyone();
  everyone();

  expect(toldOfAll(everyone())).toBe(20);
  clock.now += 1_000;
  expect(toldOfAll(everyone())).toBe(20);
});

test('a node that the pod could go to is not told of: the next call may name it', () => {
  const cluster = unevenCluster();
  cluster.node('free', '4', { pool: 'a' });
  const { ask } = asks(cluster);
  for (let time = 0; time < 2; time += 1) ask('held-1');

  expect(told(ask('held-2'))).toEqual(ALL);
});

/** Each node for another cause: an order, pods on their way, too many pods; `first` is the one that is asked about. */
function unevenReasons() {
  const cluster = new OrderCluster().synced();
  cluster.node('first', '4', { agent: 'yes' });
  cluster.node('ordered', '4', { order: 'yes' });
  cluster.node('taken', '8', { agent: 'yes' });
  cluster.node('crowded', '8', {}, 1);
  cluster.daemonSet('agent', { nodeSelector: { agent: 'yes' } });
  cluster.order({ cpu: '1', nodeSelector: { order: 'yes' } });
  cluster.putTenantPod('one', { node: 'crowded', cpu: '1m' });
  const over = ordersOver(cluster);
  over.filtered(cluster.tenantPod('on-its-way', { cpu: '4' }), ['taken']);
  const Pod = cluster.tenantPod('web', { cpu: '3600m' });
  return () => over.ask('filter', { Pod, NodeNames: ['first'] }) as Answer;
}

test('every node is told of for its own cause, in the words of a call that names it', () => {
  const ask = unevenReasons();
  for (let time = 0; time < 2; time += 1) ask();

  expect(told(ask())).toEqual({
    resolvable: { crowded: 'Too many pods' },
    unresolvable: {
      first: 'DW504 room held for daemons',
      ordered: 'DW505 room held by an order',
      taken: 'DW504 room taken by pods on their way',
    },
  });
});
