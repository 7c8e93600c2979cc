/** Writes the grid as it travels: all of it, or what has changed. */
import { clusterProblem } from '../../cluster/staleness.ts';
import {
  type ClusterAnswer,
  type DaemonSetAnswer,
  type DeltaAnswer,
  type GridAnswer,
  NODE_MARKS,
  ROOM_NUMBERS,
  type RowAnswer,
} from '../../explain/grid/answer.ts';
import type { Grid } from '../../explain/grid/grid.ts';
import type { GridRow } from '../../explain/grid/grid-row.ts';
import { isRolledOut } from '../../headroom/protected/protected-daemon.ts';
import type { Extender } from '../../scheduler/extender.ts';

const MS_PER_SECOND = 1000;

/** While the node has not started, nobody's time runs. */
const NO_END = 0;

export interface Surroundings {
  readonly extender: Extender;
  now(): Date;
  /** By which the age of the view is measured. */
  steady(): number;
  staleAfterSeconds(): number;
}

export function clusterAnswer(
  grid: Grid,
  { extender, steady, staleAfterSeconds }: Surroundings,
): ClusterAnswer {
  const { view, settings } = extender;
  return {
    source: `${view.source.kind}: ${view.source.detail}`,
    problem: clusterProblem(view, steady(), staleAfterSeconds()),
    headroom: settings.headroom.mode,
    preempt: settings.preempt.mode,
    left: grid.columns.left,
  };
}

export function daemonSetAnswers(grid: Grid, { extender: { view } }: Surroundings): DaemonSetAnswer[] {
  return grid.columns.all.map(({ daemon, isProtected }) => {
    // Its status is newer than what was compiled.
    const newest = view.daemonSetByUid(daemon.daemonSet.uid) ?? daemon.daemonSet;
    const { partition, tenant, namespace, name, updateStrategy, status, terminating } = newest;
    return {
      partition,
      tenant,
      namespace,
      name,
      protected: isProtected,
      priority: daemon.priority,
      strategy: updateStrategy.type,
      desired: status.desired,
      updated: status.updated,
      rolling: updateStrategy.type === 'RollingUpdate' && !isRolledOut(newest),
      terminating,
    };
  });
}

export function gridAnswer(grid: Grid, version: number, surroundings: Surroundings): GridAnswer {
  const rows = [...grid.rows];
  const columns = grid.columns.all.length;
  const cells = new Uint8Array(rows.length * columns);
  const room = new Float32Array(rows.length * ROOM_NUMBERS);
  const pools = new Map<string, number>();
  const ends: number[] = [];
  const pool = rows.map(([, row], index) => {
    cells.set(row.cells, index * columns);
    room.set(row.room, index * ROOM_NUMBERS);
    for (const [column, end] of endsOf(row, grid, surroundings)) ends.push(index, column, end);
    const known = pools.get(row.pool) ?? pools.size;
    pools.set(row.pool, known);
    return known;
  });
  return {
    layout: grid.layout,
    version,
    cluster: clusterAnswer(grid, surroundings),
    daemonSets: daemonSetAnswers(grid, surroundings),
    pools: [...pools.keys()],
    nodes: {
      number: rows.map(([number]) => number),
      name: rows.map(([, { node }]) => node.name),
      pool,
      marks: rows.map(([, row]) => marksOf(row)),
    },
    cells: base64(cells),
    room: base64(new Uint8Array(room.buffer)),
    ends,
  };
}

export function rowChanges(
  grid: Grid,
  changed: readonly number[],
  surroundings: Surroundings,
): Pick<DeltaAnswer, 'rows' | 'gone'> {
  const rows: RowAnswer[] = [];
  const gone: number[] = [];
  for (const number of changed) {
    const row = grid.rows.get(number);
    if (row === undefined) gone.push(number);
    else {
      rows.push({
        number,
        name: row.node.name,
        pool: row.pool,
        marks: marksOf(row),
        cells: base64(row.cells),
        room: [...row.room],
        ends: endsOf(row, grid, surroundings).flat(),
      });
    }
  }
  return { rows, gone };
}

function endsOf(
  { ends }: GridRow,
  { columns }: Grid,
  { extender: { sight } }: Surroundings,
): [column: number, second: number][] {
  const pairs: [number, number][] = [];
  for (let index = 0; index + 1 < ends.length; index += 2) {
    const until = ends[index + 1] ?? 0;
    const { partition = '' } = columns.all[ends[index] ?? 0]?.daemon.daemonSet ?? {};
    const second = Number.isFinite(until)
      ? Math.round((until + sight.blindTimeOf(partition)) / MS_PER_SECOND)
      : NO_END;
    pairs.push([ends[index] ?? 0, second]);
  }
  return pairs;
}

function marksOf({ node }: GridRow): number {
  return (node.ready ? 0 : NODE_MARKS.notReady) | (node.unschedulable ? NODE_MARKS.cordoned : 0);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
