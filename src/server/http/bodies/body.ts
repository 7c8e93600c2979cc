/** Reads a request's body up to a limit, and leaves the connection usable when it is over it. */
import type { IncomingMessage } from 'node:http';
import { HttpError } from '../errors.ts';
import type { BodyMemory } from './body-memory.ts';
import type { ByteBudget, Share } from './byte-budget.ts';
import { GrowingBuffer } from './growing-buffer.ts';

/**
 * A body over its limit is still read to its end, without being kept, up to this much more: only then does the caller
 * surely see the answer, and the connection stays good. Beyond it the connection is closed.
 */
const DISCARDED_AT_MOST = 64 * 1024 * 1024;

/** No scheduler or API server waits as long as this for an answer, so none takes as long to send. */
const ARRIVES_WITHIN_MS = 30_000;

/** After so much of a body others have their turn: the system hands over up to 2 MiB of one connection at once. */
const READ_IN_A_TURN = 256 * 1024;

/** What is read at one path. */
export interface BodyLimits {
  readonly bytes: number;
  /** The settings that say so, for the message; empty when no setting does. */
  readonly setting: string;
  /** Shared by all doors of a group. */
  readonly budget: ByteBudget;
  /** Where the memory of large ones comes from and goes to. */
  readonly memory: BodyMemory;
}

/** A body in memory; its share of the budget is to be released when it has been answered. */
export class ReceivedBody {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly share: Share;

  constructor(bytes: Buffer<ArrayBuffer>, share: Share) {
    this.bytes = bytes;
    this.share = share;
  }
}

/** Tells the body, or why there is none; once. Without a promise, whose turn would come after everything else that has arrived. */
export function readBody(
  stream: IncomingMessage,
  limits: BodyLimits,
  tell: (body: ReceivedBody | HttpError) => void,
): void {
  const { bytes: limit, budget } = limits;
  const announced = Number(stream.headers['content-length'] ?? limit);
  const kept = new GrowingBuffer(Math.min(announced, limit), limits.memory);
  let isTold = false;
  let isGivenUp = false;
  const giveUp = () => {
    isGivenUp = true;
    kept.clear();
  };
  const share = budget.open(giveUp);
  const fail = (error: HttpError) => {
    giveUp();
    share.release();
    if (!isTold) {
      isTold = true;
      tell(error);
    }
  };
  if (announced > limit + DISCARDED_AT_MOST) {
    fail(tooLarge(limits, { closes: true }));
    return;
  }
  const late = setTimeout(() => {
    fail(new HttpError('request-timeout', 'the body did not arrive in time', { closes: true }));
  }, ARRIVES_WITHIN_MS);
  let size = 0;
  let inTurn = 0;
  let isWhole = false;
  const nextTurn = () => {
    inTurn = 0;
    stream.resume();
  };
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    inTurn += chunk.length;
    if (inTurn > READ_IN_A_TURN) {
      stream.pause();
      setImmediate(nextTurn);
    }
    if (size > limit + DISCARDED_AT_MOST) {
      stream.removeAllListeners('data');
      fail(tooLarge(limits, { closes: true }));
    } else if (size > limit) {
      kept.clear();
      share.release();
    } else if (!isGivenUp) {
      kept.append(chunk);
      share.grow(chunk.length);
    }
  });
  // Either comes once at the most, so that no listener has to be taken off again.
  stream.on('end', () => {
    clearTimeout(late);
    isWhole = true;
    if (size > limit) fail(tooLarge(limits));
    else if (isGivenUp) fail(overloaded());
    else if (!isTold) {
      isTold = true;
      share.arrived();
      tell(new ReceivedBody(kept.contents(), share));
    }
  });
  const brokenOff = () => {
    clearTimeout(late);
    if (!isWhole) fail(new HttpError('broken-body', 'the body ended too early'));
  };
  stream.on('error', brokenOff);
  stream.on('close', brokenOff);
}

function tooLarge({ bytes, setting }: BodyLimits, options?: { closes: boolean }): HttpError {
  const by = setting === '' ? '' : ` (${setting})`;
  const message = `the body is over the limit of ${bytes} bytes for this path${by}`;
  return new HttpError('body-too-large', message, options);
}

function overloaded(): HttpError {
  return new HttpError('overloaded', 'too many large bodies are being read and answered: try again');
}

/** With no content type and no body Fastify runs no parser at all. */
export function bodyOf(body: unknown): { readonly bytes: Buffer<ArrayBuffer>; readonly release: () => void } {
  if (body instanceof Error) throw body;
  if (!(body instanceof ReceivedBody)) return { bytes: Buffer.alloc(0), release: () => {} };
  return { bytes: body.bytes, release: body.share.release };
}
