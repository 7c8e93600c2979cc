/** How long each row is measured for. */
import { MODES, type Mode } from './result.ts';

export interface Effort {
  /** In each of them everything is measured once, in turn. */
  readonly rounds: number;
  /** Of each server in a round, and before the first one, until everything is compiled. */
  readonly requests: number;
  readonly warmUp: number;
  /** For what is watched rather than counted. */
  readonly seconds: number;
}

/** A thousand reviews take a tenth of a second of a processor: enough for a clock that ticks a hundred times in a second. */
const EFFORTS: Readonly<Record<Mode, Effort>> = {
  short: { rounds: 5, requests: 1_000, warmUp: 3_000, seconds: 3 },
  full: { rounds: 15, requests: 4_000, warmUp: 12_000, seconds: 15 },
};

export function isMode(text: string): text is Mode {
  return MODES.some((mode) => mode === text);
}

export function effortOf(mode: string): Effort {
  if (!isMode(mode)) throw new Error(`no mode ${mode}: there are ${MODES.join(', ')}`);
  return EFFORTS[mode];
}
