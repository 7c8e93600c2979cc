/** How many cells are in which state, of the whole grid and of each DaemonSet. */
import { type CellCause, type CellState, decodedCell, stateOf } from '../../../src/explain/grid/cell.ts';
import type { Model, Row } from './model.ts';
import { TROUBLE } from './words.ts';

export type StateCounts = Readonly<Record<CellState, number>>;

function nothing(): Record<CellState, number> {
  return {
    ready: 0,
    running: 0,
    waiting: 0,
    held: 0,
    'given-up': 0,
    'never-fits': 0,
    missing: 0,
    'not-eligible': 0,
  };
}

/** By column; the last one is of all columns together. */
export function countStates({ rows, daemonSets }: Model): { columns: StateCounts[]; all: StateCounts } {
  const columns = daemonSets.map(nothing);
  const all = nothing();
  for (const { cells } of rows.values()) {
    columns.forEach((counts, column) => {
      const state = stateOf(cells[column] ?? 0);
      counts[state] += 1;
      all[state] += 1;
    });
  }
  return { columns, all };
}

export interface TroubledCell {
  readonly row: Row;
  readonly column: number;
  readonly state: CellState;
}

/** Cells that somebody should look at, the worst first, at most so many. */
export function troubledCells(
  rows: readonly Row[],
  columns: readonly number[],
  most: number,
): { cells: TroubledCell[]; left: number } {
  const byState = new Map<CellState, TroubledCell[]>(TROUBLE.map((state) => [state, []]));
  let count = 0;
  for (const row of rows) {
    for (const column of columns) {
      const state = stateOf(row.cells[column] ?? 0);
      const same = byState.get(state);
      if (same === undefined) continue;
      count += 1;
      if (same.length < most) same.push({ row, column, state });
    }
  }
  const cells = TROUBLE.flatMap((state) => byState.get(state) ?? []).slice(0, most);
  return { cells, left: count - cells.length };
}

/** What a DaemonSet waits for, the most frequent first. */
export function causesOf(
  { rows }: Model,
  column: number,
): { cause: CellCause; nodes: number; example: string }[] {
  const found = new Map<CellCause, { nodes: number; example: string }>();
  for (const { cells, name } of rows.values()) {
    const { state, cause } = decodedCell(cells[column] ?? 0);
    if (state === 'not-eligible' || state === 'ready' || state === 'running') continue;
    const known = found.get(cause);
    if (known === undefined) found.set(cause, { nodes: 1, example: name });
    else known.nodes += 1;
  }
  return Array.from(found, ([cause, rest]) => ({ cause, ...rest })).sort((a, b) => b.nodes - a.nodes);
}
