import { expect, test } from 'vitest';
import { intervalOf, intervalOfParts } from '../../mutation/interval.ts';

test('all of a folder leaves no doubt', () => {
  const { low, high } = intervalOf(80, 100, 100);

  expect([low, high]).toEqual([0.8, 0.8]);
});

test('two hundred of very many say a score of eighty to some five points', () => {
  const { low, high } = intervalOf(160, 200, 1_000_000);

  expect(low).toBeCloseTo(0.739, 2);
  expect(high).toBeCloseTo(0.85, 2);
});

test('the more of the whole was drawn, the less doubt is left', () => {
  const [few, most] = [intervalOf(160, 200, 10_000), intervalOf(160, 200, 220)];

  expect(most.high - most.low).toBeLessThan((few.high - few.low) / 2);
});

test.each([0, 20])('a sample in which %i of 20 died is not called certain', (dead) => {
  const { low, high } = intervalOf(dead, 20, 1_000);

  expect(high - low).toBeGreaterThan(0.1);
  expect(low).toBeGreaterThanOrEqual(0);
  expect(high).toBeLessThanOrEqual(1);
});

test('nothing drawn says nothing', () => {
  expect(intervalOf(0, 0, 100)).toEqual({ low: 0, high: 1 });
});

test('of several parts each counts by its size, and what was tried whole adds no doubt', () => {
  const large = { weight: 0.9, hits: 60, drawn: 100, whole: 9_000 };
  const small = { weight: 0.1, hits: 1_000, drawn: 1_000, whole: 1_000 };

  const { low, high } = intervalOfParts([large, small]);
  const alone = intervalOfParts([{ ...large, weight: 1 }]);

  expect((low + high) / 2).toBeCloseTo(0.64, 5);
  expect(high - low).toBeCloseTo(0.9 * (alone.high - alone.low), 5);
});
