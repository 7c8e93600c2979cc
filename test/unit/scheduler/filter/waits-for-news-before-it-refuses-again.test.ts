/** A pod that is asked about again is refused again only when the view has had time to see what woke it. */
import { expect, test } from 'vitest';
import type { ExtenderOptions } from '../extender.ts';
import { overTwoNodes } from '../waiting-calls.ts';

const HELD = 'DW504 room held for daemons';
const REFUSED = { FailedAndUnresolvableNodes: { n1: HELD, n2: HELD } };
const BOTH = ['n1', 'n2'];

/** Four cpus a node, of which a half is held and one a tenant's: no place for three. */
function overFullNodes(options: ExtenderOptions = {}) {
  const over = overTwoNodes(options);
  for (const node of BOTH) over.cluster.putTenantPod(`old-${node}`, { node, cpu: '1' });
  const asks = (name = 'web') => over.ask(name, BOTH, '3');
  const endOld = () => over.cluster.gone('pods', 'old-n1');
  return { ...over, asks, endOld };
}

test('the first refusal is given at once', async () => {
  const { asks, pauses } = overFullNodes();

  expect(await asks()).toMatchObject(REFUSED);
  expect(pauses).toEqual([]);
});

test('what the scheduler saw first is seen in time', async () => {
  const { asks, endOld } = overFullNodes();
  await asks();

  const again = asks();
  endOld();

  expect(await again).toMatchObject({ NodeNames: ['n1'] });
});

test('news of something else is no answer: it goes on waiting', async () => {
  const { asks, endOld, cluster } = overFullNodes();
  await asks();

  const again = asks();
  cluster.node('n3');
  await Promise.resolve();
  endOld();

  expect(await again).toMatchObject({ NodeNames: ['n1'] });
});

test('without news the refusal comes after a moment', async () => {
  const { asks, pauses } = overFullNodes();
  await asks();

  const again = asks();
  pauses[0]?.end();

  expect(await again).toMatchObject(REFUSED);
  expect(pauses.map(({ ms }) => ms)).toEqual([30]);
});

test('of many that are woken at once only the first waits', async () => {
  const { asks, pauses, clock } = overFullNodes();
  const names = ['a', 'b', 'c'];
  for (const name of names) await asks(name);
  const first = asks('a');
  pauses[0]?.end();
  await first;

  clock.now = 59;
  for (const name of names) await asks(name);
  const atOnce = pauses.length;
  clock.now = 60;
  const later = asks('c');
  pauses.at(-1)?.end();
  await later;

  expect([atOnce, pauses.length]).toEqual([1, 2]);
});

test('however often it is woken, it waits for no more than a twentieth of the time', async () => {
  const { asks, pauses, clock } = overFullNodes();
  await asks();
  const minute = 60_000;

  while (clock.now < minute) {
    const known = pauses.length;
    const again = asks();
    pauses[known]?.end();
    await again;
    clock.now += 1;
  }

  const waited = pauses.reduce((sum, { ms }) => sum + ms, 0);
  expect(waited).toBeGreaterThan(0.04 * minute);
  expect(waited).toBeLessThanOrEqual(0.05 * minute + 300);
});

test('a pod that was let in meanwhile is new again', async () => {
  const { asks, endOld, pauses, cluster, tell } = overFullNodes();
  await asks();
  const again = asks();
  endOld();
  await again;
  tell('web', 'n1');
  cluster.putTenantPod('old-n1', { node: 'n1', cpu: '1' });

  await asks('other');

  expect(pauses).toHaveLength(1);
});

test.each<[what: string, options: ExtenderOptions]>([
  ['in audit', { headroom: { mode: 'audit' } }],
  ['when it is off', { headroom: { mode: 'off' } }],
])('%s nobody waits', async (_what, options) => {
  const { asks, pauses } = overFullNodes(options);
  await asks();
  await asks();

  expect(pauses).toEqual([]);
});

test('who was refused before the mode was changed is not kept waiting after it', async () => {
  const { asks, pauses, reconfigure } = overFullNodes();
  await asks();

  reconfigure({ headroom: { mode: 'audit' } });

  expect(await asks()).toMatchObject({ NodeNames: BOTH });
  expect(pauses).toEqual([]);
});

test('who is refused for another reason than room is told so at once', async () => {
  const { cluster, pauses, doors } = overFullNodes();
  const Pod = cluster.daemonPodObject('agent', { node: 'n1', bound: false });
  const body = Buffer.from(JSON.stringify({ Pod, Nodes: null, NodeNames: ['n2'] }));
  const asks = () => doors.get('/scheduler/filter')?.answer(body);
  await asks();

  expect(Object(await asks()).value.toString()).toContain('DW501 made for n1');
  expect(pauses).toEqual([]);
});

test('a call without any list of nodes is answered at once, whoever it is about', async () => {
  const { asks, cluster, pauses, doors } = overFullNodes();
  await asks();

  const Pod = cluster.tenantPod('web', { cpu: '3' });
  await doors
    .get('/scheduler/filter')
    ?.answer(Buffer.from(JSON.stringify({ Pod, Nodes: null, NodeNames: null })));

  expect(pauses).toEqual([]);
});
