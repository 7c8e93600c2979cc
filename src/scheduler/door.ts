/** The three scheduler paths over one extender. */
import type { Parsed } from '../json/problem.ts';
import type { Extender } from './extender.ts';
import { filterDoor } from './filter-door.ts';
import { preemptDoor } from './preempt-door.ts';
import { prioritizeDoor } from './prioritize-door.ts';

export function schedulerDoors(
  extender: Extender,
): ReadonlyMap<string, (bytes: Buffer) => Parsed<string | Buffer>> {
  return new Map<string, (bytes: Buffer) => Parsed<string | Buffer>>([
    ['/scheduler/filter', filterDoor(extender)],
    ['/scheduler/prioritize', prioritizeDoor(extender)],
    ['/scheduler/preempt', preemptDoor(extender)],
  ]);
}
