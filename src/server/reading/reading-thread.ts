/**
 * A thread for large bodies: to parse, check and judge megabytes takes tens of milliseconds, in which nobody else would be
 * answered. It is made with the first such body, one body at a time is with it, and when it ends another one is made.
 */
import { type MessagePort, Worker } from 'node:worker_threads';
import { errorCode } from '../../json/error-message.ts';
import type { BodyMemory } from '../http/bodies/body-memory.ts';
import type { Caller } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import { type Queued, type QueueLimits, TenantQueues } from '../queues/tenant-queues.ts';
import type { Outcome } from './jobs.ts';

export interface ThreadLimits {
  readonly heapMb: number;
  readonly doneWithinMs: number;
  /** Whoever has waited for so long is next, however many smaller ones come. */
  readonly waitedEnoughMs: number;
}

const LIMITS: ThreadLimits = {
  /** A review of as many values as are taken needs some 50 MB; whole nodes stay outside of the heap. */
  heapMb: 512,
  /** No API server or scheduler waits longer for an answer. */
  doneWithinMs: 30_000,
  /** The API server gives a review three seconds. */
  waitedEnoughMs: 250,
};

/** Beside this file: TypeScript as it is written, or what the build has made of it. */
const EXTENSION = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const STAYS: Caller = { isGone: () => false, onClose: () => {} };

interface Waiting<J, R> extends Queued {
  readonly job: J;
  readonly since: number;
  resolve(result: R): void;
  reject(error: Error): void;
}

export interface ReadingThreadOptions<J> {
  /** The file in this folder that runs in the thread, without its extension. */
  readonly reader: 'review-reader' | 'call-reader' | 'manifest-reader';
  /** Called for each thread that is made: what it is given, and what of it moves there for good. */
  data(): { readonly data: object; readonly transfer: readonly MessagePort[] };
  /** What is sent for a job, at the moment when it is its turn. */
  message(job: J): object;
  /** How much of each tenant may wait; without it as much as comes. */
  readonly queueLimits?: QueueLimits;
  /** For each thread that is made, and each body. */
  limits?(): ThreadLimits;
  /** Where the memory of a body goes when it comes back; without it to the collector. */
  readonly memory?: BodyMemory;
  /** A thread has ended that was not asked to. */
  ended(error: Error): void;
}

const AS_IT_COMES: QueueLimits = { count: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

/** All that waits is bounded by the budget of bytes that its doors share: a body counts there until it has left this. */
export class ReadingThread<J extends Body, R> {
  readonly #options: ReadingThreadOptions<J>;
  readonly #waiting: TenantQueues<Waiting<J, R>>;
  #current: Waiting<J, R> | undefined;
  #worker: Worker | undefined;
  #late: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: ReadingThreadOptions<J>) {
    this.#options = options;
    // Nothing is read for somebody who has left.
    const over = ({ reject }: Waiting<J, R>) => reject(given('the caller has gone'));
    this.#waiting = new TenantQueues({ limits: options.queueLimits ?? AS_IT_COMES, over });
  }

  /** The memory of the body goes to the thread. Of several tenants each has a body read in turn. */
  read(job: J, caller: Caller = STAYS, tenant = ''): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    const since = performance.now();
    const { length } = job.bytes;
    const isOver = () => caller.isGone();
    if (this.#waiting.add(tenant, { job, bytes: length, since, isOver, resolve, reject })) this.#next();
    else reject(given('too many large reviews of this tenant wait for their turn'));
    return promise;
  }

  /** Whoever still waits gets an error; when the process ends in order, nobody does. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#worker?.terminate();
    for (const { reject } of this.#waiting.clear()) reject(given('the service is ending'));
  }

  get #limits(): ThreadLimits {
    return this.#options.limits?.() ?? LIMITS;
  }

  #next(): void {
    if (this.#current !== undefined || this.#isStopped) return;
    const next = this.#waiting.next((waiting) => this.#choose(waiting));
    if (next === undefined) return;
    this.#current = next;
    this.#worker ??= this.#start();
    this.#late = setTimeout(() => void this.#worker?.terminate(), this.#limits.doneWithinMs).unref();
    this.#worker.postMessage(this.#options.message(next.job), [next.job.bytes.buffer]);
  }

  /** Whoever sends the largest bodies waits for whoever sends smaller ones, as at the budget; but not for ever. */
  #choose(waiting: readonly Waiting<J, R>[]): number {
    const since = waiting[0]?.since ?? Number.POSITIVE_INFINITY;
    if (performance.now() - since >= this.#limits.waitedEnoughMs) return 0;
    let smallest = 0;
    for (const [index, { bytes }] of waiting.entries()) {
      if (bytes < (waiting[smallest]?.bytes ?? 0)) smallest = index;
    }
    return smallest;
  }

  #start(): Worker {
    const { data, transfer } = this.#options.data();
    const worker = new Worker(new URL(`./${this.#options.reader}.${EXTENSION}`, import.meta.url), {
      workerData: data,
      transferList: [...transfer],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
    });
    let why: Error | undefined;
    worker.on('message', (outcome: Outcome<R>) => {
      const done = this.#leave();
      if (outcome.spare !== undefined) this.#options.memory?.give({ buffer: outcome.spare });
      if ('mistake' in outcome) done?.reject(new Error(outcome.mistake));
      else done?.resolve(outcome.result);
      this.#next();
    });
    worker.on('error', (error) => {
      why = error instanceof Error ? error : new Error(String(error));
    });
    worker.on('exit', () => {
      this.#worker = undefined;
      const isOver = errorCode(why) === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#leave()?.reject(isOver ? TOO_MUCH_MEMORY : given('the body took too long to read'));
      if (this.#isStopped) return;
      this.#options.ended(why ?? new Error('it took too long'));
      this.#next();
    });
    // It waits for bodies, and the process does not wait for it.
    worker.unref();
    return worker;
  }

  #leave(): Waiting<J, R> | undefined {
    clearTimeout(this.#late);
    const current = this.#current;
    this.#current = undefined;
    return current;
  }
}

const TOO_MUCH_MEMORY = new HttpError(
  'too-many-values',
  '(body): takes more memory than there is to read it',
);

function given(why: string): HttpError {
  return new HttpError('overloaded', why);
}
