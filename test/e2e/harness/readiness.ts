/** Waits until a process that was just started answers, and stops waiting when it has ended instead. */
import { readFileSync } from 'node:fs';
import { type Answer, type Exchange, exchange } from './request.ts';
import type { Running } from './supervisor.ts';
import { GiveUp, waitUntil } from './wait-for.ts';

const HTTP_OK = 200;

/** Enough of a log to show a usage error or a panic's first lines. */
const TAIL_LINES = 30;

/** A process on two busy cores may take long to come up; hanging is what this is to catch. */
const READY_WITHIN_MS = 60_000;

/** One probe that gets no answer must not eat the whole time. */
const PROBE_TIMEOUT_MS = 2_000;

/** A cold start is measured in hundreds of milliseconds. */
const EVERY_MS = 50;

export function tail(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}

export function awaitReady(
  running: Running,
  url: string,
  options: Exchange = {},
  withinMs = READY_WITHIN_MS,
): Promise<Answer> {
  return waitUntil<Answer>(
    `${running.name} answers ${url}`,
    async () => {
      const exit = running.exit();
      if (exit !== undefined) {
        throw new GiveUp(`${running.name} ended with ${exit.signal ?? exit.code}:\n${tail(running.log)}`);
      }
      const answer = await exchange(url, { timeoutMs: PROBE_TIMEOUT_MS, ...options });
      return answer.status === HTTP_OK ? { done: true, value: answer } : { done: false, seen: answer };
    },
    { withinMs, everyMs: EVERY_MS },
  );
}
