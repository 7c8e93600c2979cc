/** Reviews that are answered in a thread of their own, because they are large. */
import { MessageChannel } from 'node:worker_threads';
import type { AdmissionEvent } from '../../admission/door.ts';
import { restored } from '../../admission/short-event.ts';
import type { Parsed } from '../../json/problem.ts';
import type { PolicySettings } from '../../policy/settings.ts';
import type { BodyMemory } from '../http/bodies/body-memory.ts';
import type { Caller } from '../http/caller.ts';
import type { Door } from '../http/service-app.ts';
import type { QueueLimits } from '../queues/tenant-queues.ts';
import { answerOn, type Knowledge, type Line } from './questions.ts';
import { ReadingThread } from './reading-thread.ts';
import type { ReadReview, ReviewJob, ReviewReaderData } from './review-reader.ts';

/** What a smaller one can hold is judged in some five milliseconds at the worst; a usual one has 5 KB. */
export const LARGE_REVIEW_BYTES = 32 * 1024;

export interface LargeReviewsOptions extends Knowledge {
  settings(): PolicySettings;
  /** Whose review it is: the thread reads one of each in turn. */
  queueOf(bytes: Buffer): string;
  /** How much of one tenant may wait for the thread. */
  readonly limits: QueueLimits;
  observe(event: AdmissionEvent): void;
  ended(error: Error): void;
  readonly memory: BodyMemory;
}

export interface LargeReviews {
  /** The same door, for reviews of any size. */
  door(path: string, small: Door['answer']): Door['answer'];
  stop(): Promise<void>;
}

export function largeReviews({
  settings,
  queueOf,
  limits,
  observe,
  ended,
  memory,
  ...knowledge
}: LargeReviewsOptions): LargeReviews {
  let sent: PolicySettings | undefined;
  const thread = new ReadingThread<Omit<ReviewJob, 'settings'>, ReadReview>({
    reader: 'review-reader',
    ended,
    memory,
    queueLimits: limits,
    data: () => {
      const { near, far } = lineBetween();
      answerOn(near, knowledge);
      sent = settings();
      return { data: { ...far, settings: sent } satisfies ReviewReaderData, transfer: [far.port] };
    },
    message: (job) => ({ ...job, settings: newSettings() }) satisfies ReviewJob,
  });

  /** Those of this moment, when the thread does not have them. */
  const newSettings = (): PolicySettings | undefined => {
    const current = settings();
    if (current === sent) return undefined;
    sent = current;
    return current;
  };

  const large = async (
    path: string,
    bytes: Buffer<ArrayBuffer>,
    caller?: Caller,
  ): Promise<Parsed<string>> => {
    const { answer, event } = await thread.read({ path, bytes }, caller, queueOf(bytes));
    if (event !== undefined) observe(restored(event));
    return answer;
  };

  return {
    door: (path, small) => (bytes, caller) =>
      bytes.length > LARGE_REVIEW_BYTES ? large(path, bytes, caller) : small(bytes),
    stop: () => thread.stop(),
  };
}

function lineBetween(): { readonly near: Line; readonly far: Line } {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return { near: { port: port1, signal }, far: { port: port2, signal } };
}
