/** Reads a small text file, with one clear sentence for each way in which that can fail. */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/** Room for hundreds of exemptions; a bad file of this size, a mistake on every line, is judged in a quarter of a second. */
const LARGEST_FILE_BYTES = 65_536;

/** Deliberately not more than the codes that a user can do something about. */
const FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a part of its path is not a folder',
  EISDIR: 'is a folder, not a file',
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: permission denied',
  ESTREAM: 'is a pipe or a device, and only a file can be read again',
  ELOOP: 'cannot be read: its symbolic links go in a circle',
};

export type TextFile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

export function readTextFile(path: string): TextFile {
  return readText(path, constants.O_RDONLY);
}

/** Reads a file that may have become anything since: a pipe, to be waited at for ever, is a failure. */
export function rereadTextFile(path: string): TextFile {
  return readText(path, constants.O_RDONLY | constants.O_NONBLOCK);
}

function readText(path: string, flags: number): TextFile {
  let bytes: Uint8Array;
  try {
    bytes = readStart(path, flags, LARGEST_FILE_BYTES + 1);
  } catch (error) {
    return { ok: false, message: failure(error) };
  }
  if (bytes.length > LARGEST_FILE_BYTES) {
    return { ok: false, message: `is larger than ${LARGEST_FILE_BYTES} bytes` };
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, message: 'is not UTF-8 text' };
  }
}

/** Tells two contents apart, and two ways of not being readable. */
export function digestOf(read: TextFile): string {
  return createHash('sha256')
    .update(read.ok ? `text ${read.text}` : `failure ${read.message}`)
    .digest('hex');
}

/** Whether a path is a pipe or a device: those are read once, and reading them again may wait for ever. */
export function isStream(path: string): boolean {
  try {
    return isStreamStatus(statSync(path));
  } catch {
    // What cannot be looked at now is reported by whoever reads it.
    return false;
  }
}

function isStreamStatus(status: Stats): boolean {
  return !status.isFile() && !status.isDirectory();
}

/** Bounded, because a device or a log file given by mistake may never end. */
function readStart(path: string, flags: number, most: number): Uint8Array {
  const descriptor = openSync(path, flags);
  try {
    if ((flags & constants.O_NONBLOCK) !== 0 && isStreamStatus(fstatSync(descriptor))) {
      throw Object.assign(new Error('stream'), { code: 'ESTREAM' });
    }
    const buffer = new Uint8Array(most);
    let length = 0;
    while (length < most) {
      const count = readSync(descriptor, buffer, length, most - length, null);
      if (count === 0) {
        break;
      }
      length += count;
    }
    return buffer.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

function failure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return FAILURES[code] ?? `cannot be read: ${code}`;
}
