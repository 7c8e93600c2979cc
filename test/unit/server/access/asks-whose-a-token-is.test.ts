import { expect, test } from 'vitest';
import type { Reviews } from '../../../../src/server/access/reviews.ts';
import { tokenAccess } from '../../../../src/server/access/token-access.ts';

const PLATFORM = 'platform';
const GARDENER = 'gardener';

/** An API server that knows two tokens: one whose owner may read all, and one whose owner may read one namespace. */
function access({ hasTenants = false, fails = false } = {}) {
  const asked: string[] = [];
  const failures: string[] = [];
  const clock = { now: 0 };
  const reviews: Reviews = {
    ownerOf: async (token) => {
      asked.push(`token ${token}`);
      if (fails) throw new Error('connection refused');
      const isKnown = token === PLATFORM || token === GARDENER;
      return isKnown ? { username: token, uid: '1', groups: ['g'], extra: {} } : null;
    },
    mayRead: async ({ username }, namespace) => {
      asked.push(`${username} ${namespace ?? 'everything'}`);
      return username === PLATFORM || namespace === 'garden';
    },
  };
  const { check } = tokenAccess({
    reviews,
    hasTenants,
    now: () => clock.now,
    failed: (message) => void failures.push(message),
  });
  return { asked, failures, clock, check };
}

const CLUSTER = { kind: 'cluster' } as const;
const inNamespace = (namespace: string) => ({ kind: 'namespace', namespace }) as const;

test('the owner of the right over all sees everything, one of a namespace its own pods', async () => {
  const { check } = access();

  expect(await check(CLUSTER, `Bearer ${PLATFORM}`)).toBe('cluster');
  expect(await check(inNamespace('kitchen'), `Bearer ${PLATFORM}`)).toBe('cluster');
  expect(await check(inNamespace('garden'), `Bearer ${GARDENER}`)).toBe('namespace');
});

test.each([
  [CLUSTER, `Bearer ${GARDENER}`, 'access-denied'],
  [inNamespace('kitchen'), `Bearer ${GARDENER}`, 'access-denied'],
  [inNamespace(''), `Bearer ${GARDENER}`, 'access-denied'],
  [CLUSTER, 'Bearer stolen', 'token-unknown'],
  [CLUSTER, undefined, 'token-missing'],
  [CLUSTER, '', 'token-missing'],
  [CLUSTER, 'Basic cGxhdGZvcm06', 'token-missing'],
  [CLUSTER, 'Bearer ', 'token-missing'],
  [CLUSTER, 'Bearer a b', 'token-missing'],
])('%j with %j is refused: %s', async (need, authorization, code) => {
  await expect(access().check(need, authorization)).rejects.toMatchObject({ code });
});

test('what shows nothing of the cluster needs no token, and nobody is asked', async () => {
  const { check, asked } = access();

  await check({ kind: 'open' }, undefined);

  expect(asked).toEqual([]);
});

test("where a namespace is a tenant's own, nobody reads by the right of a namespace", async () => {
  const { check } = access({ hasTenants: true });

  await expect(check(inNamespace('garden'), `Bearer ${GARDENER}`)).rejects.toMatchObject({
    code: 'access-denied',
  });
});

test('answers are remembered for seconds, and asked for once by many at a time', async () => {
  const { check, asked, clock } = access();

  await Promise.all(Array.from({ length: 50 }, () => check(CLUSTER, `Bearer ${PLATFORM}`)));
  expect(asked).toEqual([`token ${PLATFORM}`, `${PLATFORM} everything`]);

  clock.now = 10_000;
  await check(CLUSTER, `Bearer ${PLATFORM}`);
  expect(asked).toHaveLength(4);
});

test('an API server that does not answer lets nobody in, is asked again, and is told of', async () => {
  const { check, failures } = access({ fails: true });

  await expect(check(CLUSTER, `Bearer ${PLATFORM}`)).rejects.toMatchObject({ code: 'access-unknown' });
  await expect(check(CLUSTER, `Bearer ${PLATFORM}`)).rejects.toMatchObject({ code: 'access-unknown' });

  expect(failures).toEqual(['connection refused', 'connection refused']);
});

test('who guesses tokens makes few calls to the API server, and keeps nobody out who was in', async () => {
  const { check, asked, clock } = access();
  await check(CLUSTER, `Bearer ${PLATFORM}`);

  clock.now = 15_000;
  const guesses = await Promise.allSettled(
    Array.from({ length: 1_000 }, (_, guess) => check(CLUSTER, `Bearer guess-${guess}`)),
  );

  expect(guesses.every(({ status }) => status === 'rejected')).toBe(true);
  expect(asked.filter((call) => call.startsWith('token guess')).length).toBe(20);
  expect(await check(CLUSTER, `Bearer ${PLATFORM}`)).toBe('cluster');
});
