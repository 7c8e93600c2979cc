import { expect, onTestFinished, test } from 'vitest';
import type { Parsed } from '../../../../src/json/problem.ts';
import type { CallDigest } from '../../../../src/scheduler/wire/call-digest.ts';
import { BodyMemory } from '../../../../src/server/http/bodies/body-memory.ts';
import type { CallJob } from '../../../../src/server/reading/call-reader.ts';
import { ReadingThread, type ThreadLimits } from '../../../../src/server/reading/reading-thread.ts';

const ENOUGH: ThreadLimits = { heapMb: 512, doneWithinMs: 60_000, waitedEnoughMs: 60_000 };

/** The limits are for the first thread only. */
function threadWith(first: Partial<ThreadLimits>) {
  const ended: Error[] = [];
  const limits = { current: { ...ENOUGH, ...first } };
  const thread = new ReadingThread<CallJob, Parsed<CallDigest>>({
    reader: 'call-reader',
    memory: new BodyMemory(),
    data: () => ({ data: { takesWhole: false, seed: 1 }, transfer: [] }),
    message: (job) => job,
    limits: () => limits.current,
    ended: (error) => {
      ended.push(error);
      limits.current = ENOUGH;
    },
  });
  onTestFinished(() => thread.stop());
  return { thread, ended };
}

function jobOf(names: number): CallJob {
  const NodeNames = Array.from({ length: names }, (_, index) => `node-\u00e9-${index}`);
  const text = JSON.stringify({ Pod: { metadata: { name: 'web' } }, NodeNames });
  return { path: '/scheduler/filter', bytes: new TextEncoder().encode(text) };
}

test('whoever sent a body that takes too long is told, and the next one is read by another thread', async () => {
  const { thread, ended } = threadWith({ doneWithinMs: 1 });

  const late = await thread.read(jobOf(100_000)).catch((error: unknown) => error);
  const next = await thread.read(jobOf(3));

  expect(late).toMatchObject({ code: 'overloaded' });
  expect(ended).toHaveLength(1);
  expect(next).toMatchObject({ ok: true, value: { kind: 'names', count: 3 } });
});

test('the same of one that takes too much memory', async () => {
  const { thread, ended } = threadWith({ heapMb: 24 });
  // Escapes take the plain way, which makes strings.
  const text = `{"Pod":{"metadata":{"name":"web"}},"NodeNames":[${Array(130_000).fill(`"\\u006e${'x'.repeat(200)}"`)}]}`;

  const refused = await thread
    .read({ path: '/scheduler/filter', bytes: new TextEncoder().encode(text) })
    .catch((error: unknown) => error);
  const next = await thread.read(jobOf(3));

  expect(refused).toMatchObject({ code: 'too-many-values' });
  expect(ended).toHaveLength(1);
  expect(next).toMatchObject({ ok: true });
});

test('those that wait for a thread that ended are read by the next, the smallest first', async () => {
  const { thread } = threadWith({ doneWithinMs: 1 });
  const order: number[] = [];

  const late = thread.read(jobOf(100_000)).catch(() => {});
  const reads = [30_000, 5, 300].map((count) => thread.read(jobOf(count)).then(() => order.push(count)));
  await Promise.all([late, ...reads]);

  expect(order).toEqual([5, 300, 30_000]);
});

test('whoever has waited long enough is next, whatever its size', async () => {
  const { thread } = threadWith({ waitedEnoughMs: 0 });
  const order: number[] = [];

  const first = thread.read(jobOf(1_000));
  const reads = [30_000, 5, 300].map((count) => thread.read(jobOf(count)).then(() => order.push(count)));
  await Promise.all([first, ...reads]);

  expect(order).toEqual([30_000, 5, 300]);
});

test('nothing is read for a caller who has gone', async () => {
  const { thread } = threadWith({});
  let isGone = false;

  const first = thread.read(jobOf(1_000));
  const second = thread
    .read(jobOf(3), { isGone: () => isGone, onClose: () => {} })
    .catch((error: unknown) => error);
  isGone = true;

  expect(await first).toMatchObject({ ok: true });
  expect(await second).toMatchObject({ message: 'the caller has gone' });
});

test('whoever still waits when the process ends is told', async () => {
  const { thread } = threadWith({});

  const reads = Promise.allSettled([thread.read(jobOf(100_000)), thread.read(jobOf(3))]);
  await thread.stop();

  expect(await reads).toMatchObject([{ reason: { code: 'overloaded' } }, { reason: { code: 'overloaded' } }]);
});
