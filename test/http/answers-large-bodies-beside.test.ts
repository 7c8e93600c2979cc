/** Large bodies are read in threads of their own: the answers are the same, and the thread that answers all others is free. */
import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import { resizeReview } from '../unit/admission/resizes.ts';
import { smallCluster } from '../unit/policy/cluster.ts';
import { clusterWith } from '../unit/scheduler/cluster-with-agent.ts';
import { daemonSet, reviewFor, reviewOf } from './reviews.ts';
import { startTestService } from './service.ts';

/** Nobody reads it; it only makes a review large. */
const PADDING = { padding: 'x'.repeat(100_000) };

/** What the thread of the test, which is that of the service, worked meanwhile. */
async function busyMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

test.each([
  ['a good one', '/validate/daemonsets', {}],
  ["a tenant's", '/validate/daemonsets', { namespace: 'shop' }],
  [
    'one with a class that is not there',
    '/validate/daemonsets',
    { object: daemonSet({}, { priorityClassName: 'none' }) },
  ],
  ['one to complete', '/mutate/daemonsets', { object: daemonSet({}, { priorityClassName: '' }) }],
  ['one without an object', '/validate/pods', { object: null }],
  ['one of another resource', '/validate/pods', {}],
])('a large review is answered as a small one: %s', async (_, path, overrides) => {
  const { post, opsUrl } = await startTestService({
    view: smallCluster(),
    configuration: defaultConfiguration(),
  });

  const small = await post(path, reviewOf(overrides));
  const before = await findings(opsUrl);
  const large = await post(path, reviewOf({ ...overrides, ...PADDING }));
  const after = await findings(opsUrl);

  expect([large.status, large.json()]).toEqual([small.status, small.json()]);
  expect(after).toEqual(before.map(([name, count]) => [name, 2 * Number(count)]));
});

async function findings(opsUrl: string): Promise<(readonly [string, number])[]> {
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
  const lines = metrics.split('\n').filter((line) => /^daemonward_(findings|decisions)_total\{/.test(line));
  return lines.map((line) => [line.replace(/ \d+$/, ''), Number(/\d+$/.exec(line)?.[0])]);
}

test('a large resize is refused what a small one is refused, and takes what it is given', async () => {
  const cluster = clusterWith(['n1']);
  cluster.putTenantPod('web', { node: 'n1', cpu: '1' });
  const { post, opsUrl } = await startTestService({
    view: cluster.store,
    configuration: defaultConfiguration(),
  });
  const pod = (cpu: string) => cluster.tenantPod('web', { node: 'n1', cpu });
  const resize = (cpu: string) =>
    post('/validate/pods', resizeReview(pod('1'), pod(cpu), { name: 'web', ...PADDING }));

  const refused = await resize('3501m');
  const fits = await resize('3500m');
  const state: unknown = await (await fetch(`${opsUrl}/state`)).json();

  expect(refused.text).toContain('DW508 asks for 2501m more cpu where 2500m is left');
  expect(fits.json()).toMatchObject({ response: { allowed: true } });
  expect(state).toMatchObject({ headroom: { inFlightResizes: 1 } });
});

test('a resize of 45 containers with a thousand resources each keeps nobody waiting', async () => {
  const cluster = clusterWith(['n1']);
  cluster.putTenantPod('web', { node: 'n1', cpu: '1' });
  const { call } = await startTestService({ view: cluster.store, configuration: defaultConfiguration() });
  const resources = (amount: string) =>
    Object.fromEntries(Array.from({ length: 999 }, (_, index) => [`example.com/r${index}`, amount]));
  const pod = (cpu: string, amount: string) => ({
    ...cluster.tenantPod('web', { node: 'n1', cpu }),
    spec: {
      nodeName: 'n1',
      containers: Array.from({ length: 45 }, (_, index) => ({
        name: `c${index}`,
        resources: { requests: { cpu, ...resources(amount) } },
      })),
    },
  });
  const bodies = ['0', '1'].map((amount) =>
    JSON.stringify(resizeReview(pod('1m', amount), pod('2', amount), { name: 'web' })),
  );

  const answers: unknown[] = [];
  const busy = await busyMs(async () => {
    for (const body of bodies) answers.push((await call('/validate/pods', { body })).json());
  });

  expect(answers[0]).toMatchObject({ response: { allowed: false, auditAnnotations: { denied: 'DW508' } } });
  expect(answers[1]).toMatchObject({ response: { allowed: false } });
  // It was 200 ms and more for each of them; some of this is what the caller does, who is in the same thread.
  expect(busy).toBeLessThan(300);
});

test('more resources than a node can have: a tenant does not grow unjudged, though the hook fails open', async () => {
  const cluster = clusterWith(['n1']);
  const { post } = await startTestService({ view: cluster.store, configuration: defaultConfiguration() });
  const requests = Object.fromEntries(
    Array.from({ length: 1_001 }, (_, index) => [`example.com/r${index}`, '1']),
  );
  const pod = {
    ...cluster.tenantPod('web'),
    spec: { nodeName: 'n1', containers: [{ name: 'a', resources: { requests } }] },
  };

  const answer = await post('/validate/pods', resizeReview(pod, pod));

  expect(answer.json()).toMatchObject({ response: { allowed: false } });
  expect(answer.text).toContain('must not ask for more than 1000 different resources');
});

test('a thread that was sent garbage goes on', async () => {
  const { call, post } = await startTestService();
  const large = (text: string) => text.padEnd(600_000, ' ');
  const garbage = ['', '{', '[', '\u0000', '{"Pod":', `{"a":"${'\\ud800'.repeat(100)}"`, 'null', '[]', '{}'];
  const paths = ['/validate/daemonsets', '/mutate/pods', '/scheduler/filter', '/scheduler/preempt'];

  const refused = await Promise.all(
    paths.flatMap((path) => garbage.map((text) => call(path, { body: large(text) }))),
  );
  const review = await post(
    '/validate/daemonsets',
    reviewFor('/validate/daemonsets', { padding: large('x') }),
  );
  const filter = await post('/scheduler/filter', {
    Pod: { metadata: { name: 'web-1', namespace: 'shop', uid: 'web-1', annotations: { a: large('x') } } },
    NodeNames: ['n1'],
  });

  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([400]));
  expect([review.status, filter.status]).toEqual([200, 200]);
});
