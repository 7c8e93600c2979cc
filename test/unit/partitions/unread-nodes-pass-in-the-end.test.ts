import { expect, test } from 'vitest';
import { schedulerDoors } from '../../../src/scheduler/door.ts';
import { extenderOver } from '../scheduler/extender.ts';
import { partitioned } from './partitioned.ts';

/** More than are remembered as doubtful, and as many as a scheduler of a large cluster names at a time. */
const NODES = 12_000;
const NAMED = 500;

/** West has never answered; its nodes are known to blue's scheduler, which goes round them. */
function roundsOf(read: readonly string[]) {
  const { store, sync, hear, east, blue } = partitioned();
  sync(...read);
  hear(0, ...read);
  east.node('e1');
  const { extender, clock } = extenderOver(store);
  const filter = schedulerDoors(extender, { takesWhole: false, partition: 'blue' }).get('/scheduler/filter');
  const passed = (names: readonly string[]): number => {
    const answer = filter?.answer(
      Buffer.from(JSON.stringify({ Pod: blue.tenantPod('web'), NodeNames: names })),
    );
    if (answer === undefined || answer instanceof Promise || !answer.ok) throw new Error('no answer');
    return JSON.parse(answer.value.toString()).NodeNames.length;
  };
  /** How many pass in one round over all of them, a minute after the last. */
  return () => {
    let sum = 0;
    for (let first = 0; first < NODES; first += NAMED) {
      clock.now += 1_000;
      hear(clock.now, ...read);
      sum += passed(Array.from({ length: NAMED }, (_, index) => `w${first + index}`));
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
