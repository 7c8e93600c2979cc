import { expect, onTestFinished, test } from 'vitest';
import type { Parsed } from '../../../../src/json/problem.ts';
import type { CallDigest } from '../../../../src/scheduler/wire/call-digest.ts';
import type { CallJob } from '../../../../src/server/reading/call-reader.ts';
import { ReadingThread } from '../../../../src/server/reading/reading-thread.ts';

function threadWith(queueLimits: { count: number; bytes: number }) {
  const thread = new ReadingThread<CallJob, Parsed<CallDigest>>({
    reader: 'call-reader',
    data: () => ({ data: { takesWhole: false, seed: 1 }, transfer: [] }),
    message: (job) => job,
    queueLimits,
    ended: () => {},
  });
  onTestFinished(() => thread.stop());
  return thread;
}

function jobOf(names: number): CallJob {
  const NodeNames = Array.from({ length: names }, (_, index) => `node-${index}`);
  const text = JSON.stringify({ Pod: { metadata: { name: 'web' } }, NodeNames });
  return { path: '/scheduler/filter', bytes: new TextEncoder().encode(text) };
}

test('whoever has many to be read waits for whoever has one, whatever their sizes', async () => {
  const thread = threadWith({ count: 100, bytes: 1_000_000 });
  const order: string[] = [];
  const read = (tenant: string, names: number) =>
    thread.read(jobOf(names), undefined, tenant).then(() => order.push(tenant));

  await Promise.all([...[1, 2, 3, 4, 5].map((names) => read('a', names)), read('b', 1_000)]);

  expect(order).toEqual(['a', 'a', 'b', 'a', 'a', 'a']);
});

test('a tenant with as many bytes waiting as may is refused, and another one is read', async () => {
  const thread = threadWith({ count: 100, bytes: 3_000 });

  const reads = ['a', 'a', 'a', 'b'].map((tenant) => thread.read(jobOf(200), undefined, tenant));

  expect(await Promise.allSettled(reads)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'overloaded' } },
    { status: 'fulfilled' },
  ]);
});
