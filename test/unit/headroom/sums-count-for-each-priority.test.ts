/** What is held on a node from a pod is the sum of the holds that are not below it, exact whatever comes and goes. */
import { expect, test } from 'vitest';
import { HeldAmounts, type KeptRoom, NO_LEVEL } from '../../../src/headroom/held-amounts.ts';

const NODES = 3;
/** No node has more, and so no pod counts for more. */
const MOST = 2n ** 52n;

function kept(priority: number, amounts: Readonly<Record<string, bigint>>): KeptRoom {
  return { priority, amounts: new Map(Object.entries(amounts)) };
}

const HIGH = kept(100, { cpu: 500n });
const LOW = kept(10, { cpu: 300n, memory: 7n });

function sumsOf(...nodes: readonly (readonly KeptRoom[])[]) {
  const sums = new HeldAmounts();
  sums.grow(NODES);
  for (const [node, holds] of nodes.entries()) sums.set(node, holds);
  /** By node, for a pod of that priority; null when nothing of it is held from such a pod. */
  const from = (priority: number, resource = 'cpu') => {
    const held = sums.held(sums.levelFor(priority), resource);
    return held === undefined ? null : Array.from(held).slice(0, NODES);
  };
  const marked = (priority: number) =>
    Array.from({ length: NODES }, (_, node) => sums.isMarked(sums.levelFor(priority), node));
  return { sums, from, marked };
}

test('a pod is kept out by holds of its own priority and above', () => {
  const { sums, from, marked } = sumsOf([HIGH, LOW], [LOW]);

  expect([from(0), from(10)]).toEqual([
    [800, 300, 0],
    [800, 300, 0],
  ]);
  expect([from(11), from(100)]).toEqual([
    [500, 0, 0],
    [500, 0, 0],
  ]);
  expect([from(101), sums.levelFor(101)]).toEqual([null, NO_LEVEL]);
  expect([from(10, 'memory'), from(11, 'memory')]).toEqual([[7, 7, 0], null]);
  expect([marked(10), marked(11), marked(101)]).toEqual([
    [true, true, false],
    [true, false, false],
    [false, false, false],
  ]);
  expect([sums.markedNodes, sums.lowestLevel]).toEqual([2, 1]);
});

test('a priority between others has what is above it from the beginning, and not what comes to others later', () => {
  const { sums, from } = sumsOf([HIGH], [LOW]);

  sums.set(2, [kept(50, { cpu: 1n })]);
  sums.set(0, []);

  expect([from(50), from(10)]).toEqual([
    [0, 0, 1],
    [0, 300, 1],
  ]);
});

test('with the last hold of a priority, or of a resource, nothing of it is left', () => {
  const { sums, from, marked } = sumsOf([HIGH, LOW], [LOW]);

  sums.set(0, [LOW]);
  const withoutHigh = [from(11), from(10), sums.lowestLevel, sums.markedNodes];
  sums.set(0, [HIGH]);
  sums.set(1, []);

  expect(withoutHigh).toEqual([null, [300, 300, 0], 0, 2]);
  expect([from(10), from(100), from(10, 'memory')]).toEqual([[500, 0, 0], [500, 0, 0], null]);
  expect([marked(100), sums.markedNodes]).toEqual([[true, false, false], 1]);
});

test('holds that stay are counted once, in whatever order they are told', () => {
  const { sums, from } = sumsOf([HIGH, LOW]);

  for (const again of [
    [HIGH, LOW],
    [LOW, HIGH],
    [LOW, HIGH, kept(10, { cpu: 1n })],
  ])
    sums.set(0, again);
  const three = from(10);
  sums.set(0, [HIGH]);

  expect([three, from(100)]).toEqual([
    [801, 0, 0],
    [500, 0, 0],
  ]);
  expect(sums.lowestLevel).toBe(0);
});

test('a hold of nothing marks its node, and one of no resource does not', () => {
  const { sums, marked, from } = sumsOf([kept(10, { cpu: 0n })], [kept(10, {})], [kept(10, {}), HIGH]);

  expect(marked(10)).toEqual([true, false, true]);
  expect([from(10), sums.markedNodes]).toEqual([[0, 0, 500], 2]);
});

test('nodes that come later begin without anything, and the others keep what they have', () => {
  const { sums } = sumsOf([HIGH], [LOW]);

  sums.grow(NODES - 1);
  sums.grow(NODES * 2);
  sums.set(NODES, [LOW]);

  const held = Array.from(sums.held(sums.lowestLevel, 'cpu') ?? []).slice(0, NODES * 2);
  expect(held).toEqual([500, 300, 0, 300, 0, 0]);
  expect([2, 3, 4].map((node) => sums.isMarked(sums.lowestLevel, node))).toEqual([false, true, false]);
});

test('sums beyond what can be told exactly leave what was there before when they go', () => {
  const absurd = [kept(10, { cpu: MOST }), kept(10, { cpu: MOST * 4n }), kept(100, { cpu: MOST })];
  // An odd one: beyond 2^53 a sum has only even numbers.
  const odd = kept(10, { cpu: 301n });
  const { sums, from } = sumsOf([odd], [odd]);

  sums.set(0, [odd, ...absurd]);
  const meanwhile = from(10)?.[0] ?? 0;
  sums.set(0, [odd, ...absurd.slice(1)]);
  sums.set(0, [odd]);

  expect(meanwhile).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
  expect(from(10)).toEqual([301, 301, 0]);
});
