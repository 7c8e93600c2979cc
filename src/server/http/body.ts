/** Reads a request's body up to a limit, and leaves the connection usable when it is over it. */
import type { IncomingMessage } from 'node:http';
import { HttpError } from './errors.ts';

/**
 * A body over its limit is still read to its end, without being kept, up to this much more: only then does the caller
 * surely see the answer, and the connection stays good. Beyond it the connection is closed.
 */
const DISCARDED_AT_MOST = 64 * 1024 * 1024;

/** No scheduler or API server waits as long as this for an answer, so none takes as long to send. */
const ARRIVES_WITHIN_MS = 30_000;

export function readBody(stream: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new HttpError('request-timeout', 'the body did not arrive in time', { closes: true }));
    }, ARRIVES_WITHIN_MS);
    stream.once('close', () => clearTimeout(late));
    const chunks: Buffer[] = [];
    let size = 0;
    const announced = Number(stream.headers['content-length'] ?? 0);
    if (announced > limit + DISCARDED_AT_MOST) {
      reject(tooLarge(limit, { closes: true }));
      return;
    }
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      if (size > limit + DISCARDED_AT_MOST) {
        stream.removeAllListeners('data');
        reject(tooLarge(limit, { closes: true }));
      }
    });
    stream.once('end', () => {
      clearTimeout(late);
      if (size > limit) reject(tooLarge(limit));
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size));
    });
    stream.once('error', () => reject(new HttpError('broken-body', 'the body ended too early')));
    stream.once('close', () => reject(new HttpError('broken-body', 'the body ended too early')));
  });
}

function tooLarge(limit: number, options?: { closes: boolean }): HttpError {
  return new HttpError(
    'body-too-large',
    `the body is over the limit of ${limit} bytes for this path`,
    options,
  );
}
