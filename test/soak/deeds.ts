/** Things that happen in a cluster again and again, each at its own pace, and what became of them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../snapshot/random.ts';

export interface Deed {
  readonly name: string;
  /** On average: each time between half and one and a half of it, so that deeds meet in every order. */
  readonly everyMs: number;
  run(): Promise<unknown>;
}

export interface FailedDeed {
  readonly name: string;
  readonly at: string;
  readonly message: string;
}

export interface Doing {
  /** How often each was done. */
  readonly counts: Readonly<Record<string, number>>;
  readonly failed: readonly FailedDeed[];
  /** Returns when what has been begun is over. */
  stop(): Promise<void>;
}

/** What fails is told once it is over; a list of thousands tells no more than its beginning. */
const MOST_FAILED = 100;

/** Every deed for itself, one at a time of each. */
export function startDeeds(deeds: readonly Deed[], random: Random): Doing {
  const counts: Record<string, number> = {};
  const failed: FailedDeed[] = [];
  const stopping = new AbortController();

  async function repeat({ name, everyMs, run }: Deed): Promise<void> {
    counts[name] = 0;
    for (;;) {
      await pause(everyMs / 2 + random.below(everyMs), stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        await run();
        counts[name] = (counts[name] ?? 0) + 1;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (failed.length < MOST_FAILED) failed.push({ name, at: new Date().toISOString(), message });
      }
    }
  }

  const running = deeds.map(repeat);
  return {
    counts,
    failed,
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
