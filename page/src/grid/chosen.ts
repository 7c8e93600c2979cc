/** What somebody has chosen, by name, and where it stands now. */
import type { Model } from '../data/model.ts';
import { fullName, type Selection } from '../data/selection.ts';
import type { Spot } from './layout.ts';

/** A node, or one DaemonSet on it, by name: what stays the same while rows come and go. */
export interface Chosen {
  readonly node: string;
  readonly daemonSet: string | null;
}

/** What is not shown any more has no focus. */
export function within(spot: Spot | null, { rows, columns }: Selection): Spot | null {
  if (spot === null || spot.index >= rows.length) return null;
  return spot.column !== null && spot.column >= columns.length ? { ...spot, column: null } : spot;
}

export function spotOf(
  chosen: Chosen | null,
  { daemonSets }: Model,
  { rows, columns }: Selection,
): Spot | null {
  if (chosen === null) return null;
  const index = rows.findIndex(({ name }) => name === chosen.node);
  if (index < 0) return null;
  const column = columns.findIndex((each) => {
    const daemonSet = daemonSets[each];
    return daemonSet !== undefined && fullName(daemonSet) === chosen.daemonSet;
  });
  return { index, column: column < 0 ? null : column };
}
