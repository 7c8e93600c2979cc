/**
 * Notices that the process has stood still: frozen, suspended with its machine, or without a processor. When it goes on, what
 * came meanwhile is all there and unread, a scheduler's question perhaps before the events that it has to be answered by.
 */

/** Short beside a stall. */
const TICK_MS = 250;

/** Garbage collections and the largest bodies take less. */
const STALLED_MS = 1_000;

/** In which everything that has arrived is read; a scheduler waits for two seconds. */
const CAUGHT_UP_MS = 300;

export interface StallOptions {
  /** In ms and steady. */
  clock(): number;
  pause(ms: number): Promise<unknown>;
  /** Called once for each. */
  stalled(): void;
}

export class Stalls {
  readonly #options: StallOptions;
  readonly #timer: NodeJS.Timeout;
  #seenAt: number;
  #until = Number.NEGATIVE_INFINITY;

  constructor(options: StallOptions) {
    this.#options = options;
    this.#seenAt = options.clock();
    this.#timer = setInterval(() => this.#look(), TICK_MS).unref();
  }

  /** Resolves when what came while it stood still has been read; null when it did not stand still just now. */
  caughtUp(): Promise<unknown> | null {
    const now = this.#look();
    return now < this.#until ? this.#options.pause(this.#until - now) : null;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): number {
    const now = this.#options.clock();
    if (now - this.#seenAt > STALLED_MS) {
      this.#until = now + CAUGHT_UP_MS;
      this.#options.stalled();
    }
    this.#seenAt = now;
    return now;
  }
}
