/** What a node has, gives and keeps: numbers of a row, and how people write them. */
import { GRID_RESOURCES, ROOM_PARTS } from '../../../src/explain/grid/answer.ts';
import type { Row } from './model.ts';

export type Resource = (typeof GRID_RESOURCES)[number];

export interface Room {
  readonly allocatable: number;
  readonly requested: number;
  readonly held: number;
  /** Neither asked for nor kept. */
  readonly free: number;
}

export function roomOf({ room }: Row, resource: Resource): Room {
  const at = GRID_RESOURCES.indexOf(resource) * ROOM_PARTS.length;
  const [allocatable = 0, requested = 0, held = 0] = [room[at], room[at + 1], room[at + 2]];
  return { allocatable, requested, held, free: Math.max(0, allocatable - requested - held) };
}

const STEP = 1024;
const UNITS = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'];
const MILLIS = 1000;

/** Rounded for the eye: exact amounts are in the explanations. */
export function amountText(resource: Resource, amount: number): string {
  if (resource === 'cpu') return `${rounded(amount / MILLIS)} cpu`;
  if (resource === 'pods') return `${rounded(amount)} pods`;
  let rest = amount;
  let unit = 0;
  while (Math.abs(rest) >= STEP && unit < UNITS.length - 1) {
    rest /= STEP;
    unit += 1;
  }
  return `${rounded(rest)} ${UNITS[unit]}B`;
}

function rounded(value: number): string {
  return value.toLocaleString(undefined, { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 1 });
}

export function roomWords(row: Row, resource: Resource): string {
  const { allocatable, requested, held, free } = roomOf(row, resource);
  const text = (amount: number) => amountText(resource, amount);
  return `${text(free)} free, ${text(held)} held, ${text(requested)} asked for, of ${text(allocatable)}`;
}
