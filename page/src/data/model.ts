/** The grid as the browser has it: rows by node number, brought up to date by each event. */
import {
  type ClusterAnswer,
  type DaemonSetAnswer,
  type DeltaAnswer,
  type GridAnswer,
  NODE_MARKS,
  ROOM_NUMBERS,
  type RowAnswer,
} from '../../../src/explain/grid/answer.ts';

export interface Row {
  readonly number: number;
  readonly name: string;
  readonly pool: string;
  readonly notReady: boolean;
  readonly cordoned: boolean;
  readonly cells: Uint8Array;
  readonly room: ArrayLike<number>;
  /** By column, in which second since 1970 its hold ends; 0 when the node has yet to start. */
  readonly ends: ReadonlyMap<number, number>;
}

/** What is known now. Another object after each change, so that whoever draws sees that there is one. */
export interface Model {
  readonly layout: number;
  readonly version: number;
  readonly cluster: ClusterAnswer;
  readonly daemonSets: readonly DaemonSetAnswer[];
  readonly rows: ReadonlyMap<number, Row>;
}

const NO_ENDS: ReadonlyMap<number, number> = new Map();

export function modelOf(answer: GridAnswer): Model {
  const { nodes, pools } = answer;
  const columns = answer.daemonSets.length;
  const cells = bytesOf(answer.cells);
  const room = new Float32Array(bytesOf(answer.room).buffer);
  const ends = new Map<number, Map<number, number>>();
  for (let at = 0; at + 2 < answer.ends.length; at += 3) {
    const [node = 0, column = 0, second = 0] = answer.ends.slice(at, at + 3);
    ends.set(node, (ends.get(node) ?? new Map<number, number>()).set(column, second));
  }
  const rows = new Map<number, Row>();
  nodes.number.forEach((number, index) => {
    rows.set(number, {
      number,
      name: nodes.name[index] ?? '',
      pool: pools[nodes.pool[index] ?? 0] ?? '',
      ...marksOf(nodes.marks[index] ?? 0),
      cells: cells.subarray(index * columns, (index + 1) * columns),
      room: room.subarray(index * ROOM_NUMBERS, (index + 1) * ROOM_NUMBERS),
      ends: ends.get(index) ?? NO_ENDS,
    });
  });
  const { layout, version, cluster, daemonSets } = answer;
  return { layout, version, cluster, daemonSets, rows };
}

/** Null when the change does not follow on what is there: then everything has to be asked for anew. */
export function changedModel(before: Model, delta: DeltaAnswer): Model | null {
  if (delta.layout !== before.layout || delta.version !== before.version + 1) return null;
  const rows = new Map(before.rows);
  for (const number of delta.gone) rows.delete(number);
  for (const row of delta.rows) rows.set(row.number, rowOf(row));
  return {
    layout: delta.layout,
    version: delta.version,
    cluster: delta.cluster ?? before.cluster,
    daemonSets: delta.daemonSets ?? before.daemonSets,
    rows,
  };
}

function rowOf(answer: RowAnswer): Row {
  const ends = new Map<number, number>();
  for (let at = 0; at + 1 < answer.ends.length; at += 2) {
    ends.set(answer.ends[at] ?? 0, answer.ends[at + 1] ?? 0);
  }
  const { number, name, pool, room } = answer;
  return { number, name, pool, ...marksOf(answer.marks), cells: bytesOf(answer.cells), room, ends };
}

function marksOf(marks: number) {
  return { notReady: (marks & NODE_MARKS.notReady) !== 0, cordoned: (marks & NODE_MARKS.cordoned) !== 0 };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
