/** Follows the service: everything first, then what changes; and again from the beginning when the stream breaks. */
import type { DeltaAnswer, GridAnswer, OrdersAnswer } from '../../../src/explain/grid/answer.ts';
import { eventsIn, type StreamEvent } from './event-stream.ts';
import { changedModel, type Model, modelOf } from './model.ts';
import { ask, Refusal } from './service.ts';

/** `lost`: nothing comes, and it is tried again. `full`: as many follow already as may. `token`: the service wants one. */
export type Connection = 'connecting' | 'live' | 'lost' | 'full' | 'token';

/** Soon at first; a service that restarts is back within seconds. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** The service gives a sign of life every 15 seconds: after three that did not come, nobody is there. */
const SILENT_MS = 45_000;

export interface Follower {
  model(model: Model): void;
  /** With the service's words when it has refused. */
  connection(connection: Connection, words: string): void;
  decisions(data: unknown): void;
  orders(orders: OrdersAnswer): void;
}

/** Returns the function that ends it. */
export function follow(follower: Follower): () => void {
  const ended = new AbortController();
  void goOn(follower, ended.signal);
  return () => ended.abort();
}

async function goOn(follower: Follower, ended: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!ended.aborted) {
    try {
      await once(follower, ended, () => {
        pause = FIRST_PAUSE_MS;
      });
    } catch (error) {
      if (ended.aborted) return;
      const { connection, words } = problemOf(error);
      follower.connection(connection, words);
      // Somebody has to give a token first, and then this begins anew.
      if (connection === 'token') return;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  }
}

/** One stream, from its beginning to its end. */
async function once(follower: Follower, ended: AbortSignal, works: () => void): Promise<void> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENT_MS);
  };
  try {
    alive();
    const { body } = await ask('page/events', { signal: AbortSignal.any([ended, silence.signal]) });
    if (body === null) return;
    let model: Model | null = null;
    for await (const event of eventsIn(body.pipeThrough(noting(alive)))) {
      if (event.name === 'decisions') follower.decisions(JSON.parse(event.data));
      else if (event.name === 'orders') follower.orders(JSON.parse(event.data));
      else {
        const next = modelAfter(model, event);
        // A change that does not follow on what is there: everything is asked for anew.
        if (next === null) return;
        model = next;
        follower.model(model);
        follower.connection('live', '');
        works();
      }
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

function modelAfter(before: Model | null, { name, data }: StreamEvent): Model | null {
  if (name === 'grid') {
    if (before === null) performance.mark('grid-data');
    const answer: GridAnswer = JSON.parse(data);
    return modelOf(answer);
  }
  if (name !== 'delta' || before === null) return before;
  const delta: DeltaAnswer = JSON.parse(data);
  return changedModel(before, delta);
}

function noting(heard: () => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform: (chunk, controller) => {
      heard();
      controller.enqueue(chunk);
    },
  });
}

function problemOf(error: unknown): { connection: Connection; words: string } {
  if (!(error instanceof Refusal)) return { connection: 'lost', words: '' };
  const { status, message } = error;
  if (status === 401 || status === 403) return { connection: 'token', words: message };
  return { connection: status === 503 ? 'full' : 'lost', words: message };
}
