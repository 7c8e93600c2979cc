/** Writes a snapshot to a file that nobody else can read, whole or not at all. */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { errorCode } from '../../json/error-message.ts';

/** It names what runs in a cluster, and where there is room in it. */
const PRIVATE_FILE = 0o600;

/** Pieces are single objects: so many characters are written at once. */
const CHUNK_CHARACTERS = 1024 * 1024;

/** A snapshot cannot be written: says where, and why. */
export class SnapshotFileError extends Error {
  override readonly name = 'SnapshotFileError';
}

/** Written beside and renamed: who reads the file sees the old one or the new one, and never half of it. */
export function writeSnapshotFile(path: string, pieces: Iterable<string>): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeDraft(draft, pieces);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new SnapshotFileError(`${path}: cannot be written (${errorCode(error)})`);
  }
}

function writeDraft(draft: string, pieces: Iterable<string>): void {
  const file = openSync(draft, 'wx', PRIVATE_FILE);
  try {
    let text = '';
    for (const piece of pieces) {
      text += piece;
      if (text.length < CHUNK_CHARACTERS) continue;
      writeSync(file, text);
      text = '';
    }
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
