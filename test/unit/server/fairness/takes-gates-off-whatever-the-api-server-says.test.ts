/** What becomes of a pod whose gate could not be taken off, and of those behind it. */
import { expect, test } from 'vitest';
import { ApiError } from '../../../../src/cluster/api/api-answer.ts';
import { GateRemover } from '../../../../src/server/fairness/gate-remover.ts';
import { waitingCluster } from '../../fairness/waiting.ts';

/** Gated pods of two tenants, and an API server that answers each patch as it is told. */
function removing(answer: (path: string) => unknown) {
  const cluster = waitingCluster({ window: 4 });
  const asked: string[] = [];
  const said: string[] = [];
  let now = 0;
  const remover = new GateRemover({
    api: {
      async patch(path) {
        asked.push(path.split('/').slice(-3).join('/').replace('/pods', ''));
        const error = answer(path);
        if (error !== undefined) throw error;
        return {};
      },
    },
    holds: () => true,
    clock: () => now,
    kept: cluster.book.failed.bind(cluster.book),
    removed: (outcome) => said.push(outcome),
    forbidden: () => said.push('forbidden'),
    granted: () => {},
    failed: () => {},
  });
  return {
    ...cluster,
    asked,
    said,
    remover,
    /** As the holder of the Lease does it four times a second; so many times. */
    async rounds(count: number) {
      for (let round = 0; round < count; round += 1) {
        if (!remover.isPaused) remover.add(cluster.book.due(500));
        await new Promise((resolve) => setImmediate(resolve));
        now += 250;
        cluster.pass(250);
      }
    },
  };
}

const error = (status: number, message = '') => new ApiError(status, message);

test.each([
  ['its store is away', error(500, 'etcdserver: request timed out')],
  ['it is stopping', error(503, 'apiserver is shutting down')],
  ['a proxy before it gives up', error(504)],
  ['it is not reached', new Error('ECONNREFUSED')],
])('where the API server itself is unwell it is left alone for a while: %s', async (_what, answer) => {
  const { gated, rounds, asked, remover } = removing(() => answer);
  gated('a', 300);

  await rounds(8);

  // One window, and then nobody for seconds.
  expect(asked.length).toBeLessThanOrEqual(4);
  expect([remover.isPaused, remover.isShutOut]).toEqual([true, true]);
  await rounds(30);
  expect(asked.length).toBeGreaterThan(4);
  // Nobody has lost its place.
  expect(new Set(asked).size).toBe(4);
});

test('one that has too much to do is asked once a second, and gates are set all the same', async () => {
  const { gated, rounds, asked, remover } = removing(() =>
    error(429, 'too many requests, please try again later'),
  );
  gated('a', 300);

  await rounds(4 * 5);

  // A window of four, which does not grow because nothing comes of it.
  expect(asked.length).toBeLessThanOrEqual(4 * 5);
  expect(new Set(asked).size).toBe(4);
  expect(remover.isShutOut).toBe(false);
});

test.each([
  ['a policy of others', error(403, 'denied by policy keep-pods')],
  ['it is not valid', error(422, 'Pod is invalid')],
  [
    'a webhook of others that fails',
    error(500, 'Internal error occurred: failed calling webhook "x.example.com"'),
  ],
  ['a conflict', error(409, 'the object has been modified')],
  ['it is gone', error(404)],
])('what is against one pod stops no other: %s', async (_what, answer) => {
  const { gated, rounds, asked, remover } = removing((path) => (path.includes('/a/') ? answer : undefined));
  gated('a', 20);
  gated('b', 2);

  await rounds(4);

  expect(remover.isPaused).toBe(false);
  expect(asked.filter((pod) => pod.startsWith('b/'))).toEqual(['b/g0', 'b/g1']);
});

test('what was refused is tried again after half a minute, and once more each time', async () => {
  const { gated, rounds, asked } = removing(() => error(422));
  gated('a', 1);

  await rounds(4 * 65);

  expect(asked).toEqual(['a/g0', 'a/g0', 'a/g0']);
});

test('a missing right stops all of it for a minute', async () => {
  const message = 'pods "x" is forbidden: User "d" cannot patch resource "pods" in API group ""';
  const { gated, rounds, asked, said } = removing(() => error(403, message));
  gated('a', 100);

  await rounds(4 * 50);

  expect(asked.length).toBeLessThanOrEqual(4);
  expect(said).toContain('forbidden');
});

test('what could not be taken off keeps its place among those of its age', async () => {
  let isAway = true;
  const { gated, rounds, asked } = removing(() => (isAway ? error(503) : undefined));
  gated('a', 4);
  await rounds(2);
  const first = asked.splice(0);

  isAway = false;
  await rounds(30);

  expect(first).toEqual(['a/g0', 'a/g1', 'a/g2', 'a/g3']);
  expect(asked.slice(0, 4)).toEqual(['a/g0', 'a/g1', 'a/g2', 'a/g3']);
});
