/** How long a Daemonward takes to answer anybody at all while something else goes on: what a scheduler's timeout is for. */
import type { Daemonward } from './daemonward.ts';
import { exchange } from './request.ts';

const EVERY_MS = 20;

export interface AnswerTimes {
  /** Ends the asking; the answer is in milliseconds. */
  end(): Promise<{ asked: number; slowestMs: number; p99Ms: number }>;
}

/** Asks again and again; a call that waits for the event loop waits as long as this one. */
export function askAllTheTime({ opsUrl }: Daemonward): AnswerTimes {
  const times: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const begin = performance.now();
      await exchange(`${opsUrl}/livez`);
      times.push(performance.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  return {
    async end() {
      isOver = true;
      await asking;
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) => Math.ceil(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
      return { asked: times.length, slowestMs: at(1), p99Ms: at(0.99) };
    },
  };
}
