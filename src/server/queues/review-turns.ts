/**
 * Reviews in turn: one thread answers everybody, so that whoever sends a thousand reviews at once would have the others wait for
 * all of them. While there is little to do each is answered as it comes. What comes when a slice of a turn of the event loop is
 * used up waits in the queue of its tenant, and the tenants are served in turn, a slice in each turn of the loop: in between come the
 * calls of schedulers, which never wait here, and whatever else has arrived.
 */
import { HttpError } from '../http/errors.ts';
import type { WaitingRoom, Work } from '../http/service-app.ts';
import { LARGE_REVIEW_BYTES } from '../reading/large-reviews.ts';
import { type Queued, type QueueLimits, TenantQueues } from './tenant-queues.ts';

/**
 * What one turn of the event loop spends on answering. Whoever comes next waits for the rest of it, and for the reading of as many
 * new reviews as were answered in it; a quiet review takes about as long from end to end.
 */
const SLICE_MS = 0.5;

/** Why a review that waited was not answered: too much of its tenant waits; its caller does not wait any longer, or has left. */
export type Dropped = 'full' | 'late' | 'gone';

export interface ReviewTurnsOptions {
  readonly limits: QueueLimits;
  /** A steady clock, in ms. */
  clock(): number;
  /** Calls back in the next turn of the event loop, when everything that has arrived was read. */
  nextTurn(callback: () => void): void;
  waited(ms: number): void;
  dropped(why: Dropped): void;
}

interface Waiting extends Queued {
  readonly work: Work;
  readonly since: number;
}

export class ReviewTurns {
  readonly #options: ReviewTurnsOptions;
  readonly #queues: TenantQueues<Waiting>;
  /** What this turn of the event loop has spent on whatever came. */
  #spent = 0;
  /** Whose first review of this turn was answered beyond that. */
  readonly #served = new Set<string>();
  #isTurnAwaited = false;

  constructor(options: ReviewTurnsOptions) {
    this.#options = options;
    this.#queues = new TenantQueues({ limits: options.limits, over: (waiting) => this.#drop(waiting) });
  }

  get queues(): Pick<TenantQueues<Waiting>, 'size' | 'tenants' | 'longest'> {
    return this.#queues;
  }

  /**
   * Where reviews of one caller come in; `queueOf` says whose each is. It is run at once, or when it is its tenant's turn. A large
   * one has a queue of its own before the thread that reads it.
   */
  roomOf(queueOf: (bytes: Buffer) => string): WaitingRoom {
    return {
      enter: (work) => {
        if (work.bytes.length > LARGE_REVIEW_BYTES) work.run();
        else this.#admit(work, queueOf);
      },
    };
  }

  #admit(work: Work, queueOf: (bytes: Buffer) => string): void {
    this.#awaitTurn();
    if (this.#queues.size === 0 && this.#spent < SLICE_MS) {
      const begin = this.#options.clock();
      work.run();
      this.#spent += this.#options.clock() - begin;
      return;
    }
    const tenant = queueOf(work.bytes);
    if (this.#queues.has(tenant) || this.#served.has(tenant)) {
      this.#wait(tenant, work);
    } else {
      // One of each has its turn now: to read all that has come from somebody else may take longer than to answer it.
      this.#served.add(tenant);
      work.run();
    }
  }

  #wait(tenant: string, work: Work): void {
    const { bytes, caller } = work;
    const since = this.#options.clock();
    const until = since + work.timeoutMs();
    const isOver = () => caller.isGone() || this.#options.clock() > until;
    if (this.#queues.add(tenant, { work, since, bytes: bytes.length, isOver })) return;
    this.#options.dropped('full');
    work.refuse(new HttpError('overloaded', 'too many reviews of this tenant wait for their turn'));
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    this.#options.nextTurn(() => {
      this.#isTurnAwaited = false;
      this.#spent = 0;
      this.#served.clear();
      this.#serve();
    });
  }

  #serve(): void {
    const begin = this.#options.clock();
    for (let now = begin; now - begin < SLICE_MS; now = this.#options.clock()) {
      const next = this.#queues.next();
      if (next === undefined) return;
      this.#options.waited(now - next.since);
      next.work.run();
    }
    if (this.#queues.size > 0) this.#awaitTurn();
  }

  #drop({ work }: Waiting): void {
    const isGone = work.caller.isGone();
    this.#options.dropped(isGone ? 'gone' : 'late');
    const why = isGone ? 'the caller has gone' : 'the caller does not wait any longer';
    work.refuse(new HttpError('overloaded', why));
  }
}
