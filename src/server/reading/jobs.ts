/** The side of the jobs in a thread that reads: one body after another, each with a result or with what went wrong. */
import { getPriority, platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../json/error-message.ts';

/** Where both want the processor, the thread that answers everybody gets three times as much: this one must end, too. */
const NICENESS = 5;

/** Elsewhere than on Linux it would be the priority of the whole process. Who is nicer already may not become less so. */
function beNicer(): void {
  if (platform() === 'linux' && getPriority() < NICENESS) setPriority(NICENESS);
}

export interface Done<R> {
  readonly result: R;
  /** Memory that goes with it. */
  readonly transfer: readonly ArrayBuffer[];
}

/** What is sent back, with the memory of the body where the result does not need it. */
export type Outcome<R> = ({ readonly result: R } | { readonly mistake: string }) & {
  readonly spare?: ArrayBuffer;
};

interface Job {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function serveJobs<J extends Job, R>(work: (job: J) => Done<R>): void {
  beNicer();
  parentPort?.on('message', (job: J) => {
    const { buffer } = job.bytes;
    try {
      const { result, transfer } = work(job);
      if (transfer.includes(buffer)) parentPort?.postMessage({ result } satisfies Outcome<R>, [...transfer]);
      else parentPort?.postMessage({ result, spare: buffer } satisfies Outcome<R>, [...transfer, buffer]);
    } catch (error) {
      parentPort?.postMessage({ mistake: messageOf(error), spare: buffer } satisfies Outcome<R>, [buffer]);
    }
  });
}
