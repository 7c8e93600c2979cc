/** A pod is told constant words: whatever else changes, they are the same at every attempt and for every node with that cause. */
import { expect, test } from 'vitest';
import { ROOM_WORDS } from '../../../../src/scheduler/filter/other-nodes.ts';
import { ChangingCluster } from '../changing-cluster.ts';

const RUNS = 60;
const STEPS = 60;

interface Filtered {
  readonly FailedNodes: Readonly<Record<string, string>>;
  readonly FailedAndUnresolvableNodes: Readonly<Record<string, string>>;
}

/** Of the room of a node; the others say what the pod itself or the node's taint is. */
const ABOUT_ROOM = /^DW50[4-9] /;
const ROOM: readonly string[] = Object.values(ROOM_WORDS);

test('over any history of a cluster what is said of room has one wording for each cause, without a name or an amount', () => {
  const words = new Set<string>();
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const world = new ChangingCluster(seed);
    for (let step = 0; step < STEPS; step += 1) {
      world.change();
      const { Pod, names } = world.asked();
      const answer = world.over.ask('filter', { Pod, Nodes: null, NodeNames: names }) as Filtered;
      const { FailedNodes, FailedAndUnresolvableNodes } = answer;
      for (const text of Object.values(FailedNodes)) words.add(text);
      for (const text of Object.values(FailedAndUnresolvableNodes)) words.add(text);
    }
  }

  expect([...words].filter((text) => ABOUT_ROOM.test(text) && !ROOM.includes(text))).toEqual([]);
  expect(words).toContain(ROOM_WORDS.held);
  expect(words).toContain(ROOM_WORDS.taken);
});
