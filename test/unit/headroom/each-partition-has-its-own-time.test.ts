/** Whether the holds of a partition stand, and when the next of them ends, is a matter of its own time. */
import { expect, test } from 'vitest';
import { PartitionClocks } from '../../../src/headroom/partition-clocks.ts';

const PATIENCE_MS = 1_000;
const partition = (name: string) => ({ name, role: 'tenant', detail: '' }) as const;

function clocks() {
  const times: Record<string, number> = { blue: 0, green: 0 };
  const behind: Record<string, number | undefined> = {};
  const over = new PartitionClocks([partition('blue'), partition('green')], {
    now: (name) => times[name] ?? 0,
    behindFor: ({ name }) => behind[name],
  });
  const turned = () => [...over.look(PATIENCE_MS)];
  return { over, times, behind, turned };
}

test('holds of one that is behind stand until the patience is over, and again when it is seen', () => {
  const { over, behind, turned } = clocks();
  const states = () => [over.timeOf('blue').state, over.timeOf('green').state, over.isOver('blue')];
  const first = [turned(), states()];

  behind.blue = PATIENCE_MS - 1;
  const late = [turned(), states(), turned()];
  behind.blue = PATIENCE_MS;
  const over1 = [turned(), states()];
  behind.blue = undefined;

  expect(first).toEqual([[], ['seen', 'seen', false]]);
  expect(late).toEqual([['blue'], ['behind', 'seen', false], []]);
  expect(over1).toEqual([['blue'], ['over', 'seen', true]]);
  expect([turned(), states()]).toEqual([['blue'], ['seen', 'seen', false]]);
});

test('the first of several that ends is waited for, by the clock of its partition', () => {
  const { over, times } = clocks();
  for (const until of [50, 30, 40]) over.expect('blue', until);
  over.expect('green', 60);
  const dueAt = (blue: number, green: number) => {
    Object.assign(times, { blue, green });
    return over.isDue();
  };

  expect([dueAt(29, 59), dueAt(30, 0), dueAt(0, 60), dueAt(0, 59)]).toEqual([false, true, true, false]);
  over.forgetDue();
  expect(dueAt(100, 100)).toBe(false);
});

test('where nobody can be behind, everybody is seen', () => {
  const over = new PartitionClocks([partition('')], { now: () => 7 });

  expect([...over.look(PATIENCE_MS)]).toEqual([]);
  expect(over.timeOf('')).toEqual({ now: 7, state: 'seen' });
});
