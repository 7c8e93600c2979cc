/** The short forms of `npm run fuzz` and `npm run soak`. */
import { expect, test } from 'vitest';
import { bytesOf, readCorpus } from '../faults/fuzz/corpus.ts';
import { fuzz, LONGEST_MS } from '../faults/fuzz/fuzz.ts';
import { allTargets, countsFor } from '../faults/fuzz/targets.ts';
import { soak } from '../faults/soak.ts';

/** Some for each door, and some of each kind of file: all of them in a few seconds. */
const INPUTS = 2_000;

const targets = allTargets();

test.each([...countsFor(targets, INPUTS)].map(([target, count]) => ({ name: target.name, target, count })))(
  'what is spoilt is taken or refused with a place: $name',
  async ({ target, count }) => {
    const { inputs, taken, refused, failed, longestMs } = await fuzz({ target, count, seed: 17 });

    expect(failed).toEqual([]);
    expect(inputs).toBe(count);
    expect(taken + refused).toBe(count);
    expect(refused).toBeGreaterThan(0);
    expect(longestMs).toBeLessThan(LONGEST_MS);
  },
);

test('all that is kept in the corpus still gets an answer or a reason', async () => {
  const corpus = readCorpus();
  const strange: unknown[] = [];
  for (const kept of corpus) {
    const target = targets.find(({ name }) => name === kept.target);
    if (target === undefined) throw new Error(`there is no target ${kept.target}`);
    const { errors, placeless } = await target.read(bytesOf(kept));
    if (placeless.length > 0 || errors.length > 0 !== (kept.error !== '')) {
      strange.push({ kept, errors, placeless });
    }
  }

  expect(corpus.length).toBeGreaterThan(200);
  expect(strange).toEqual([]);
});

test('reviews are answered beside a crowd and a stream of the largest bodies', {
  timeout: 180_000,
}, async () => {
  const { loaded, statuses } = await soak({
    quietSeconds: 0.2,
    loadSeconds: 1.5,
    connections: 200,
    niceness: 0,
    bodyStep: 9,
  });

  expect(loaded.failed).toBe(0);
  expect(loaded.reviews).toBeGreaterThan(5);
  expect(Object.keys(statuses).every((status) => ['200', '400', '413', '503'].includes(status))).toBe(true);
});
