/** One build at a time per cache: the second one waits and then finds everything there. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A build takes minutes, so looking again every two seconds costs nothing and loses nothing. */
const LOOK_AGAIN_MS = 2_000;

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function holder(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return 0;
  }
}

/**
 * Holds the lock file until the returned function is called. The lock of a process that died is taken over; should
 * two processes take it over at once, both build: slower, but every file is put in place whole, so never wrong.
 */
export async function holdLock(path: string, waiting: (pid: number) => void): Promise<() => void> {
  mkdirSync(dirname(path), { recursive: true });
  let told = false;
  while (!take(path)) {
    const pid = holder(path);
    if (pid > 0 && !alive(pid)) {
      rmSync(path, { force: true });
      continue;
    }
    if (!told) waiting(pid);
    told = true;
    await sleep(LOOK_AGAIN_MS);
  }
  return () => rmSync(path, { force: true });
}
