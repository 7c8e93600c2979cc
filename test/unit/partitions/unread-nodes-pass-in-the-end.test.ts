import { expect, test } from 'vitest';
import { blueScheduler } from './blue-scheduler.ts';

/** More than are remembered as doubtful, and as many as a scheduler of a large cluster names at a time. */
const NODES = 12_000;
const NAMED = 500;

/** West has never answered; its nodes are known to blue's scheduler, which goes round them. */
function roundsOf(read: readonly string[]) {
  const { clock, hear, passing } = blueScheduler(read);
  /** How many pass in one round over all of them, a minute after the last. */
  return () => {
    let sum = 0;
    for (let first = 0; first < NODES; first += NAMED) {
      clock.now += 1_000;
      hear(clock.now, ...read);
      sum += passing(Array.from({ length: NAMED }, (_, index) => `w${first + index}`)).length;
    }
    return sum;
  };
}

test('however many nodes a partition has that was never read, they are not in doubt for ever', () => {
  const round = roundsOf(['blue', 'green', 'east']);
  round();

  expect(round()).toBe(NODES);
});

test('where all have been read, names that nobody knows never let a new node pass early', () => {
  const round = roundsOf(['blue', 'green', 'east', 'west']);
  round();

  expect(round()).toBeLessThan(NODES);
});
