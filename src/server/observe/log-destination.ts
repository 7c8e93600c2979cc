/** Where the log goes: standard error, without waiting for it and without keeping what it does not take. */
import { pino } from 'pino';
import { errorCode } from '../../json/error-message.ts';
import type { Metrics } from './metrics.ts';

/** Standard output stays free for what a person asked for. */
const STANDARD_ERROR = 2;

/**
 * A disk that is full, or a collector that does not read, may be so for hours: some thousands of lines are kept for the
 * time after it, and the next ones are dropped.
 */
const MOST_BYTES = 2 * 1024 * 1024;

/** How often a disk is tried that had no room. */
const TRIED_AGAIN_MS = 1_000;

/** A log that nobody reads any more is never written. */
const WRITTEN_WITHIN_MS = 1_000;

export interface LogDestination {
  write(line: string): void;
  /** Returns when all is written, or cannot be; from then on nothing of it keeps the process alive. */
  end(): Promise<void>;
}

export function logDestination(metrics: Pick<Metrics, 'logDropped' | 'logFailures'>): LogDestination {
  let isOver = false;
  let hasReader = true;
  let again: NodeJS.Timeout | undefined;
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  // A pipe that is full says so with EAGAIN, and is tried again until it is over.
  const retryEAGAIN = () => !isOver;
  const stream = pino.destination({
    dest: STANDARD_ERROR,
    sync: false,
    maxLength: MOST_BYTES,
    retryEAGAIN,
  });
  stream.on('drop', () => metrics.logDropped.inc());
  stream.on('error', (error: unknown) => {
    metrics.logFailures.inc();
    hasReader &&= errorCode(error) !== 'EPIPE';
    if (isOver || !hasReader) return settle();
    // It keeps what it could not write, and would try it with the next line that it still has room for: with none, never.
    again ??= setTimeout(() => {
      again = undefined;
      stream.write('');
    }, TRIED_AGAIN_MS).unref();
  });
  return {
    write: (line) => {
      if (!isOver) stream.write(line);
    },
    async end() {
      stream.once('drain', settle);
      const late = setTimeout(settle, hasReader ? WRITTEN_WITHIN_MS : 0);
      stream.write('');
      await settled;
      clearTimeout(late);
      clearTimeout(again);
      isOver = true;
      // Otherwise it would try to write the rest when the process exits, as long as it takes.
      stream.destroy();
    },
  };
}
