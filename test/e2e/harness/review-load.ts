/** Writes that need an answer of Daemonward, one after another, and what became of each. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Access } from './access.ts';
import { daemonSetObject, daemonSetsPath } from './workloads.ts';

const CREATED = 201;

/** Hundreds a second would be a test of the API server on two cores. */
const PAUSE_MS = 20;

export interface FailedReview {
  /** In ms since 1970. */
  at: number;
  text: string;
}

export interface ReviewLoad {
  answered(): number;
  readonly failed: FailedReview[];
  stop(): Promise<void>;
}

/** So many at a time, as dry runs: they go through the webhooks, and leave nothing behind. */
export function startReviews(plane: Access, namespace: string, workers = 4): ReviewLoad {
  const client = plane.client();
  const path = `${daemonSetsPath(namespace)}?dryRun=All`;
  const object = daemonSetObject('reviewed', { pool: 'none', priorityClassName: 'system-node-critical' });
  const failed: FailedReview[] = [];
  let answered = 0;
  let going = true;
  const running = Array.from({ length: workers }, async () => {
    while (going) {
      const { status, text } = await client.raw('POST', path, object);
      if (status === CREATED) answered += 1;
      else failed.push({ at: Date.now(), text });
      await sleep(PAUSE_MS);
    }
  });
  return {
    answered: () => answered,
    failed,
    stop: async () => {
      going = false;
      await Promise.all(running);
    },
  };
}

/** Calls that the API server could not make and let pass, over all webhooks: those that fail open do so without a word. */
export async function failedOpen(plane: Access): Promise<number> {
  const { text } = await plane.client().raw('GET', '/metrics');
  const lines = text.matchAll(/^apiserver_admission_webhook_fail_open_count\{[^}]*daemonward[^}]*\} (\d+)/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}
