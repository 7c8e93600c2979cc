/** Guardians are written slowly, once, by one, and a refusal of some of them holds up nobody else. */
import { expect, test } from 'vitest';
import { ApiError } from '../../../../src/cluster/api/api-answer.ts';
import { ClusterAccessError } from '../../../../src/cluster/api/connection.ts';
import { resourcesOf } from '../../../../src/kube/resources/requests.ts';
import type { GuardianPlan, PresentPod } from '../../../../src/orders/guardians/guardian-plan.ts';
import { type Guardian, guardianOf } from '../../../../src/orders/guardians/guardian-pod.ts';
import { GuardianWriter } from '../../../../src/server/orders/guardian-writer.ts';
import { MissingRights } from '../../../../src/server/writer/missing-rights.ts';
import { slimOrder } from '../../orders/order.ts';

const SETTINGS = { image: 'pause:1', priorityClass: 'daemonward-guardian' };
const ROOM = resourcesOf({ cpu: '100m' });
const RIGHT = 'create pods';

const FORBIDDEN = new ApiError(403, 'User "x" cannot create resource "pods" in API group ""', 'Forbidden');
const NO_DELETE = new ApiError(403, 'User "x" cannot delete resource "pods" in API group ""', 'Forbidden');
const QUOTA = new ApiError(403, 'pods "agent-1" is forbidden: exceeded quota: pods', 'Forbidden');
const TAKEN = new ApiError(409, 'pods "agent-1" already exists', 'AlreadyExists');
const UNREACHED = new ClusterAccessError('connect ECONNREFUSED');

function guardians(count: number, { name = 'agent', namespace = 'kube-system' } = {}): Guardian[] {
  const order = slimOrder({ name, namespace, uid: `${namespace}/${name}` });
  return Array.from({ length: count }, (_, index) =>
    guardianOf(order, { node: `n${index}`, requests: ROOM }, SETTINGS),
  );
}

function pods(count: number, namespace = 'kube-system'): PresentPod[] {
  return Array.from({ length: count }, (_, index) => ({
    uid: `uid-${index}`,
    namespace,
    name: `old-${index}`,
    phase: 'Running',
    terminating: false,
  }));
}

const creating = (create: readonly Guardian[]): GuardianPlan => ({ create, remove: [] });
const removing = (remove: readonly PresentPod[]): GuardianPlan => ({ create: [], remove });

/** A writer over an API server that says of each write what the test tells it to. */
function writing(
  answer: (verb: 'create' | 'delete', path: string, name: string) => Error | null = () => null,
) {
  const known = { now: 1_000_000, holds: true, perSecond: 20 };
  const asked: string[] = [];
  const told: string[] = [];
  const counted = { written: 0, failed: 0 };
  const rights = new MissingRights(({ right }) => void told.push(`missing: ${right}`));
  const decide = (verb: 'create' | 'delete', path: string, name: string) => {
    asked.push(`${verb} ${name}`);
    const error = answer(verb, path, name);
    if (error !== null) throw error;
  };
  const writer = new GuardianWriter({
    api: {
      create: async (path, object) => {
        decide('create', path, String(Object(object.metadata).name));
        return object;
      },
      delete: async (path, options) => {
        decide('delete', path, `${path.split('/').at(-1)} ${options?.uid}`);
        return true;
      },
    },
    holds: () => known.holds,
    clock: () => known.now,
    perSecond: () => known.perSecond,
    wrote: (_verb, outcome) => {
      counted[outcome] += 1;
    },
    forbidden: (message) => rights.note(RIGHT, message),
    granted: () => rights.granted(RIGHT),
    failed: (message) => void told.push(message),
  });
  return { known, asked, told, counted, rights, writer };
}

test('a second has as many writes as are allowed, removals first', async () => {
  const { known, asked, counted, writer } = writing();
  const plan = { remove: pods(15), create: guardians(100) };

  await writer.round(plan);
  const first = [...asked];
  known.now += 1_000;
  known.perSecond = 3;
  await writer.round(plan);

  expect(first.filter((line) => line.startsWith('delete'))).toHaveLength(15);
  expect(first).toHaveLength(20);
  expect(asked).toHaveLength(23);
  expect(counted).toEqual({ written: 23, failed: 0 });
});

test('the very pod is removed, and never another under its name', async () => {
  const { asked, writer } = writing();

  await writer.round(removing(pods(1)));

  expect(asked).toEqual(['delete old-0 uid-0']);
});

test('what was just written is not written again until the watch has had ten seconds to show it', async () => {
  const { known, asked, writer } = writing();
  const plan = { remove: pods(1), create: guardians(1) };

  for (let second = 0; second < 10; second += 1) {
    await writer.round(plan);
    known.now += 1_000;
  }
  const early = asked.length;
  await writer.round(plan);

  expect([early, asked.length]).toEqual([2, 4]);
});

test.each([
  ['make', creating(guardians(100)), FORBIDDEN],
  ['remove', removing(pods(100)), NO_DELETE],
])(
  'without the right to %s them everything rests for five minutes, and it is told once',
  async (_what, plan, error) => {
    const answers: { error: Error | null } = { error };
    const { known, asked, told, rights, writer } = writing(() => answers.error);

    await writer.round(plan);
    const tried = asked.length;
    for (let second = 1; second < 300; second += 1) {
      known.now += 1_000;
      await writer.round(plan);
    }
    const rested = asked.length;
    known.now += 1_000;
    await writer.round(plan);
    const again = [...told];
    const missing = rights.list().length;
    answers.error = null;
    known.now += 300_000;
    await writer.round(plan);

    // As many as are on their way at once.
    expect(tried).toBeLessThanOrEqual(4);
    expect(rested).toBe(tried);
    expect(asked.length).toBeGreaterThan(rested);
    expect(again).toEqual([`missing: ${RIGHT}`]);
    expect([missing, rights.list().length]).toEqual([1, 0]);
  },
);

test('a namespace whose quota is used up keeps no other from its guardians', async () => {
  const { known, asked, told, writer } = writing((_verb, path) => (path.includes('/full/') ? QUOTA : null));
  const plan = creating([...guardians(500, { namespace: 'full' }), ...guardians(40)]);

  for (let second = 0; second < 3; second += 1) {
    await writer.round(plan);
    known.now += 1_000;
  }

  expect(asked.filter((line) => line.startsWith('create'))).toHaveLength(44);
  expect(told).toEqual(Array.from({ length: 4 }, () => QUOTA.message));
});

test('an Order that is refused keeps no other of its namespace from its guardians, however long it lasts', async () => {
  const { known, asked, writer } = writing((_verb, _path, name) => (name.startsWith('bad') ? QUOTA : null));
  const bad = guardians(500, { name: 'bad' });
  const good = guardians(40, { name: 'good' });

  for (let second = 0; second < 100; second += 1) {
    const missing = good.filter(({ name }) => !asked.includes(`create ${name}`));
    await writer.round(creating([...bad, ...missing]));
    known.now += 1_000;
  }

  expect(asked.filter((line) => line.startsWith('create good'))).toHaveLength(40);
  // Four at once, after 0, 30, 60 and 90 seconds.
  expect(asked.filter((line) => line.startsWith('create bad'))).toHaveLength(16);
});

test('where nothing can be made, what is not due is removed all the same', async () => {
  const { known, asked, writer } = writing((verb) => (verb === 'create' ? QUOTA : null));
  await writer.round(creating(guardians(10)));
  asked.length = 0;
  known.now += 1_000;

  await writer.round({ remove: pods(5), create: guardians(10) });

  expect(asked.map((line) => line.split(' ')[0])).toEqual(Array.from({ length: 5 }, () => 'delete'));
});

test('what exists already, or has been replaced, is neither told nor counted, and holds up nobody', async () => {
  const { asked, told, counted, writer } = writing((_verb, _path, name) =>
    name.endsWith('9') ? null : TAKEN,
  );
  const plan = { remove: pods(10), create: guardians(10) };

  await writer.round(plan);

  expect(asked).toHaveLength(20);
  expect(told).toEqual([]);
  expect(counted.failed).toBe(0);
});

test('a server that is not reached is left alone for ten seconds, whatever there is to write', async () => {
  const answers: { error: Error | null } = { error: UNREACHED };
  const { known, asked, writer } = writing(() => answers.error);
  await writer.round(creating(guardians(100)));
  const tried = asked.length;

  known.now += 9_999;
  await writer.round(creating(guardians(100, { namespace: 'other' })));
  const rested = asked.length;
  answers.error = null;
  known.now += 1;
  await writer.round(creating(guardians(100)));

  expect(tried).toBeLessThanOrEqual(4);
  expect([rested, asked.length]).toEqual([tried, tried + 20]);
});

test('who does not hold the Lease writes nothing, and who loses it stops at once', async () => {
  const without = writing();
  without.known.holds = false;
  await without.writer.round({ remove: pods(5), create: guardians(5) });

  const losing = writing(() => {
    if (losing.asked.length === 6) losing.known.holds = false;
    return null;
  });
  await losing.writer.round(creating(guardians(20)));
  const written = losing.asked.length;
  losing.known.holds = true;
  await losing.writer.round(creating(guardians(20)));

  expect(without.asked).toEqual([]);
  expect(written).toBe(6);
  // What was not tried is not taken for written.
  expect(new Set(losing.asked).size).toBe(20);
});

test('it remembers 5,000 at the most: of more, the oldest are tried once more', async () => {
  const { known, asked, writer } = writing();
  known.perSecond = 10_000;
  const plan = creating(guardians(5_100));

  await writer.round(plan);
  const first = asked.length;
  await writer.round(plan);

  expect(first).toBe(5_100);
  expect(asked.slice(first).toSorted()).toEqual(asked.slice(0, 100).toSorted());
});
