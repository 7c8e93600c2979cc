/** The short forms of `npm run fuzz` and `npm run soak`. */
import { expect, test } from 'vitest';
import { fuzz } from '../faults/fuzz.ts';
import { soak } from '../faults/soak.ts';

test('thousands of spoilt bodies are answered or refused, none with an error of ours', async () => {
  const { bodies, failed, answered, refused, longestMs } = await fuzz(6_000, 17);

  expect(failed).toEqual([]);
  expect(bodies).toBe(6_000);
  expect(answered).toBeGreaterThan(500);
  expect(Object.keys(refused).toSorted()).toEqual([
    'empty-body',
    'invalid-field',
    'invalid-json',
    'whole-nodes',
  ]);
  expect(longestMs).toBeLessThan(500);
});

test('reviews are answered beside a crowd and a stream of the largest bodies', {
  timeout: 60_000,
}, async () => {
  const { loaded, statuses } = await soak({ quietSeconds: 0.2, loadSeconds: 1.5, connections: 200 });

  expect(loaded.failed).toBe(0);
  expect(loaded.reviews).toBeGreaterThan(5);
  expect(Object.keys(statuses).every((status) => ['200', '400', '413', '503'].includes(status))).toBe(true);
});
