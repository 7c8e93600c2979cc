/**
 * Where everything stands on the canvas. A node is a strip: its name, a cell a DaemonSet, a bar. Strips of a pool stand below
 * each other, in as many columns as the width has room for. Pure: numbers in, numbers out.
 */
import { GAP, type Measures, measuresOf, type Size } from './measures.ts';

/** Up to so many nodes one below the other read better than beside each other. */
const ONE_BELOW_ANOTHER = 40;

/** A bar that has more room than this says no more. */
const WIDEST_BAR = 420;

/** How wide a name may get, before it is cut. */
const LONGEST_NAME = 130;

export interface Strip {
  /** Index of the node in the selection. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

export interface PoolPlace {
  readonly name: string;
  readonly first: number;
  readonly count: number;
  readonly y: number;
  /** How many strips stand below each other. */
  readonly perColumn: number;
}

export interface Layout {
  readonly size: Size;
  readonly measures: Measures;
  readonly columns: number;
  readonly cellsX: number;
  readonly barX: number;
  readonly barWidth: number;
  readonly stripWidth: number;
  readonly stripColumns: number;
  readonly headHeight: number;
  readonly pools: readonly PoolPlace[];
  readonly height: number;
}

/** What is at a place of the canvas; a node alone when `column` is null. */
export interface Spot {
  readonly index: number;
  readonly column: number | null;
}

export function layoutOf(
  pools: readonly { readonly name: string; readonly count: number }[],
  columns: number,
  { width, size, longestName }: { readonly width: number; readonly size: Size; readonly longestName: number },
): Layout {
  const measures = measuresOf(size, columns);
  const nodes = pools.reduce((sum, { count }) => sum + count, 0);
  const cellsX = measures.name === 0 ? 0 : measures.name + GAP;
  const barX = cellsX + columns * measures.pitch + GAP / 2;
  const least = barX + measures.bar + measures.free;
  const fitting = Math.max(1, Math.floor((width + measures.gutter) / (least + measures.gutter)));
  const stripColumns = nodes <= ONE_BELOW_ANOTHER ? 1 : fitting;
  const share = (width - (stripColumns - 1) * measures.gutter) / stripColumns;
  const barWidth = Math.max(measures.bar, Math.min(WIDEST_BAR, Math.floor(share - barX - measures.free)));
  const headHeight =
    size === 'small'
      ? 0
      : Math.ceil(Math.min(LONGEST_NAME, longestName) * Math.sin(measures.slant)) + 2 * GAP;
  // Under no names there is still the edge of the frame.
  let y = headHeight === 0 ? GAP : 0;
  let first = 0;
  const places = pools.map(({ name, count }) => {
    const perColumn = Math.ceil(count / stripColumns);
    const place = { name, first, count, y, perColumn };
    y += measures.poolHead + perColumn * measures.rowPitch + measures.poolGap;
    first += count;
    return place;
  });
  return {
    size,
    measures,
    columns,
    cellsX,
    barX,
    barWidth,
    stripWidth: barX + barWidth + measures.free,
    stripColumns,
    headHeight,
    pools: places,
    height: y,
  };
}

/** The upper left corner of a strip. */
export function stripAt(layout: Layout, index: number): Strip {
  const { pools, measures, stripWidth } = layout;
  const pool = pools.findLast(({ first }) => first <= index);
  if (pool === undefined) return { index, x: 0, y: 0 };
  const within = index - pool.first;
  const x = Math.floor(within / pool.perColumn) * (stripWidth + measures.gutter);
  const y = pool.y + measures.poolHead + (within % pool.perColumn) * measures.rowPitch;
  return { index, x, y };
}

/** What is there, or null. */
export function spotAt(layout: Layout, x: number, y: number): Spot | null {
  const { pools, measures, stripWidth, cellsX, columns } = layout;
  const pool = pools.findLast((place) => place.y <= y);
  if (pool === undefined || x < 0) return null;
  const line = Math.floor((y - pool.y - measures.poolHead) / measures.rowPitch);
  const stripColumn = Math.floor(x / (stripWidth + measures.gutter));
  if (line < 0 || line >= pool.perColumn || stripColumn >= layout.stripColumns) return null;
  const within = stripColumn * pool.perColumn + line;
  if (within >= pool.count) return null;
  const inside = x - stripColumn * (stripWidth + measures.gutter);
  if (inside > stripWidth) return null;
  const column = Math.floor((inside - cellsX) / measures.pitch);
  return { index: pool.first + within, column: column >= 0 && column < columns ? column : null };
}

/** The strips of which something is to be seen between two heights. */
export function* stripsBetween(layout: Layout, top: number, bottom: number): Iterable<Strip> {
  const { measures } = layout;
  for (const { y, first, count, perColumn } of layout.pools) {
    const begin = y + measures.poolHead;
    const from = Math.max(0, Math.floor((top - begin) / measures.rowPitch));
    const to = Math.min(perColumn - 1, Math.floor((bottom - begin) / measures.rowPitch));
    for (let within = from; within <= to; within += 1) {
      for (let index = within; index < count; index += perColumn) yield stripAt(layout, first + index);
    }
  }
}
