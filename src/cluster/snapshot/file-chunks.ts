/** Reads a file in pieces, and tells by its first bytes whether it is JSON, YAML or nothing that we read. */
import { closeSync, openSync, readSync } from 'node:fs';
import { UnreadableError } from '../../json/stream/document-sink.ts';

/** Large enough that calls do not count; small, because the lines of a piece live until all of it is used up. */
const CHUNK_BYTES = 64 * 1024;

const LINE_FEED = 0x0a;
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Files that are not text in UTF-8, by their first bytes, with what to do about it. */
const FOREIGN_FORMS: readonly (readonly [Buffer, string])[] = [
  [Buffer.from([0xff, 0xfe]), 'is UTF-16 (as PowerShell writes it): save it as UTF-8'],
  [Buffer.from([0xfe, 0xff]), 'is UTF-16: save it as UTF-8'],
  [Buffer.from([0x1f, 0x8b]), 'is compressed: unpack it first'],
];

function reason({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'no such file';
  return code === 'EISDIR' ? 'is a directory, not a file' : message;
}

/** The pieces share one buffer: a piece is good until the next one is asked for. The byte order mark is left out. */
export function* fileChunks(path: string): Generator<Buffer> {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let isFirst = true;
    while (true) {
      const length = readSync(file, buffer, 0, CHUNK_BYTES, null);
      if (length === 0) return;
      let chunk = buffer.subarray(0, length);
      if (isFirst) {
        for (const [start, problem] of FOREIGN_FORMS) {
          if (chunk.subarray(0, start.length).equals(start)) throw new UnreadableError(path, problem);
        }
        if (chunk.subarray(0, UTF8_MARK.length).equals(UTF8_MARK)) chunk = chunk.subarray(UTF8_MARK.length);
        isFirst = false;
      }
      yield chunk;
    }
  } catch (error) {
    throw isSystemError(error) ? new UnreadableError(path, reason(error)) : error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** JSON begins with an object whose first key is quoted; everything else is read as YAML, which includes it. */
export function looksLikeJson(path: string): boolean {
  for (const chunk of fileChunks(path)) return /^\s*\{\s*["}]/.test(chunk.toString('latin1', 0, CHUNK_BYTES));
  return false;
}

/** The number of the line that holds the byte at `offset` (after the byte order mark). */
export function lineAt(path: string, offset: number): number {
  let line = 1;
  let left = offset;
  for (const chunk of fileChunks(path)) {
    const until = Math.min(left, chunk.length);
    for (let at = chunk.indexOf(LINE_FEED); at >= 0 && at < until; at = chunk.indexOf(LINE_FEED, at + 1))
      line += 1;
    left -= until;
    if (left === 0) break;
  }
  return line;
}
