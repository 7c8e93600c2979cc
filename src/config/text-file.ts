/** Reads a small text file, with one clear sentence for each way in which that can fail. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { errorCode } from '../json/error-message.ts';

/** Room for hundreds of exemptions; a bad file of this size, a mistake on every line, is judged in half a second. */
const LARGEST_FILE_BYTES = 65_536;

/** Deliberately not more than the codes that a user can do something about. */
const FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a part of its path is not a folder',
  EISDIR: 'is a folder, not a file',
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: permission denied',
  ELOOP: 'cannot be read: its symbolic links go in a circle',
};

export type TextFile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

export function readTextFile(path: string): TextFile {
  try {
    const bytes = readStart(path, LARGEST_FILE_BYTES + 1);
    if (bytes.length > LARGEST_FILE_BYTES) {
      return { ok: false, message: `is larger than ${LARGEST_FILE_BYTES} bytes` };
    }
    return isUtf8(bytes)
      ? { ok: true, text: new TextDecoder().decode(bytes) }
      : { ok: false, message: 'is not UTF-8 text' };
  } catch (error) {
    const code = errorCode(error);
    return { ok: false, message: FAILURES[code] ?? `cannot be read: ${code}` };
  }
}

/** Reads a file that may have become anything since: a pipe, to be waited at for ever, is a failure. */
export function rereadTextFile(path: string): TextFile {
  return isStream(path)
    ? { ok: false, message: 'is a pipe or a device, and only a file can be read again' }
    : readTextFile(path);
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
    const status = statSync(path);
    return !status.isFile() && !status.isDirectory();
  } catch {
    // What cannot be looked at now is reported by whoever reads it.
    return false;
  }
}

/** Bounded, because a device or a log file given by mistake may never end. */
function readStart(path: string, most: number): Uint8Array {
  const descriptor = openSync(path, 'r');
  try {
    const buffer = new Uint8Array(most);
    let length = 0;
    let count = -1;
    while (count !== 0 && length < most) {
      count = readSync(descriptor, buffer, length, most - length, null);
      length += count;
    }
    return buffer.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}
