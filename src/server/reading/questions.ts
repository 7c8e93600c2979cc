/** What a thread that reads may ask of the one that knows the cluster; it waits for the answer, and the other never waits. */
import { isDeepStrictEqual } from 'node:util';
import type { MessagePort } from 'node:worker_threads';
import type { FindGate, Question as GateQuestion } from '../../fairness/waiting-book.ts';
import type { PolicyView } from '../../policy/policy-view.ts';
import type { FindForecast, ForecastQuestion } from '../../policy/rules/forecast.ts';
import type { FindRoomToGrow, Resize, RoomToGrow } from '../../policy/rules/resize.ts';

export type Question =
  | { readonly of: 'namespace'; readonly name: string; readonly tenant: string | undefined }
  | { readonly of: 'priorityClass'; readonly name: string }
  | { readonly of: 'priorityClasses' }
  | { readonly of: 'synced' }
  | { readonly of: 'roomToGrow'; readonly resize: Resize }
  | { readonly of: 'forecast'; readonly question: ForecastQuestion | null }
  | { readonly of: 'gate'; readonly question: GateQuestion }
  /** The room of the last question is taken, if it is still as was told. */
  | { readonly of: 'take' };

/** Numbered from 1, and answered in this order: who has given one up must not take its late answer for that of the next. */
export interface Asked {
  readonly number: number;
  readonly question: Question;
}

/** Where in the memory that both threads see the number of the last answered question stands. */
export const ANSWERED = 0;

/** The other end of both. */
export interface Line {
  readonly port: MessagePort;
  readonly signal: Int32Array<SharedArrayBuffer>;
}

export interface Knowledge {
  readonly view: PolicyView;
  readonly roomToGrow: FindRoomToGrow;
  readonly forecast: FindForecast;
  readonly gates?: FindGate | undefined;
}

/** Answers whatever is asked on the line. */
export function answerOn({ port, signal }: Line, { view, roomToGrow, forecast, gates }: Knowledge): void {
  let told: { readonly resize: Resize; readonly shortages: RoomToGrow['shortages'] } | undefined;
  // Between the two questions others were answered, and may have taken the room.
  const takeAsTold = (): boolean => {
    if (told === undefined) return false;
    const room = roomToGrow(told.resize);
    return isDeepStrictEqual(room.shortages, told.shortages) && room.take();
  };
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
        told = { resize: question.resize, shortages: roomToGrow(question.resize).shortages };
        return told.shortages;
      case 'forecast':
        return forecast(question.question);
      case 'gate':
        return gates?.(question.question) ?? false;
      case 'take':
        return takeAsTold();
    }
  };
  port.on('message', ({ number, question }: Asked) => {
    port.postMessage({ number, answer: answerTo(question) });
    Atomics.store(signal, ANSWERED, number);
    Atomics.notify(signal, ANSWERED);
  });
  port.unref();
}
