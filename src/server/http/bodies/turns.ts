/** Large bodies are answered one a turn of the event loop, so that everybody else is answered in between. */
import { setImmediate } from 'node:timers/promises';

/** Some milliseconds of work: what is smaller is done before it would have waited. */
export const LARGE_BODY_BYTES = 256 * 1024;

export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is this one's turn: those who asked before have had theirs. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => setImmediate());
    return this.#last;
  }
}
