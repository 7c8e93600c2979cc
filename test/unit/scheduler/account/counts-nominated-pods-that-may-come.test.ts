/** A nomination counts when its scheduler asks here, the node is large enough, and not for ever. */
import { expect, test } from 'vitest';
import { NOMINATION_LIMIT_MS } from '../../../../src/scheduler/account/nominated-pods.ts';
import type { TenantPodOptions } from '../../headroom/cluster-of-daemons.ts';
import { clusterWith, filterOver } from '../cluster-with-agent.ts';
import type { ExtenderOptions } from '../extender.ts';

const PRIORITY = 100;

/** Nodes of 4 cpu that owe 500m to their agent. */
function nominationsOn(nodes: readonly string[], options: ExtenderOptions = {}) {
  const cluster = clusterWith(nodes);
  const over = filterOver(cluster, { headroom: { patience: '24h' }, ...options });
  const nominate = (name: string, node: string, pod: TenantPodOptions & { schedulerName?: string } = {}) => {
    const { schedulerName, ...rest } = pod;
    const object = cluster.tenantPod(name, { cpu: '2', priority: PRIORITY, ...rest });
    cluster.put('pods', {
      ...object,
      spec: { ...object.spec, schedulerName },
      status: { ...object.status, nominatedNodeName: node },
    });
  };
  /** Whether a pod of 2 cpu is let in; it is not remembered. */
  const admits = (node: string, priority = 0) => {
    const answer = over.filter('asks', { cpu: '2', priority }, [node]) as { NodeNames: string[] };
    cluster.putTenantPod('asks');
    cluster.gone('pods', 'asks');
    return answer.NodeNames.length > 0;
  };
  return { cluster, ...over, nominate, admits };
}

test.each<
  [what: string, schedulerName: string | undefined, schedulers: string[] | undefined, counts: boolean]
>([
  ['the default scheduler, which a pod need not name', undefined, undefined, true],
  ['the default scheduler by its name', 'default-scheduler', undefined, true],
  ['another that asks', 'batch', ['default-scheduler', 'batch'], true],
  ['another that does not ask', 'batch', undefined, false],
  ['the default scheduler, when only another asks', undefined, ['batch'], false],
])('a pod of %s', (_what, schedulerName, schedulers, counts) => {
  const { nominate, admits } = nominationsOn(['n1'], schedulers && { schedulers });

  nominate('urgent', 'n1', { ...(schedulerName !== undefined && { schedulerName }) });

  expect(admits('n1')).toBe(!counts);
});

test('a configuration that names other schedulers counts from then on', () => {
  const { nominate, admits, reconfigure } = nominationsOn(['n1']);
  nominate('urgent', 'n1', { schedulerName: 'batch' });
  const before = admits('n1');

  reconfigure({ schedulers: ['batch'] });

  expect([before, admits('n1')]).toEqual([true, false]);
});

test('a pod that is larger than the node is not kept room for, until the node grows', () => {
  const { cluster, nominate, admits } = nominationsOn(['n1']);
  nominate('huge', 'n1', { cpu: '5' });
  const tooLarge = admits('n1');

  cluster.node('n1', '6');

  expect([tooLarge, admits('n1')]).toEqual([true, false]);
});

test('of several on one node each counts for those that are not above it, in whatever order they came', () => {
  const { nominate, admits } = nominationsOn(['n1', 'n2']);
  for (const [node, ...priorities] of [
    ['n1', 10, 5],
    ['n2', 5, 10],
  ] as const) {
    for (const priority of priorities) nominate(`${node}-${priority}`, node, { priority, cpu: '2' });
  }

  const letIn = ['n1', 'n2'].map((node) => [7, 10, 11].map((priority) => admits(node, priority)));

  expect(letIn).toEqual([
    [false, false, true],
    [false, false, true],
  ]);
});

test('what the node does not declare is no reason to leave a pod out', () => {
  const { cluster, nominate, admits } = nominationsOn(['n1']);
  cluster.put('nodes', {
    metadata: { name: 'n1', uid: 'n1' },
    status: { allocatable: { cpu: '4', pods: '9' } },
  });

  nominate('urgent', 'n1', { memory: '1Gi' });

  expect(admits('n1')).toBe(false);
});

test('a nomination is believed for a while, whatever else happens to the pod, and then no more', () => {
  const { nominate, admits, clock } = nominationsOn(['n1', 'n2']);
  nominate('urgent', 'n1');

  clock.now = NOMINATION_LIMIT_MS - 1;
  nominate('urgent', 'n1', { priority: PRIORITY + 1 });
  const shortBefore = admits('n1');
  clock.now += 1;
  const over = admits('n1');
  nominate('urgent', 'n1');
  const changed = admits('n1');
  nominate('urgent', 'n2');

  expect([shortBefore, over, changed]).toEqual([false, true, true]);
  expect([admits('n1'), admits('n2')]).toEqual([true, false]);
});

test('a nomination that is taken back counts no more, and one that is made again counts anew', () => {
  const { cluster, nominate, admits, clock } = nominationsOn(['n1']);
  nominate('urgent', 'n1');
  clock.now = NOMINATION_LIMIT_MS - 1;

  cluster.putTenantPod('urgent', { cpu: '2', priority: PRIORITY });
  const takenBack = admits('n1');
  nominate('urgent', 'n1');
  clock.now += NOMINATION_LIMIT_MS - 1;

  expect([takenBack, admits('n1')]).toEqual([true, false]);
});

test('a node that takes the number of another does not inherit who was nominated there', () => {
  const { cluster, nominate, admits } = nominationsOn(['n1']);
  nominate('urgent', 'n1');
  const before = admits('n1');

  cluster.gone('nodes', 'n1');
  cluster.node('n2');
  const other = admits('n2');
  cluster.node('n1');

  expect(cluster.store.nodeNumber('n2')).toBe(0);
  expect([before, other, admits('n1')]).toEqual([false, true, false]);
});

test.each([
  ['asks', 'default-scheduler', false],
  ['does not ask', 'batch', true],
])(
  'a node to which more are nominated than any could run, by a scheduler that %s',
  (_, schedulerName, then) => {
    const { nominate, admits } = nominationsOn(['n1', 'n2']);
    const most = 1_000;
    const idle = { cpu: '0', priority: 0, schedulerName };
    for (let index = 0; index < most; index += 1) nominate(`idle-${index}`, 'n1', idle);
    const notYet = admits('n1', PRIORITY);

    nominate('one-more', 'n1', idle);

    expect(notYet).toBe(true);
    expect([admits('n1', PRIORITY), admits('n2', PRIORITY)]).toEqual([then, true]);
  },
);

test('a tenant’s nomination does not keep a daemon out of its own node, however urgent', () => {
  const { cluster, nominate, ask } = nominationsOn(['n1']);
  cluster.daemonSet('low', { priority: 0, priorityClassName: '', cpu: '1' });
  nominate('urgent', 'n1', { cpu: '3', priority: PRIORITY });
  const Pod = cluster.daemonPodObject('low', { node: 'n1', bound: false, cpu: '1', priority: 0 });

  expect(ask('filter', { Pod, NodeNames: ['n1'] })).toMatchObject({ NodeNames: ['n1'] });
});
