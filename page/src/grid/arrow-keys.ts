/** Walking over the grid by keyboard. */
import type { Layout, Spot } from './layout.ts';

export const KEYS: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
]);

/** Where an arrow key leads: to the neighbour as it stands on the canvas. */
export function moved(layout: Layout, from: Spot, key: string, nodes: number): Spot | null {
  const { columns } = layout;
  const pool = layout.pools.findLast(({ first }) => first <= from.index);
  const perColumn = pool?.perColumn ?? 1;
  const to = (index: number, column: number | null): Spot => ({
    index: Math.max(0, Math.min(nodes - 1, index)),
    column,
  });
  switch (key) {
    case 'ArrowUp':
      return to(from.index - 1, from.column);
    case 'ArrowDown':
      return to(from.index + 1, from.column);
    case 'ArrowLeft':
      if (from.column !== null) return to(from.index, from.column === 0 ? null : from.column - 1);
      return from.index - perColumn >= (pool?.first ?? 0) ? to(from.index - perColumn, columns - 1) : null;
    case 'ArrowRight':
      if (from.column === null) return to(from.index, columns > 0 ? 0 : null);
      if (from.column < columns - 1) return to(from.index, from.column + 1);
      return pool && from.index + perColumn < pool.first + pool.count
        ? to(from.index + perColumn, null)
        : null;
    case 'PageUp':
      return to(from.index - PAGE, from.column);
    case 'PageDown':
      return to(from.index + PAGE, from.column);
    case 'Home':
      return to(0, from.column);
    case 'End':
      return to(nodes - 1, from.column);
    default:
      return null;
  }
}

/** Nodes that a page key goes over. */
const PAGE = 10;
