import { expect, test } from 'vitest';
import { ApiError } from '../../../../src/cluster/api/api-answer.ts';
import type { SlimOrder } from '../../../../src/cluster/order-record.ts';
import { createProjector } from '../../../../src/cluster/projection/projector.ts';
import type { JsonObject } from '../../../../src/json/object.ts';
import { valueAt } from '../../../../src/json/path.ts';
import type { OrderStatus } from '../../../../src/orders/order-status.ts';
import { OrderStatusWriter } from '../../../../src/server/orders/order-status-writer.ts';
import { WELL_MADE } from '../../orders/order-mistakes.ts';

function orderOf(uid: string): SlimOrder {
  const metadata = { name: uid, namespace: 'kube-system', uid, generation: 3 };
  const projected = createProjector().orders({ ...WELL_MADE, metadata });
  if (!projected.ok) throw new Error(projected.error);
  return projected.record;
}

function statusOf(held: number, uid = 'one', ready: 'True' | 'False' = 'True'): OrderStatus {
  return {
    order: orderOf(uid),
    eligible: 5,
    held,
    claimed: 0,
    short: 0,
    shortNodes: [],
    periodStart: 0,
    nextRefresh: undefined,
    conditions: [{ type: 'Ready', status: ready, reason: 'Reserved', message: `on ${held}` }],
  };
}

interface Known {
  now: number;
  /** By how much the clock of people has been set. */
  setBy: number;
  holds: boolean;
  status: JsonObject;
  writes: number;
  reads: number;
  failure: Error | undefined;
}

/** An API server with one Order, by the status that it has. */
function stage(stored: JsonObject = {}) {
  const known: Known = {
    now: 100_000_000,
    setBy: 0,
    holds: true,
    status: stored,
    writes: 0,
    reads: 0,
    failure: undefined,
  };
  const told: string[] = [];
  const writer = new OrderStatusWriter({
    api: {
      get: async () => {
        known.reads += 1;
        return { status: known.status };
      },
      apply: async (_path, object) => {
        if (known.failure !== undefined) throw known.failure;
        known.writes += 1;
        known.status = Object(object.status);
        return object;
      },
    },
    holds: () => known.holds,
    now: () => known.now + known.setBy,
    clock: () => known.now,
    written: (outcome) => told.push(outcome),
    forbidden: () => told.push('forbidden'),
    granted: () => {},
    failed: () => told.push('not reached'),
  });
  return { known, told, writer };
}

test('what has not changed is not written again, also by the next process', async () => {
  const { known, writer } = stage();

  await writer.write([statusOf(1)]);
  for (let round = 0; round < 10; round += 1) {
    known.now += 10_000;
    await writer.write([statusOf(1)]);
  }
  const next = stage(known.status);
  await next.writer.write([statusOf(1)]);

  expect([known.writes, known.reads, next.known.writes]).toEqual([1, 1, 0]);
  expect(known.status).toMatchObject({
    observedGeneration: 3,
    eligible: 5,
    held: 1,
    periodStart: '1970-01-01T00:00:00Z',
  });
});

test('an Order that changes every second is written every five', async () => {
  const { known, writer } = stage();

  for (let second = 0; second < 60; second += 1) {
    await writer.write([statusOf(second)]);
    known.now += 1_000;
  }

  expect(known.writes).toBe(12);
});

test('a clock that was set back keeps nobody waiting, and is the one that people read', async () => {
  const { known, writer } = stage();
  await writer.write([statusOf(1)]);

  known.setBy = -3_600_000;
  known.now += 5_000;
  await writer.write([statusOf(2, 'one', 'False')]);

  expect(known.status).toMatchObject({
    held: 2,
    conditions: [{ lastTransitionTime: new Date(known.now - 3_600_000).toISOString().replace('.000Z', 'Z') }],
  });
});

test('a condition keeps its time until its status changes, whatever its words', async () => {
  const { known, writer } = stage();
  const since = () => valueAt(known.status, ['conditions', 0, 'lastTransitionTime']);

  await writer.write([statusOf(1)]);
  const first = since();
  known.now += 60_000;
  await writer.write([statusOf(2)]);
  const other = since();
  known.now += 60_000;
  await writer.write([statusOf(2, 'one', 'False')]);

  expect(other).toBe(first);
  expect(since()).not.toBe(first);
});

test('who does not hold the Lease writes nothing, and reads anew when he does again', async () => {
  const { known, writer } = stage();
  await writer.write([statusOf(1)]);

  known.holds = false;
  known.now += 10_000;
  await writer.write([statusOf(2)]);
  known.holds = true;
  await writer.write([statusOf(2)]);

  expect([known.writes, known.reads]).toEqual([2, 2]);
});

test('without the right it is told once in five minutes, and goes on when it is given', async () => {
  const { known, told, writer } = stage();
  known.failure = new ApiError(403, 'no', 'Forbidden');

  for (let second = 0; second < 200; second += 1) {
    await writer.write([statusOf(1)]);
    known.now += 1_000;
  }
  known.failure = undefined;
  known.now += 300_000;
  await writer.write([statusOf(1)]);

  expect(told).toEqual(['failed', 'forbidden', 'written']);
});

test('hundreds of Orders take their turns', async () => {
  const { known, writer } = stage();
  const all = Array.from({ length: 50 }, (_, index) => statusOf(index + 1, `order-${index}`));
  known.status = { held: 0 };

  await writer.write(all);

  expect(known.writes).toBe(20);
});
