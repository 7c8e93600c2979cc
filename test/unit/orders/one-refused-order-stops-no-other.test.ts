/** What the API server does not take of one Order is that Order's own trouble. */
import { expect, test } from 'vitest';
import { ApiError } from '../../../src/cluster/api/api-answer.ts';
import { guardianOf } from '../../../src/orders/guardians/guardian-pod.ts';
import type { OrderStatus } from '../../../src/orders/order-status.ts';
import { GuardianWriter } from '../../../src/server/orders/guardian-writer.ts';
import { OrderStatusWriter } from '../../../src/server/orders/order-status-writer.ts';
import { slimOrder } from './order.ts';

const INVALID = new ApiError(422, 'Pod "bad-1" is invalid', 'Invalid');

function guardians(name: string, count: number) {
  const settings = { image: 'pause', priorityClass: 'daemonward-guardian' };
  return Array.from({ length: count }, (_, index) =>
    guardianOf(slimOrder({ name }), { node: `n${index}`, requests: new Map([['cpu', 100n]]) }, settings),
  );
}

function guardianWriter() {
  const clock = { now: 0 };
  const done: string[] = [];
  const refuse = (isBad: boolean) => {
    if (isBad) throw INVALID;
  };
  const writer = new GuardianWriter({
    api: {
      create: async (_path, pod) => {
        const name = String(Object(pod.metadata).name).replace(/-\w+$/, '');
        refuse(name === 'bad');
        done.push(`create ${name}`);
        return pod;
      },
      delete: async (path) => {
        refuse(path.endsWith('/stuck'));
        done.push(`delete ${path.replace(/.*\//, '')}`);
        return true;
      },
    },
    holds: () => true,
    clock: () => clock.now,
    perSecond: () => 20,
    wrote: (verb, outcome) => outcome === 'failed' && done.push(`${verb} failed`),
    forbidden: () => done.push('forbidden'),
    granted: () => {},
    failed: () => {},
  });
  return { clock, done, writer };
}

const present = (name: string) => ({
  uid: name,
  namespace: 'kube-system',
  name,
  phase: 'Running',
  terminating: false,
});

test('guardians that are refused keep those of other Orders of the namespace neither from coming nor from going', async () => {
  const { clock, done, writer } = guardianWriter();
  const create = [...guardians('bad', 50), ...guardians('good', 3)];

  await writer.round({ remove: [], create });
  clock.now += 1_000;
  await writer.round({ remove: [present('claimed')], create });

  expect(done.filter((deed) => !deed.endsWith('failed'))).toEqual([
    'delete claimed',
    ...Array.from({ length: 3 }, () => 'create good'),
  ]);
  // As many as are under way at once, and no more for half a minute.
  expect(done.filter((deed) => deed === 'create failed')).toHaveLength(4);
});

test('one that cannot be removed keeps no other there', async () => {
  const { done, writer } = guardianWriter();

  await writer.round({ remove: [present('stuck'), present('other')], create: guardians('good', 1) });

  expect(done.toSorted()).toEqual(['create good', 'delete failed', 'delete other']);
});

function statusOf(name: string): OrderStatus {
  const counts = { eligible: 1, held: 1, claimed: 0, short: 0 };
  const times = { periodStart: undefined, nextRefresh: undefined };
  return { order: slimOrder({ name }), ...counts, shortNodes: [], ...times, conditions: [] };
}

test('a status that is refused does not keep those of other Orders from being written, and is tried seldom', async () => {
  const clock = { now: 0 };
  const tried: string[] = [];
  const writer = new OrderStatusWriter({
    api: {
      get: async () => ({}),
      apply: async (path, object) => {
        const [, name = ''] = /orders\/(\w+)\/status/.exec(path) ?? [];
        tried.push(name);
        if (name === 'bad') throw INVALID;
        return object;
      },
    },
    holds: () => true,
    now: () => clock.now,
    clock: () => clock.now,
    written: () => {},
    forbidden: () => tried.push('forbidden'),
    granted: () => {},
    failed: () => {},
  });

  for (; clock.now < 120_000; clock.now += 3_000) await writer.write([statusOf('bad'), statusOf('good')]);

  expect(tried).toEqual(['bad', 'good']);
});
