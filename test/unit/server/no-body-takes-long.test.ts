/** Names of 58 MB took 5 s once, victims of 66 MB 25 s, empty expressions of 8 MB a minute. */
import { expect, test } from 'vitest';
import { exampleDoors } from '../../faults/doors.ts';
import { largestBodies } from '../../faults/largest-bodies.ts';

/** Some 50 ms is what each takes; what is looked for here took seconds. */
const LONGEST_MS = 500;

/** One door of each kind: the others read in the same way. `npm run soak` sends all. */
const PATHS = ['/scheduler/filter', '/scheduler/preempt', '/validate/daemonsets'];
const SUBJECTS = largestBodies().filter(({ path, what }) => PATHS.includes(path) && !what.endsWith('twice'));

const doors = exampleDoors();

test.each(SUBJECTS)('$path: $what', async ({ path, body }) => {
  const bytes = body();

  const before = process.threadCpuUsage();
  const answer = await doors.get(path)?.(bytes);
  const { user, system } = process.threadCpuUsage(before);

  expect(answer).toBeDefined();
  expect((user + system) / 1_000).toBeLessThan(LONGEST_MS);
});
