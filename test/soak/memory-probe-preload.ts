/**
 * Loaded into the process under test before anything else. On SIGUSR2 it collects all garbage and writes what is left, so that
 * what is measured is what is kept, and not when V8 happened to collect last.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** A leak on purpose grows in steps of a tenth of a second: smooth, and next to no work. */
const STEP_MS = 100;
const STEPS_PER_MINUTE = 60_000 / STEP_MS;

const { DAEMONWARD_SOAK_MEMORY: file, DAEMONWARD_SOAK_LEAK: leak = '0' } = process.env;

if (isMainThread && file !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  let turn = 0;
  process.on('SIGUSR2', () => {
    collect();
    turn += 1;
    const { rss, heapUsed, external } = process.memoryUsage();
    // In one step: half a file is no answer.
    writeFileSync(`${file}.new`, JSON.stringify({ turn, rss, heapUsed, external }));
    renameSync(`${file}.new`, file);
  });
  keepOnPurpose(Number(leak));
}

function keepOnPurpose(bytesPerMinute: number): void {
  if (bytesPerMinute === 0) return;
  const kept: string[] = [];
  const length = Math.ceil(bytesPerMinute / STEPS_PER_MINUTE);
  setInterval(() => kept.push(Buffer.alloc(length, kept.length).toString('latin1')), STEP_MS).unref();
}
