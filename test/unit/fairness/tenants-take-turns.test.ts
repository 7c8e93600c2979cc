/** Who is next: by weight, with nothing saved up, and nobody waits for ever. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Turns } from '../../../src/fairness/turns.ts';

describe('weighted turns', () => {
  test.each([
    [{ a: 1, b: 1 }, 'abababab'],
    [{ a: 1, b: 3 }, 'abbbabbb'],
  ])('%j', (weights: Readonly<Record<string, number>>, expected) => {
    const turns = new Turns();
    let order = '';
    for (let count = 0; count < expected.length; count += 1) {
      const next = turns.next(Object.keys(weights)) ?? '';
      turns.charge(next, 1, weights[next] ?? 1);
      order += next;
    }

    expect(order).toBe(expected);
  });

  test('who comes late begins where the others stand, and who was away has saved up nothing', () => {
    const turns = new Turns();
    for (let count = 0; count < 100; count += 1) {
      turns.advance(['a']);
      turns.charge('a', 1, 1);
    }
    turns.advance(['a', 'b']);

    const order = Array.from({ length: 6 }, () => {
      const next = turns.next(['a', 'b']) ?? '';
      turns.charge(next, 1, 1);
      return next;
    });
    expect(order.filter((tenant) => tenant === 'a').length).toBeGreaterThanOrEqual(2);
  });

  test('what was given back is as if it had not been, and where nobody waits nothing is remembered', () => {
    const turns = new Turns();
    turns.charge('a', 5, 1);
    turns.giveBack('a', 1, 1);
    expect(turns.aheadOf('a', 1)).toBe(4);

    turns.advance([]);
    expect([turns.aheadOf('a', 1), turns.size]).toEqual([0, 0]);
  });

  test('nobody is ever more than one pod away from its part, whatever the weights', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 500 }),
        (weights, rounds) => {
          const turns = new Turns();
          const names = weights.map((_, index) => String(index));
          const had = weights.map(() => 0);
          for (let round = 0; round < rounds; round += 1) {
            turns.advance(names);
            const next = Number(turns.next(names));
            had[next] = (had[next] ?? 0) + 1;
            turns.charge(String(next), 1, weights[next] ?? 1);
          }
          const places = weights.map((weight, index) => (had[index] ?? 0) / weight);
          // The one that is ahead was level with the last before its own last pod.
          return weights.every(
            (weight, index) => (places[index] ?? 0) - 1 / weight <= Math.min(...places) + 1e-9,
          );
        },
      ),
    );
  });
});
