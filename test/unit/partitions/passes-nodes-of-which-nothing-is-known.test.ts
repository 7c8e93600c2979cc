/** Nodes of a partition that is behind pass whatever is against them; all others are decided as ever. */
import { expect, test } from 'vitest';
import { blueScheduler } from './blue-scheduler.ts';
import { scheduled } from './partitioned.ts';

const LATE = 151_000;
const DOUBT_MS = 5_000;
const FORGOTTEN_MS = 60_000;

/** East is behind, west is not. */
function eastBehind() {
  const over = scheduled();
  over.east.node('e1', '4', { pool: 'a' });
  over.west.node('w1', '4', { pool: 'a' });
  over.blue.daemonSet('agent');
  over.clock.now = LATE;
  over.hear(LATE, 'blue', 'green', 'west');
  return over;
}

test('a daemon passes where its labels and its target may be others by now', () => {
  const { blue, filter } = eastBehind();
  const daemon = blue.daemonPodObject('agent', { node: 'w1', bound: false });
  const wantsOther = { ...daemon, spec: { ...daemon.spec, nodeSelector: { pool: 'b' } } };

  expect(filter('blue', wantsOther, ['e1', 'w1'])).toEqual(['e1']);
  expect(filter('blue', daemon, ['e1', 'w1'])).toEqual(['e1', 'w1']);
});

test('a taint that may be gone by now is not doubted', () => {
  const { blue, east, west, filter, told } = eastBehind();
  const starting = [{ key: 'starting', effect: 'NoSchedule' }];
  east.node('e2', '4', {}, 110, starting);
  west.node('w2', '4', {}, 110, starting);

  expect(filter('blue', blue.tenantPod('web', { cpu: '1' }), ['e2', 'w2'])).toEqual(['e2']);
  expect(told.doubtful).toEqual(['refused 1']);
  expect(told.passedNodes).toEqual(['filter east 1']);
});

test('candidates for an eviction on such a node are left as they were offered', () => {
  const { blue, ask, told } = eastBehind();
  for (const node of ['e1', 'w1']) blue.daemonPod('agent', { node });
  const victims = (node: string) => ({ Pods: [{ UID: `blue-agent-${node}-1` }], NumPDBViolations: 0 });

  const { NodeNameToMetaVictims } = ask('blue', 'preempt', {
    Pod: blue.tenantPod('important', { cpu: '4', priority: 5 }),
    NodeNameToVictims: null,
    NodeNameToMetaVictims: { e1: victims('e1'), w1: victims('w1') },
  });

  expect(Object.keys(NodeNameToMetaVictims)).toEqual(['e1']);
  expect(NodeNameToMetaVictims.e1.Pods).toEqual([{ UID: 'blue-agent-e1-1' }]);
  expect(told.passedNodes).toEqual(['preempt east 1']);
});

test('where nothing is held, a pod may go to any number of nodes', () => {
  const { blue, east, filter } = scheduled();
  const nodes = ['e1', 'e2', 'e3', 'e4', 'e5', 'e6'];
  for (const node of nodes) east.node(node);

  expect(filter('blue', blue.tenantPod('web', { cpu: '1' }), nodes)).toEqual(nodes);
});

test.each([
  ['it may be of a partition that has never been read', ['blue', 'green', 'east'], ['w1']],
  ['all have been read', ['blue', 'green', 'east', 'west'], []],
])('a name that was in doubt once is not doubted anew where %s', (_what, read, passing) => {
  const { clock, passing: pass } = blueScheduler(read);
  const ask = () => pass(['w1']);
  ask();
  clock.now = DOUBT_MS;
  const passed = ask();

  clock.now += FORGOTTEN_MS;

  expect(passed).toEqual(['w1']);
  expect(ask()).toEqual(passing);
});
