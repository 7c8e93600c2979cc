/** Reviews without a pause to speak of, each compared with what has to come. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Outcome, reviewCases } from './review-cases.ts';
import type { Stage } from './stage.ts';

/** As many at a time; with the pause some fifty a second, which two cores have room for beside a control plane. */
const WORKERS = 4;
const PAUSE_MS = 60;

/** What tells one from another, in a message of a broken promise. */
const LONGEST_TEXT = 300;

export interface Review {
  /** In ms since 1970: when it was sent, and when it had its answer. */
  readonly sentAt: number;
  readonly at: number;
  readonly name: string;
  readonly outcome: Outcome;
  /** Of what was not right. */
  readonly text: string;
}

export interface ReviewLoad {
  readonly reviews: readonly Review[];
  stop(): Promise<void>;
}

export function startReviewLoad({ plane, system, tenant }: Stage): ReviewLoad {
  const cases = reviewCases(system, tenant);
  const reviews: Review[] = [];
  let going = true;
  const running = Array.from({ length: WORKERS }, async (_, worker) => {
    for (let turn = worker; going; turn += 1) {
      const one = cases[turn % cases.length];
      if (one === undefined) return;
      const sentAt = Date.now();
      const { outcome, text } = await plane
        .client(one.as)
        .raw('POST', one.path, one.object)
        .then(
          (answer) => ({ outcome: one.judge(answer), text: `${answer.status} ${answer.text}` }),
          // The API server itself is away.
          (error: unknown) => ({ outcome: 'unanswered' as const, text: String(error) }),
        );
      const shown = outcome === 'right' ? '' : text.slice(0, LONGEST_TEXT);
      reviews.push({ sentAt, at: Date.now(), name: one.name, outcome, text: shown });
      await sleep(PAUSE_MS);
    }
  });
  return {
    reviews,
    stop: async () => {
      going = false;
      await Promise.all(running);
    },
  };
}
