/** A scheduler tells by bind which node it has chosen: from then on the pod counts there and nowhere else. */
import { expect, test } from 'vitest';
import type { TenantPodOptions } from '../../headroom/cluster-of-daemons.ts';
import { clusterWith, filterOver } from '../cluster-with-agent.ts';

const NAMES = ['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8'];

function overMany(names: readonly string[] = NAMES) {
  const over = filterOver(clusterWith(names));
  const passing = (name: string, pod: TenantPodOptions, nodes: readonly string[] = names) =>
    (over.filter(name, pod, nodes) as { NodeNames: string[] }).NodeNames;
  const bind = (PodUID: string, Node: string) =>
    over.ask('bind', { PodName: 'web', PodNamespace: 'shop', PodUID, Node });
  return { ...over, passing, bind };
}

test('it declines, so that the scheduler binds by itself', () => {
  const { bind, passing, told } = overMany();
  passing('first', { cpu: '3' });

  expect(bind('first', 'n2')).toEqual({ Error: 'noted; daemonward leaves the binding to the scheduler' });
  expect(told.witnessed).toEqual([true]);
});

test('the other nodes that the pod was passed on are free again', () => {
  const { bind, passing } = overMany(['n1', 'n2', 'n3']);
  passing('first', { cpu: '3' });
  const before = passing('second', { cpu: '3' });

  bind('first', 'n2');

  expect(before).toEqual([]);
  expect(passing('second', { cpu: '3' })).toEqual(['n1', 'n3']);
});

test.each([
  ['a pod that is not in flight', 'nobody', 'n1'],
  ['a node that is not known', 'first', 'elsewhere'],
])('%s changes nothing', (_what, uid, node) => {
  const { bind, passing, told } = overMany(['n1', 'n2']);
  passing('first', { cpu: '3' });

  bind(uid, node);

  expect(passing('second', { cpu: '3' })).toEqual([]);
  expect(told.witnessed).toEqual([false]);
});

test('where nobody tells, a pod is passed on few of the nodes with a hold, and on all of the others', () => {
  const cluster = clusterWith(NAMES);
  for (const node of ['n7', 'n8']) cluster.daemonPod('agent', { node });
  const { filter, ask } = filterOver(cluster);
  const first = filter('first', { cpu: '1' }, NAMES);
  ask('bind', { PodUID: 'first', Node: 'n1' });
  const second = filter('second', { cpu: '1' }, NAMES);

  expect(first).toMatchObject({ NodeNames: ['n1', 'n2', 'n3', 'n4', 'n7', 'n8'] });
  expect(second).toMatchObject({ NodeNames: NAMES });
});

test('a scheduler that tells says nothing of another one that does not', () => {
  const cluster = clusterWith(NAMES);
  const { ask } = filterOver(cluster);
  const filter = (name: string, schedulerName: string) => {
    const pod = cluster.tenantPod(name, { cpu: '100m' });
    return ask('filter', { Pod: { ...pod, spec: { ...pod.spec, schedulerName } }, NodeNames: NAMES });
  };
  filter('first', 'tells');
  ask('bind', { PodUID: 'first', Node: 'n1' });

  expect(filter('second', 'tells')).toMatchObject({ NodeNames: NAMES });
  expect(filter('third', 'does-not')).toMatchObject({ NodeNames: NAMES.slice(0, 4) });
});

test.each([
  ['a volume', { persistentVolumeClaim: { claimName: 'data' } }],
  ['a volume of its own', { ephemeral: { volumeClaimTemplate: {} } }],
])('a pod that waits for %s before it is told of does not shut the others', (_what, volume) => {
  const { bind, passing, clock } = overMany();
  passing('first', { cpu: '3' }, ['n1']);
  bind('first', 'n1');

  const waiting = passing('waits', { cpu: '3', volumes: [volume] });
  clock.now += 60_000;

  expect(waiting).toEqual(['n2', 'n3', 'n4', 'n5']);
  expect(passing('next', { cpu: '3' })).toEqual(['n6', 'n7', 'n8']);
});

test.each([
  ['{}', 'PodUID: must be a string that is not empty'],
  ['{"PodUID":"a"}', 'Node: must be a string that is not empty'],
  ['{"PodUID":"a","Node":7}', 'Node: must be a string that is not empty'],
  ['[]', '(body): must be an object, found a list'],
])('%s is refused by its field', (body, message) => {
  const { doors } = overMany();

  const answer = doors.get('/scheduler/bind')?.answer(Buffer.from(body));

  expect(answer).toMatchObject({ ok: false, problem: { message } });
});
