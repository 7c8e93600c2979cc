/** A clock for a process under test, which a test moves while the process runs, or while it does not. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PRELOAD = join(import.meta.dirname, 'moved-clock-preload.ts');

/** Longer than a process goes without looking at the file. */
const SEEN_WITHIN_MS = 50;

export interface MovedClock {
  /** Flags and variables for the process. */
  readonly execArgs: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** To that moment, in ms since 1970, from which on it goes as clocks do. Returns when every process has seen it. */
  moveTo(moment: number): Promise<void>;
  now(): number;
}

/** Shows the real time until it is moved. The file lives in `directory`. */
export function movedClock(directory: string): MovedClock {
  const file = join(directory, 'clock');
  let ahead = 0;
  const write = () => {
    // In one step: half a number is another time.
    writeFileSync(`${file}.new`, String(ahead));
    renameSync(`${file}.new`, file);
  };
  write();
  return {
    execArgs: ['--import', PRELOAD],
    env: { DAEMONWARD_E2E_CLOCK: file },
    async moveTo(moment) {
      ahead = moment - Date.now();
      write();
      await sleep(SEEN_WITHIN_MS);
    },
    now: () => Date.now() + ahead,
  };
}
