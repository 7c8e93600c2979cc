/** A lock by a folder inside the folder: making one either succeeds or says that it is there, on every file system. */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../../json/error-message.ts';
import { CertificateError } from '../certificate-source.ts';

const NAME = '.lock';

/** Making certificates takes a fraction of a second: a lock this old was left behind by a process that was killed. */
const STALE_AFTER_MS = 10_000;

const LOOK_AGAIN_MS = 50;

/** Waits for others, and returns what gives the lock back. */
export async function lockFolder(directory: string): Promise<() => void> {
  const path = join(directory, NAME);
  for (;;) {
    try {
      mkdirSync(path);
      return () => rmSync(path, { recursive: true, force: true });
    } catch (error) {
      const code = errorCode(error);
      if (code !== 'EEXIST') throw new CertificateError(`${directory}: cannot be written to (${code})`);
    }
    if (ageOf(path) > STALE_AFTER_MS) rmSync(path, { recursive: true, force: true });
    else await sleep(LOOK_AGAIN_MS);
  }
}

function ageOf(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? 0 : Date.now() - stat.mtimeMs;
}
