/** A pod that only pods on their way keep out is answered when the scheduler has told their nodes. */
import { expect, test } from 'vitest';
import type { ExtenderOptions } from '../extender.ts';
import { overTwoNodes } from '../waiting-calls.ts';

const TAKEN = 'DW504 room taken by pods on their way';

test('the question comes before the node of the last pod is told', async () => {
  const { ask, tell, told, extender } = overTwoNodes();
  await ask('first');

  const second = ask('second');
  tell('first', 'n1');

  expect(await second).toMatchObject({ NodeNames: ['n2'] });
  expect(told.filtered.map(({ pod, nodes }) => [pod.name, nodes.get('DW504')])).toEqual([['second', 1]]);
  expect(extender.inFlight.size).toBe(2);
});

test('whatever else ends the doubt does as well: the pod is seen bound, or is gone', async () => {
  const { ask, cluster } = overTwoNodes();
  await ask('first');

  const second = ask('second');
  cluster.putTenantPod('first', { node: 'n2', cpu: '3' });

  expect(await second).toMatchObject({ NodeNames: ['n1'] });
});

test('several are told one after the other', async () => {
  const { ask, tell, cluster } = overTwoNodes();
  cluster.node('n3');
  const nodes = ['n1', 'n2', 'n3'];
  await ask('first', nodes);
  const second = ask('second', nodes);
  tell('first', 'n3');
  await second;

  const third = ask('third', nodes);
  tell('second', 'n1');

  expect(await third).toMatchObject({ NodeNames: ['n2'] });
});

test('who is not told of in time is waited for no longer, and by nobody else', async () => {
  const { ask, pauses } = overTwoNodes();
  await ask('waits-for-a-volume');

  const second = ask('second');
  pauses[0]?.end();

  expect(await second).toMatchObject({ FailedAndUnresolvableNodes: { n1: TAKEN, n2: TAKEN } });
  expect(await ask('third')).toMatchObject({ NodeNames: [] });
  expect(pauses.map(({ ms }) => ms)).toEqual([100]);
});

test('a pod that holds keep out anyway does not wait', async () => {
  const { ask, filter, pauses } = overTwoNodes();
  await ask('first');

  expect(filter('large', { cpu: '4' }, ['n1', 'n2'])).toMatchObject({ NodeNames: [] });
  expect(pauses).toEqual([]);
});

test.each<[what: string, options: ExtenderOptions]>([
  ['in audit', { headroom: { mode: 'audit' } }],
  ['when it is off', { headroom: { mode: 'off' } }],
])('%s nobody waits', async (_what, options) => {
  const { ask, pauses } = overTwoNodes(options);
  await ask('first');

  expect(await ask('second')).toMatchObject({ NodeNames: ['n1', 'n2'] });
  expect(pauses).toEqual([]);
});

test('a pod that may go somewhere does not wait for more', async () => {
  const { ask, cluster, pauses } = overTwoNodes();
  await ask('first', ['n1', 'n2']);
  cluster.node('n3');

  expect(await ask('second', ['n1', 'n2', 'n3'])).toMatchObject({ NodeNames: ['n3'] });
  expect(pauses).toEqual([]);
});

test('not more than some wait at a time: the rest is answered at once', async () => {
  const most = 16;
  const { ask, tell, pauses } = overTwoNodes();
  await ask('first');

  const waiting = Array.from({ length: most }, (_, index) => ask(`p${index}`));
  const beyond = await ask('one-more');
  tell('first', 'n1');
  const answers = await Promise.all(waiting);

  expect(beyond).toMatchObject({ NodeNames: [] });
  expect(answers.filter(({ NodeNames }) => NodeNames.length > 0)).toHaveLength(1);
  expect(pauses).toHaveLength(most);
});

test('it waits no longer than for the last pod that may be told of', async () => {
  const { ask, pauses, clock, cluster } = overTwoNodes();
  cluster.node('n3');
  cluster.node('n4');
  await ask('first', ['n1', 'n2']);
  clock.now = 50;
  await ask('second', ['n3', 'n4']);
  clock.now = 95;

  const third = ask('third', ['n1', 'n2', 'n3', 'n4']);
  const asked = pauses.map(({ ms }) => ms);
  pauses[0]?.end();

  expect(asked).toEqual([55]);
  expect(await third).toMatchObject({ NodeNames: [] });
});

test('a call without any list of nodes is answered at once', async () => {
  const { ask, doors, pauses, cluster } = overTwoNodes();
  await ask('first');

  const Pod = cluster.tenantPod('second', { cpu: '3' });
  await doors
    .get('/scheduler/filter')
    ?.answer(Buffer.from(JSON.stringify({ Pod, Nodes: null, NodeNames: null })));

  expect(pauses).toEqual([]);
});
