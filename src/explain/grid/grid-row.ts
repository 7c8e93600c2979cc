/** What the grid has of one node. */
import type { SlimNode } from '../../cluster/records.ts';
import type { HoldEnds } from './row.ts';

export interface GridRow {
  readonly node: SlimNode;
  readonly pool: string;
  readonly cells: Uint8Array;
  /** cpu allocatable, requested, held; memory …; pods …. */
  readonly room: Float32Array;
  readonly ends: HoldEnds;
}

/** Nobody would see a difference. */
export function isSameRow(a: GridRow, b: GridRow): boolean {
  return (
    a.node.name === b.node.name &&
    a.node.ready === b.node.ready &&
    a.node.unschedulable === b.node.unschedulable &&
    a.pool === b.pool &&
    isSame(a.cells, b.cells) &&
    isSame(a.room, b.room) &&
    isSame(a.ends, b.ends)
  );
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}
