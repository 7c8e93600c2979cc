/** Pods that were placed while nobody asked us, or nobody remembered, may be on their way: held room waits for them. */
import { describe, expect, test } from 'vitest';
import type { Configuration } from '../../../../src/config/schema/schema.ts';
import type { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { clusterWith, filterOver, hear } from '../cluster-with-agent.ts';

const TAKEN = 'DW504 room taken by pods on their way';
const SILENCE_MS = 3_000;
const LONGEST_MS = 60_000;
/** For the view, and not yet for anybody's patience. */
const TOO_OLD_MS = 200_000;

/** `n1` owes its agent 500m, `n2` has it; a tenant's pod waits from before. */
function afterTheStart(
  prepare: (cluster: DaemonCluster) => void = (cluster) => cluster.putTenantPod('early'),
) {
  const cluster = clusterWith(['n1', 'n2'], 'watch');
  cluster.daemonPod('agent', { node: 'n2' });
  prepare(cluster);
  const clock = { now: 0 };
  hear(cluster, 0);
  const over = filterOver(cluster, { clock });
  over.ask('bind', { PodUID: 'somebody', Node: 'n2' });
  const passing = (name: string) => {
    hear(cluster, clock.now);
    return (over.filter(name, { cpu: '1' }, ['n1', 'n2']) as { NodeNames: string[] }).NodeNames;
  };
  return { ...over, cluster, clock, passing };
}

test('where room is kept nobody is let in for a moment, and everywhere else at once', () => {
  const { filter, clock, passing } = afterTheStart();

  expect(filter('new', { cpu: '1' }, ['n1', 'n2'])).toMatchObject({
    NodeNames: ['n2'],
    FailedAndUnresolvableNodes: { n1: TAKEN },
  });
  clock.now = SILENCE_MS - 1;
  expect(passing('new')).toEqual(['n2']);
  clock.now = SILENCE_MS;
  expect(passing('new')).toEqual(['n1', 'n2']);
});

test('a pod that was meant for another node may have come to this one', () => {
  const { filter } = afterTheStart((cluster) => {
    const pod = cluster.tenantPod('early', { cpu: '3' });
    cluster.put('pods', { ...pod, status: { ...pod.status, nominatedNodeName: 'n2' } });
  });

  expect(filter('new', { cpu: '1' }, ['n1', 'n2'])).toMatchObject({
    FailedAndUnresolvableNodes: { n1: TAKEN },
  });
});

test('nobody is evicted for it', () => {
  const { ask, filter, cluster } = afterTheStart();
  cluster.putTenantPod('victim', { node: 'n1', cpu: '1' });
  filter('new', { cpu: '1', priority: 10 }, ['n1']);
  const Pod = cluster.tenantPod('new', { cpu: '1', priority: 10 });
  const NodeNameToMetaVictims = { n1: { Pods: [{ UID: 'victim' }], NumPDBViolations: 0 } };

  expect(ask('preempt', { Pod, NodeNameToMetaVictims })).toEqual({ NodeNameToMetaVictims: {} });
});

describe('it is over as soon as every one is accounted for', () => {
  test.each<[what: string, happens: (over: ReturnType<typeof afterTheStart>) => void]>([
    ['seen bound', ({ cluster }) => cluster.putTenantPod('early', { node: 'n2' })],
    ['gone', ({ cluster }) => cluster.gone('pods', 'early')],
    ['asked about', ({ passing }) => void passing('early')],
    ['told of', ({ ask }) => void ask('bind', { PodUID: 'early', Node: 'n2' })],
  ])('%s', (_what, happens) => {
    const over = afterTheStart();
    over.passing('new');

    happens(over);

    expect(over.passing('other')).toEqual(['n1', 'n2']);
  });
});

test('a pod that is told of counts on its node, though it was never asked about', () => {
  const { ask, filter, told } = afterTheStart((cluster) => cluster.putTenantPod('early', { cpu: '3' }));

  ask('bind', { PodUID: 'early', Node: 'n1' });

  expect(filter('new', { cpu: '1' }, ['n1', 'n2'])).toMatchObject({ NodeNames: ['n2'] });
  expect(told.witnessed).toEqual([false, false]);
});

test('as long as they come it lasts, but not for ever', () => {
  const names = Array.from({ length: 60 }, (_, index) => `early-${index}`);
  const { cluster, clock, passing } = afterTheStart((before) => {
    for (const name of names) before.putTenantPod(name);
  });
  const answers = [passing('new')];

  for (const name of names.slice(0, 30)) {
    clock.now += SILENCE_MS - 1;
    cluster.putTenantPod(name, { node: 'n2', cpu: '0' });
    answers.push(passing('new'));
  }

  const lasted = answers.findIndex((nodes) => nodes.includes('n1'));
  expect(lasted).toBe(Math.ceil(LONGEST_MS / (SILENCE_MS - 1)));
});

test.each<[what: string, prepare: (cluster: DaemonCluster) => void]>([
  ['nobody waited', () => {}],
  ['a daemon waited, whose room is held', (c) => c.daemonPod('agent', { node: 'n1', bound: false })],
])('%s: nothing is withheld', (_what, prepare) => {
  const { passing } = afterTheStart(prepare);

  expect(passing('new')).toEqual(['n1', 'n2']);
});

test('what came of an earlier wait does not make this one longer', () => {
  const { cluster, clock, filter, passing, reconfigure } = afterTheStart();
  passing('new');
  cluster.putTenantPod('early', { node: 'n2' });
  reconfigure({ headroom: { mode: 'off' } });
  filter('unknown', { cpu: '1' }, ['n1', 'n2']);
  cluster.putTenantPod('unknown');
  reconfigure({ headroom: { mode: 'enforce' } });
  passing('new');

  clock.now += SILENCE_MS;

  expect(passing('new')).toEqual(['n1', 'n2']);
});

test('a daemon is not kept out', () => {
  const { cluster, ask } = afterTheStart();
  const Pod = cluster.daemonPodObject('agent', { node: 'n1', bound: false });

  expect(ask('filter', { Pod, Nodes: null, NodeNames: ['n1'] })).toMatchObject({ NodeNames: ['n1'] });
});

test.each<[what: string, mode: Configuration['headroom']['mode'], blind: boolean]>([
  ['the mode was off', 'off', false],
  ['the view was too old', 'enforce', true],
])('it begins again when %s', (_what, mode, blind) => {
  const { cluster, clock, filter, passing, reconfigure } = afterTheStart(() => {});
  passing('first');
  reconfigure({ headroom: { mode } });
  if (blind) clock.now = TOO_OLD_MS;
  filter('unknown', { cpu: '1' }, ['n1', 'n2']);
  cluster.putTenantPod('unknown');

  reconfigure({ headroom: { mode: 'enforce' } });

  expect(passing('new')).toEqual(['n2']);
});

const AWAY_MS = 5_000;

describe('it begins again when another replica was asked meanwhile', () => {
  /** A pod that comes and is bound, in the view of a replica that is not asked. */
  function boundWithoutUs({ cluster }: ReturnType<typeof afterTheStart>): void {
    cluster.putTenantPod('elsewhere');
    cluster.putTenantPod('elsewhere', { node: 'n2', cpu: '0' });
    cluster.putTenantPod('waiting');
  }

  test('for long', () => {
    const over = afterTheStart(() => {});
    over.passing('first');
    over.clock.now += AWAY_MS + 1;
    boundWithoutUs(over);

    expect(over.passing('new')).toEqual(['n2']);
    over.clock.now += SILENCE_MS;
    expect(over.passing('new')).toEqual(['n1', 'n2']);
  });

  test('but not for one that was bound while we were asked', () => {
    const over = afterTheStart(() => {});
    over.passing('first');
    over.clock.now += AWAY_MS - 1;
    boundWithoutUs(over);

    expect(over.passing('new')).toEqual(['n1', 'n2']);
  });

  test.each<[what: string, happens: (over: ReturnType<typeof afterTheStart>) => void]>([
    ['the one that we let pass', ({ cluster }) => cluster.putTenantPod('first', { node: 'n2', cpu: '0' })],
    [
      'a daemon',
      ({ cluster }) => {
        cluster.daemonPod('agent', { node: 'n2', bound: false });
        cluster.daemonPod('agent', { node: 'n2' });
      },
    ],
    ['one that was made bound', ({ cluster }) => cluster.putTenantPod('static', { node: 'n2', cpu: '0' })],
  ])('and not for %s', (_what, happens) => {
    const over = afterTheStart(() => {});
    over.cluster.putTenantPod('first');
    over.passing('first');
    over.clock.now += AWAY_MS + 1;
    happens(over);
    over.cluster.putTenantPod('waiting');

    expect(over.passing('new')).toContain('n2');
    expect(over.passing('new')).toContain('n1');
  });
});
