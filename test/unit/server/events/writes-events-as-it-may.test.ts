import { expect, test } from 'vitest';
import { ApiError } from '../../../../src/cluster/api/api-answer.ts';
import { ClusterAccessError } from '../../../../src/cluster/api/connection.ts';
import type { JsonObject } from '../../../../src/json/object.ts';
import { EventBook } from '../../../../src/server/events/event-book.ts';
import { EventWriter } from '../../../../src/server/events/event-writer.ts';
import { refused } from './notes.ts';

/** A writer over an API server that says what the test tells it to. */
function writing(answer: (path: string) => Error | null = () => null) {
  const clock = { now: Date.parse('2026-11-17T10:00:00.500Z') };
  const lease = { held: true };
  const asked: { path: string; object: JsonObject | readonly JsonObject[] }[] = [];
  const told: string[] = [];
  const ask = async (path: string, object: JsonObject | readonly JsonObject[]) => {
    asked.push({ path, object });
    const error = answer(path);
    if (error !== null) throw error;
    return {};
  };
  const book = new EventBook(
    () => clock.now,
    (reason) => void told.push(`dropped ${reason}`),
  );
  const writer = new EventWriter({
    api: { create: ask, patch: ask },
    book,
    instance: 'pod-1',
    holds: () => lease.held,
    now: () => clock.now,
    written: (reason) => void told.push(`written ${reason}`),
    failed: (reason) => void told.push(`failed ${reason}`),
    forbidden: () => void told.push('forbidden'),
    granted: () => {},
  });
  return { clock, lease, asked, told, book, writer };
}

const forbidden = new ApiError(
  403,
  'events is forbidden: User "x" cannot create resource "events"',
  'Forbidden',
);
const terminating = new ApiError(
  403,
  'unable to create new content in namespace shop because it is being terminated',
  'Forbidden',
);
const notFound = new ApiError(404, 'not found', 'NotFound');

test('the first is created, and the same again changes it', async () => {
  const { clock, asked, book, writer } = writing();
  book.tell(refused());
  await writer.write();
  clock.now += 300_000;
  book.tell(refused('agent', 'shop', { message: 'update refused: DW301' }));

  await writer.write();

  const name = expect.stringMatching(/^agent\.[0-9a-f]{16}$/);
  expect(asked[0]).toEqual({
    path: '/api/v1/namespaces/shop/events',
    object: {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name, namespace: 'shop' },
      involvedObject: {
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        namespace: 'shop',
        name: 'agent',
        uid: 'uid-of-agent',
      },
      type: 'Warning',
      reason: 'Refused',
      action: 'Update',
      message: 'update refused: DW101 not yours',
      count: 1,
      firstTimestamp: '2026-11-17T10:00:00Z',
      lastTimestamp: '2026-11-17T10:00:00Z',
      source: { component: 'daemonward' },
      reportingComponent: 'daemonward',
      reportingInstance: 'pod-1',
    },
  });
  expect(asked[1]).toEqual({
    path: expect.stringMatching(/^\/api\/v1\/namespaces\/shop\/events\/agent\.[0-9a-f]{16}$/),
    object: { count: 2, lastTimestamp: '2026-11-17T10:05:00Z', message: 'update refused: DW301' },
  });
});

test.each(['Metrics', 'agent-', 'a_b.c', '---', 'x'.repeat(300)])(
  'a name such as %s makes a name of an event',
  async (name) => {
    const { asked, book, writer } = writing();
    book.tell(refused(name));

    await writer.write();

    expect(asked[0]?.object).toMatchObject({
      metadata: { name: expect.stringMatching(/^[a-z0-9]([-a-z0-9]{0,250}[a-z0-9])?\.[0-9a-f]{16}$/) },
    });
  },
);

test('without the right nothing more is tried for five minutes', async () => {
  const answers = { error: forbidden as Error | null };
  const { clock, asked, told, book, writer } = writing(() => answers.error);
  for (const name of ['a', 'b', 'c']) book.tell(refused(name));

  await writer.write();
  clock.now += 299_999;
  await writer.write();
  const tried = asked.length;
  answers.error = null;
  clock.now += 1;
  await writer.write();

  expect(tried).toBe(1);
  expect(told).toEqual([
    'failed Refused',
    'forbidden',
    'written Refused',
    'written Refused',
    'written Refused',
  ]);
});

test.each([
  ['a namespace that is going', terminating],
  ['a namespace that is gone', notFound],
])('%s has no events, and others have', async (_what, error) => {
  const { told, book, writer } = writing((path) => (path.includes('/shop/') ? error : null));
  book.tell(refused());
  book.tell(refused('agent', 'garden'));

  await writer.write();

  expect(told).toEqual(['failed Refused', 'dropped Refused', 'written Refused']);
  expect(book.due(() => true)).toEqual([]);
});

test('a server that cannot be reached is left alone for a while, and nothing is lost', async () => {
  const answers = { error: new ClusterAccessError('connect ECONNREFUSED') as Error | null };
  const { clock, asked, told, book, writer } = writing(() => answers.error);
  for (const name of ['a', 'b']) book.tell(refused(name));

  await writer.write();
  await writer.write();
  answers.error = null;
  clock.now += 30_000;
  await writer.write();

  expect(asked).toHaveLength(3);
  expect(told).toEqual(['failed Refused', 'written Refused', 'written Refused']);
});

test('an event that has expired is made anew', async () => {
  const answers = { error: null as Error | null };
  const { clock, asked, told, book, writer } = writing(() => answers.error);
  book.tell(refused());
  await writer.write();
  book.tell(refused());
  clock.now += 300_000;
  answers.error = notFound;

  await writer.write();
  answers.error = null;
  await writer.write();

  expect(asked.map(({ path }) => path.endsWith('/events'))).toEqual([true, false, true]);
  expect(told).toEqual(['written Refused', 'written Refused']);
});

test('what every replica knows is told by the holder of the Lease', async () => {
  const { lease, told, book, writer } = writing();
  lease.held = false;
  book.tell(refused('agent', 'kube-system', { reason: 'WaitingForRoom', isKnownToAll: true }));
  book.tell(refused());

  await writer.write();
  const without = [...told];
  lease.held = true;
  await writer.write();

  expect(without).toEqual(['written Refused']);
  expect(told).toEqual(['written Refused', 'written WaitingForRoom']);
});
