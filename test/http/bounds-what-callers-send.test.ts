import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import { ADMISSION_PATHS, reviewFor, reviewOf, SCHEDULER_PATHS } from './reviews.ts';
import { startTestService } from './service.ts';

const POD = { metadata: { name: 'web-1', namespace: 'shop', uid: 'web-1' } };

type Server = ReturnType<typeof defaultConfiguration>['server'];

function startWith(server: Partial<Server>) {
  const configuration = defaultConfiguration();
  return startTestService({
    configuration: { ...configuration, server: { ...configuration.server, ...server } },
  });
}

test('whole nodes are refused by default, and the answer names the setting', async () => {
  const { post } = await startWith({});

  const filter = await post('/scheduler/filter', { Pod: POD, Nodes: { items: [] }, NodeNames: null });
  const preempt = await post('/scheduler/preempt', { Pod: POD, NodeNameToVictims: { n1: { Pods: [] } } });

  expect([filter.status, preempt.status]).toEqual([422, 422]);
  expect(filter.json()).toMatchObject({ error: { code: 'whole-nodes' } });
  expect(filter.text).toContain('server.wholeNodesLimitBytes');
  expect(preempt.text).toContain('nodeCacheCapable: true');
});

test('whole nodes have a limit of their own', async () => {
  const { call } = await startWith({ wholeNodesLimitBytes: 20 * 1024 * 1024 });
  const body = (bytes: number) =>
    `{"Pod":${JSON.stringify(POD)},"Nodes":{"items":[{"metadata":{"name":"n1","x":"${'x'.repeat(bytes)}"}}]}}`;

  const taken = await call('/scheduler/filter', { body: body(19 * 1024 * 1024) });
  const refused = await call('/scheduler/filter', { body: body(20 * 1024 * 1024) });

  expect(taken.status).toBe(200);
  expect(refused.status).toBe(413);
  expect(refused.text).toContain('server.wholeNodesLimitBytes');
});

test('a binding is small', async () => {
  const { post } = await startWith({});

  const usual = await post('/scheduler/bind', { PodUID: 'web-1', Node: 'n1' });
  const large = await post('/scheduler/bind', { PodUID: 'web-1', Node: 'n'.repeat(16 * 1024) });

  expect([usual.status, large.status]).toEqual([200, 413]);
});

test('of more candidates than anybody has, the first ones are answered', async () => {
  const { post } = await startWith({});
  const entries = Array.from({ length: 3_000 }, (_, index) => [
    `n${index}`,
    { Pods: [{ UID: `u${index}` }] },
  ]);

  const answer = await post('/scheduler/preempt', {
    Pod: POD,
    NodeNameToMetaVictims: Object.fromEntries(entries),
  });

  const { NodeNameToMetaVictims: kept } = JSON.parse(answer.text);
  expect(Object.keys(kept)).toHaveLength(2_000);
});

/** It was a 500 once: comparing the two went out of stack. */
test.each(ADMISSION_PATHS)('%s says that an object has too many levels', async (path) => {
  const { call } = await startWith({});
  const levels = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  const object = {
    metadata: { name: 'a' },
    spec: { affinity: { podAffinity: 'LEVELS' }, template: 'LEVELS' },
  };
  const review = reviewFor(path, { operation: 'UPDATE', object, oldObject: object });

  const answer = await call(path, { body: JSON.stringify(review).replaceAll('"LEVELS"', () => levels) });

  expect(answer.status).toBeLessThan(500);
});

test('beyond its budget a body gets a 503 and may come again', async () => {
  const limit = 1024 * 1024;
  const { call, post, socket } = await startWith({
    reviewLimitBytes: limit,
    reviewsInFlightLimitBytes: limit,
  });
  const holder = await socket();
  const large = JSON.stringify(reviewOf({ padding: 'x'.repeat(900 * 1024) }));
  holder.write(
    `POST /validate/pods HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${large.length}\r\n\r\n`,
  );
  holder.write(large.slice(0, -1));
  await new Promise((resolve) => setTimeout(resolve, 200));

  const small = await post('/validate/daemonsets', reviewOf());
  const second = await call('/validate/daemonsets', {
    body: JSON.stringify(reviewOf({ padding: 'x'.repeat(950 * 1024) })),
  });
  const scheduler = await post('/scheduler/filter', { Pod: POD, NodeNames: ['n1'] });
  const answered = new Promise<string>((resolve) =>
    holder.once('data', (chunk) => resolve(chunk.toString())),
  );
  holder.write(large.slice(-1));
  const first = await answered;
  holder.destroy();
  const again = await call('/validate/daemonsets', { body: large });

  expect(small.status).toBe(200);
  expect(scheduler.status).toBe(200);
  // The larger one has to go: which one that was, decides the last piece that came.
  expect([second.status, Number(first.split(' ')[1])].toSorted()).toEqual([200, 503]);
  // client-go in the API server would sleep and ask again, ten times within the webhook's one timeout.
  expect(second.headers).not.toHaveProperty('retry-after');
  expect(first).not.toMatch(/retry-after/i);
  expect(again.status).toBe(200);
});

test.each([
  ['admission', ADMISSION_PATHS, SCHEDULER_PATHS],
  ['scheduler', SCHEDULER_PATHS, ADMISSION_PATHS],
] as const)('a process for %s alone says so at the other doors', async (doors, open, closed) => {
  const { post, opsUrl } = await startWith({ doors });

  const answers = await Promise.all([...open, ...closed].map((path) => post(path, {})));
  const ready = await (await fetch(`${opsUrl}/readyz`)).json();
  const state = await (await fetch(`${opsUrl}/state`)).json();

  expect(answers.map(({ status }) => status)).toEqual([...open.map(() => 400), ...closed.map(() => 404)]);
  expect(answers.at(-1)?.json()).toMatchObject({
    error: { code: 'door-closed', message: expect.stringContaining('server.doors') },
  });
  expect(ready).toMatchObject({ doors: [doors] });
  expect(state).toMatchObject({ doors: [doors] });
});
