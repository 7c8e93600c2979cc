/** The cluster as a thread that reads sees it: every look is a question to the thread that knows. */
import { receiveMessageOnPort } from 'node:worker_threads';
import type { FindGate } from '../../fairness/waiting-book.ts';
import type { PolicyView } from '../../policy/policy-view.ts';
import type { FindForecast } from '../../policy/rules/forecast.ts';
import type { FindRoomToGrow } from '../../policy/rules/resize.ts';
import { ANSWERED, type Asked, type Line, type Question } from './questions.ts';

/** The longest name of an object: whatever is longer is nobody's, and need not be sent. */
const LONGEST_NAME = 253;

/** The other thread answers between two bodies; if it does not, it is ending. */
const ANSWERED_WITHIN_MS = 10_000;

export function askedCluster(
  { port, signal }: Line,
  answeredWithinMs = ANSWERED_WITHIN_MS,
): { view: PolicyView; roomToGrow: FindRoomToGrow; forecast: FindForecast; gates: FindGate } {
  let number = 0;
  function ask(question: Question) {
    number += 1;
    port.postMessage({ number, question } satisfies Asked);
    const until = performance.now() + answeredWithinMs;
    let last = Atomics.load(signal, ANSWERED);
    while (last !== number) {
      const left = until - performance.now();
      if (left <= 0) throw new Error('the thread that knows the cluster does not answer');
      Atomics.wait(signal, ANSWERED, last, left);
      last = Atomics.load(signal, ANSWERED);
    }
    return answerTo(number);
  }
  /** Answers to questions that were given up lie before it. */
  function answerTo(asked: number) {
    for (;;) {
      const received = receiveMessageOnPort(port);
      if (received === undefined) throw new Error('an answer is announced and not there');
      if (received.message.number === asked) return received.message.answer;
    }
  }
  return {
    view: {
      get synced() {
        return ask({ of: 'synced' });
      },
      namespace: (name, tenant) =>
        name.length > LONGEST_NAME ? undefined : ask({ of: 'namespace', name, tenant }),
      priorityClass: (name) => (name.length > LONGEST_NAME ? undefined : ask({ of: 'priorityClass', name })),
      priorityClasses: () => ask({ of: 'priorityClasses' }),
    },
    roomToGrow: (resize) => ({
      shortages: ask({ of: 'roomToGrow', resize }),
      take: () => ask({ of: 'take' }),
    }),
    forecast: (question) => ask({ of: 'forecast', question }),
    gates: (question) => ask({ of: 'gate', question }),
  };
}
