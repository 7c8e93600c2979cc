/** The picture's geometry: what is drawn somewhere is found there again, by pointer and by arrow keys. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moved } from '../../../page/src/grid/arrow-keys.ts';
import { layoutOf, type Spot, spotAt, stripAt, stripsBetween } from '../../../page/src/grid/layout.ts';
import { SIZES, sizeFor } from '../../../page/src/grid/measures.ts';

interface Drawn {
  readonly pools: readonly { readonly name: string; readonly count: number }[];
  readonly columns: number;
  readonly width: number;
  readonly size: (typeof SIZES)[number];
}

const picture: fc.Arbitrary<Drawn> = fc.record({
  pools: fc.array(fc.record({ name: fc.string(), count: fc.integer({ min: 1, max: 80 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
  columns: fc.integer({ min: 0, max: 25 }),
  width: fc.integer({ min: 200, max: 2_000 }),
  size: fc.constantFrom(...SIZES),
});

function laidOut({ pools, columns, width, size }: Drawn) {
  const nodes = pools.reduce((sum, { count }) => sum + count, 0);
  return { layout: layoutOf(pools, columns, { width, size, longestName: 90 }), nodes };
}

test('the middle of each cell is found as that cell', () => {
  fc.assert(
    fc.property(picture, (drawn) => {
      const { layout, nodes } = laidOut(drawn);
      const { measures, cellsX } = layout;
      for (let index = 0; index < nodes; index += 1) {
        const { x, y } = stripAt(layout, index);
        const middle = y + measures.rowPitch / 2;
        for (let column = 0; column < drawn.columns; column += 1) {
          const across = x + cellsX + column * measures.pitch + measures.cell / 2;
          expect(spotAt(layout, across, middle)).toEqual({ index, column });
        }
      }
    }),
    { numRuns: 30 },
  );
});

test('no two strips stand on each other, and all are between the top and the end', () => {
  fc.assert(
    fc.property(picture, (drawn) => {
      const { layout, nodes } = laidOut(drawn);
      const places = new Set<string>();
      for (const { x, y, index } of stripsBetween(layout, 0, layout.height)) places.add(`${x} ${y} ${index}`);
      const corners = new Set([...places].map((place) => place.split(' ', 2).join(' ')));
      expect([places.size, corners.size]).toEqual([nodes, nodes]);
    }),
    { numRuns: 50 },
  );
});

test('arrow keys reach every node and stay within the picture', () => {
  fc.assert(
    fc.property(
      picture,
      fc.array(
        fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageDown', 'End', 'Home'),
        { maxLength: 60 },
      ),
      (drawn, keys) => {
        const { layout, nodes } = laidOut(drawn);
        let spot: Spot = { index: 0, column: null };
        for (const key of keys) spot = moved(layout, spot, key, nodes) ?? spot;
        expect(spot.index).toBeGreaterThanOrEqual(0);
        expect(spot.index).toBeLessThan(nodes);
        expect(spot.column ?? 0).toBeLessThan(Math.max(1, drawn.columns));
        let at: Spot = { index: 0, column: null };
        for (let step = 1; step < nodes; step += 1) at = moved(layout, at, 'ArrowDown', nodes) ?? at;
        expect(at.index).toBe(nodes - 1);
      },
    ),
    { numRuns: 50 },
  );
});

test.each([
  [13, 5, 1_000, 'large'],
  [13, 20, 420, 'small'],
  [300, 20, 1_000, 'medium'],
  [5_000, 20, 1_000, 'small'],
] as const)('%i nodes × %i DaemonSets on %i pixels are drawn %s', (nodes, columns, width, size) => {
  expect(sizeFor(nodes, columns, width)).toBe(size);
});
