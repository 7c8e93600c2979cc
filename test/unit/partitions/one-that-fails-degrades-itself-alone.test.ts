import { expect, test } from 'vitest';
import { clusterProblem, partitionsBehind } from '../../../src/cluster/staleness.ts';
import { readinessProblem } from '../../../src/server/observe/state/cluster-state.ts';
import { ALL, partitioned, scheduled } from './partitioned.ts';

const MINUTE_MS = 60_000;
const STALE_S = 150;
/** Beyond which nothing heard is stale. */
const LATE = (STALE_S + 1) * 1_000;

function withAgents() {
  const over = scheduled({ headroom: { patience: '10m' } });
  over.east.node('e1');
  over.west.node('w1');
  over.blue.daemonSet('agent');
  over.green.daemonSet('agent');
  return over;
}

type Over = ReturnType<typeof withAgents>;

/** How many agents' room is taken or held, of 500m each on 4 cpu. */
function heldOn(node: string, { blue, filter }: Over, at: string): number {
  const sizes = ['4', '3500m', '3'];
  const fitting = sizes.findIndex(
    (cpu) => filter('blue', blue.tenantPod(`${at}-${cpu}`, { cpu }), [node]).length > 0,
  );
  for (const cpu of sizes) blue.putTenantPod(`${at}-${cpu}`, { cpu });
  for (const cpu of sizes) blue.gone('pods', `blue-${at}-${cpu}`);
  return fitting;
}

test('each partition is judged alone, and the words say which is behind', () => {
  const { store, sync, hear } = partitioned();
  sync(...ALL);
  hear(0, ...ALL);
  hear(LATE, 'blue', 'east', 'west');

  expect(partitionsBehind(store, LATE, STALE_S).map(({ name }) => name)).toEqual(['green']);
  expect(clusterProblem(store, LATE, STALE_S)).toMatch(
    /^the tenant partition green is behind: no news of pods for 151 s; no news of daemonSets/,
  );
});

test('holds of a tenant partition that is behind stand for the patience, end, and are given again when it is back', () => {
  const over = withAgents();
  const { hear, clock } = over;
  expect(heldOn('e1', over, 'a')).toBe(2);

  const at = (ms: number, name: string) => {
    clock.now = ms;
    hear(ms, 'blue', 'east', 'west');
    // Blue's own agent is there, and takes as much: only green's is waited for.
    over.blue.daemonPod('agent', { node: 'e1', name: 'own' });
    return heldOn('e1', over, name);
  };
  expect(at(LATE, 'b')).toBe(2);
  expect(at(LATE + 9 * MINUTE_MS, 'c')).toBe(2);
  expect(at(LATE + 11 * MINUTE_MS, 'd')).toBe(1);

  hear(clock.now, 'green');
  expect(heldOn('e1', over, 'e')).toBe(2);
});

test('a node that joins while a partition is behind for longer owes it nothing, and those that are seen all', () => {
  const over = withAgents();
  const { hear, clock, east } = over;
  heldOn('e1', over, 'a');
  clock.now = LATE;
  hear(LATE, 'blue', 'east', 'west');
  heldOn('e1', over, 'b');
  clock.now = LATE + 11 * MINUTE_MS;
  hear(clock.now, 'blue', 'east', 'west');

  east.node('e2');

  expect(heldOn('e2', over, 'c')).toBe(1);
});

test('calls of its scheduler are decided all the same: it gets no room of others', () => {
  const { green, hear, clock, filter, extender } = withAgents();
  clock.now = LATE;
  hear(LATE, 'blue', 'east', 'west');

  expect(filter('green', green.tenantPod('large', { cpu: '3500m' }), ['e1'])).toEqual([]);
  expect(filter('green', green.tenantPod('small', { cpu: '2' }), ['e1'])).toEqual(['e1']);
  clock.now += MINUTE_MS;
  hear(clock.now, 'blue', 'east', 'west');
  extender.ready('filter', 'blue');
  // Nobody sees it come, so that it counts where it was let pass for as long as any that is on its way.
  expect(extender.inFlight.has('green-small')).toBe(true);
});

test('nodes of a resource partition that is behind pass, and are counted; those of the others are decided', () => {
  const { blue, hear, clock, told, filter } = withAgents();
  clock.now = LATE;
  hear(LATE, 'blue', 'green', 'west');

  expect(filter('blue', blue.tenantPod('large', { cpu: '4' }), ['e1', 'w1'])).toEqual(['e1']);
  expect(told.passedNodes).toEqual(['filter east 1']);
  expect(told.passedThrough).toEqual([]);
});

test('without any nodes that are known everything passes, as in a cluster of one API server', () => {
  const { blue, hear, clock, told, filter } = withAgents();
  clock.now = LATE;
  hear(LATE, 'blue', 'green');

  expect(filter('blue', blue.tenantPod('large', { cpu: '4' }), ['e1', 'w1'])).toEqual(['e1', 'w1']);
  expect(told.passedThrough).toEqual(['filter stale']);
});

test('one that has never been read keeps only itself out', () => {
  const { store, blue, east, sync, hear } = partitioned();
  sync('blue', 'east', 'west');
  hear(0, 'blue', 'east', 'west');
  east.node('e1');
  blue.daemonSet('agent');
  store.markFailing('pods', 0, { doing: 'list', message: 'ECONNREFUSED' }, 'green');

  expect(partitionsBehind(store, 0, STALE_S).map(({ name }) => name)).toEqual(['green']);
  expect(readinessProblem(store, { now: 0, startedAt: 0, staleAfterSeconds: STALE_S })).toBeNull();
});

test('while a process starts it waits for partitions that answer, and not for ever', () => {
  const { store, sync, hear } = partitioned();
  sync('blue', 'east', 'west');
  hear(0, 'blue', 'east', 'west');
  const problemAt = (now: number) => {
    hear(now, 'blue', 'east', 'west');
    return readinessProblem(store, { now, startedAt: 0, staleAfterSeconds: STALE_S });
  };

  expect(problemAt(1_000)).toContain('the tenant partition green is behind');
  expect(problemAt(LATE)).toBeNull();
});

test('without a single partition that has pods, or nodes, no work is to be sent here', () => {
  const { store, sync, hear } = partitioned();
  sync(...ALL);
  hear(0, ...ALL);
  hear(LATE, 'east', 'west');

  const problem = readinessProblem(store, { now: LATE, startedAt: 0, staleAfterSeconds: STALE_S });

  expect(problem).toContain('the tenant partition blue is behind');
});
