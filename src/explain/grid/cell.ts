/** The state of one daemon on one node, as a byte: what the page draws a cell from. Imports nothing: browsers read it too. */

/**
 * In the order of their numbers, which three bits hold. `not-eligible`: it does not belong here. `ready`, `running`: its pod
 * is here. `waiting`: its pod was made for the node and is not bound. `held`: no pod yet, and its room is kept. `given-up`:
 * the same, and the patience is over. `never-fits`: the node is too small even when empty. `missing`: no pod, and nothing is
 * kept.
 */
export const CELL_STATES = [
  'not-eligible',
  'ready',
  'running',
  'waiting',
  'held',
  'given-up',
  'never-fits',
  'missing',
] as const;
export type CellState = (typeof CELL_STATES)[number];

/**
 * Why a daemon is not there, in the order of their numbers, which three bits hold. `none`: nothing is short; its controller
 * or its scheduler has not got to it. `cpu`, `memory`, `pods`, `other`: the first resource that is short. `port`: another
 * pod has its host port. `starting`: the node has not started. `leaving`: the pod before it is on its way out.
 */
const CELL_CAUSES = ['none', 'cpu', 'memory', 'pods', 'other', 'port', 'starting', 'leaving'] as const;
export type CellCause = (typeof CELL_CAUSES)[number];

export interface Cell {
  readonly state: CellState;
  readonly cause: CellCause;
  /** Runs an older template while a rollout goes on. */
  readonly outdated: boolean;
  /** Room is kept for it now. */
  readonly holds: boolean;
}

const STATE_BITS = 3;
const STATE_MASK = 0b111;
const OUTDATED = 0b0100_0000;
const HOLDS = 0b1000_0000;

export function encodedCell({ state, cause, outdated, holds }: Cell): number {
  return (
    CELL_STATES.indexOf(state) |
    (CELL_CAUSES.indexOf(cause) << STATE_BITS) |
    (outdated ? OUTDATED : 0) |
    (holds ? HOLDS : 0)
  );
}

export function stateOf(byte: number): CellState {
  return CELL_STATES[byte & STATE_MASK] ?? 'not-eligible';
}

export function decodedCell(byte: number): Cell {
  return {
    state: stateOf(byte),
    cause: CELL_CAUSES[(byte >> STATE_BITS) & STATE_MASK] ?? 'none',
    outdated: (byte & OUTDATED) !== 0,
    holds: (byte & HOLDS) !== 0,
  };
}
