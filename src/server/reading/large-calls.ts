/** Calls of the scheduler that are read in a thread of their own, because they are large. */
import type { Parsed } from '../../json/problem.ts';
import type { SchedulerDoor } from '../../scheduler/door.ts';
import type { CallDigest, DigestOptions } from '../../scheduler/wire/call-digest.ts';
import type { BodyMemory } from '../http/bodies/body-memory.ts';
import type { Caller } from '../http/caller.ts';
import type { Door } from '../http/service-app.ts';
import type { CallJob } from './call-reader.ts';
import { ReadingThread } from './reading-thread.ts';

/** The names of 5,000 nodes have some 400 KB at the most, and are read in a millisecond or two. */
export const LARGE_CALL_BYTES = 512 * 1024;

export interface LargeCalls {
  /** The same door, for calls of any size. */
  door(path: string, door: SchedulerDoor): Door['answer'];
  stop(): Promise<void>;
}

export interface LargeCallsOptions {
  readonly memory: BodyMemory;
  ended(error: Error): void;
}

export function largeCalls(options: DigestOptions, { ended, memory }: LargeCallsOptions): LargeCalls {
  const thread = new ReadingThread<CallJob, Parsed<CallDigest>>({
    reader: 'call-reader',
    ended,
    memory,
    data: () => ({ data: options, transfer: [] }),
    message: (job) => job,
  });
  return {
    door: (path, { answer, answerDigest }) => {
      if (answerDigest === undefined) return answer;
      const large = async (bytes: Buffer<ArrayBuffer>, caller?: Caller) => {
        const digest = await thread.read({ path, bytes }, caller);
        if (!digest.ok) return digest;
        try {
          return await answerDigest(digest.value);
        } finally {
          const read = digest.value;
          // Whole nodes go back as they came, and may be on their way still.
          if (read.kind !== 'lists') caller?.onClose(() => memory.give(read.bytes));
        }
      };
      return (bytes, caller) => (bytes.length > LARGE_CALL_BYTES ? large(bytes, caller) : answer(bytes));
    },
    stop: () => thread.stop(),
  };
}
