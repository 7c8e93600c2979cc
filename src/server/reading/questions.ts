/** What a thread that reads may ask of the one that knows the cluster; it waits for the answer, and the other never waits. */
import type { MessagePort } from 'node:worker_threads';
import type { PolicyView } from '../../policy/policy-view.ts';
import type { FindRoomToGrow, Resize, RoomToGrow } from '../../policy/rules/resize.ts';

export type Question =
  | { readonly of: 'namespace'; readonly name: string; readonly tenant: string | undefined }
  | { readonly of: 'priorityClass'; readonly name: string }
  | { readonly of: 'priorityClasses' }
  | { readonly of: 'synced' }
  | { readonly of: 'roomToGrow'; readonly resize: Resize }
  /** The room of the last question is taken. */
  | { readonly of: 'take' };

/** Of the two numbers that both threads see, the one that says that the answer is there. */
export const ANSWERED = 0;

/** The other end of both. */
export interface Line {
  readonly port: MessagePort;
  readonly signal: Int32Array<SharedArrayBuffer>;
}

export interface Knowledge {
  readonly view: PolicyView;
  readonly roomToGrow: FindRoomToGrow;
}

/** Answers whatever is asked on the line. */
export function answerOn({ port, signal }: Line, { view, roomToGrow }: Knowledge): void {
  let room: RoomToGrow | undefined;
  const answerTo = (question: Question): unknown => {
    switch (question.of) {
      case 'namespace':
        return view.namespace(question.name, question.tenant);
      case 'priorityClass':
        return view.priorityClass(question.name);
      case 'priorityClasses':
        return [...view.priorityClasses()];
      case 'synced':
        return view.synced;
      case 'roomToGrow':
        room = roomToGrow(question.resize);
        return room.shortages;
      case 'take':
        return room?.take();
    }
  };
  port.on('message', (question: Question) => {
    port.postMessage(answerTo(question));
    Atomics.store(signal, ANSWERED, 1);
    Atomics.notify(signal, ANSWERED);
  });
  port.unref();
}
