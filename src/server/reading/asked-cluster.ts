/** The cluster as a thread that reads sees it: every look is a question to the thread that knows. */
import { receiveMessageOnPort } from 'node:worker_threads';
import type { PolicyView } from '../../policy/policy-view.ts';
import type { FindRoomToGrow } from '../../policy/rules/resize.ts';
import { ANSWERED, type Line, type Question } from './questions.ts';

/** The longest name of an object: whatever is longer is nobody's, and need not be sent. */
const LONGEST_NAME = 253;

/** The other thread answers between two bodies; if it does not, it is ending. */
const ANSWERED_WITHIN_MS = 10_000;

export function askedCluster({ port, signal }: Line): { view: PolicyView; roomToGrow: FindRoomToGrow } {
  function ask(question: Question) {
    Atomics.store(signal, ANSWERED, 0);
    port.postMessage(question);
    Atomics.wait(signal, ANSWERED, 0, ANSWERED_WITHIN_MS);
    const answer = receiveMessageOnPort(port);
    if (answer === undefined) throw new Error('the thread that knows the cluster does not answer');
    return answer.message;
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
      take: () => void ask({ of: 'take' }),
    }),
  };
}
