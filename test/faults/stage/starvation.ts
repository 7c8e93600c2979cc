/** Whether the machine had a processor for those who take part: what waits for one too long is late, whatever it does. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 250;

/** The shortest time that a caller gives us is the two seconds of the scheduler: half of it spent in the queue is no test of us. */
const STARVED_MS = 1_000;

const NS_PER_MS = 1_000_000;

interface Sample {
  readonly at: number;
  /** By process: how long its threads have waited for a processor, since it was started. */
  readonly waitedMs: ReadonlyMap<number, number>;
}

export interface Starvation {
  /** Between these moments, in ms since 1970, some process waited for more than a second. */
  between(from: number, to: number): boolean;
  stop(): Promise<void>;
}

export function watchStarvation(pids: () => readonly number[]): Starvation {
  const samples: Sample[] = [];
  let going = true;
  const running = (async () => {
    while (going) {
      const waitedMs = new Map(pids().map((pid) => [pid, waitedMsOf(pid)] as const));
      samples.push({ at: Date.now(), waitedMs });
      await sleep(EVERY_MS);
    }
  })();
  return {
    between(from, to) {
      const before = samples.findLast(({ at }) => at <= from);
      const after = samples.find(({ at }) => at >= to) ?? samples.at(-1);
      if (before === undefined || after === undefined) return false;
      return [...after.waitedMs].some(([pid, ms]) => ms - (before.waitedMs.get(pid) ?? ms) > STARVED_MS);
    },
    stop: async () => {
      going = false;
      await running;
    },
  };
}

/** Linux counts it for each thread; elsewhere nothing is known. */
function waitedMsOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((sum, thread) => sum + threadMs(`/proc/${pid}/task/${thread}/schedstat`), 0);
  } catch {
    return 0;
  }
}

function threadMs(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[1]) / NS_PER_MS;
  } catch {
    // It has ended since the folder was listed.
    return 0;
  }
}
