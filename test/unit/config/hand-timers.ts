/** Timers that a test turns by hand. */
import type { Timers } from '../../../src/config/reload.ts';

export class HandTimers implements Timers {
  readonly #tasks: (() => void)[] = [];
  /** The delays that were asked for, in their order. */
  readonly delays: number[] = [];

  after = (delayMs: number, task: () => void): (() => void) => {
    this.delays.push(delayMs);
    this.#tasks.push(task);
    return () => {
      const index = this.#tasks.indexOf(task);
      if (index >= 0) {
        this.#tasks.splice(index, 1);
      }
    };
  };

  /** Runs the task that has waited longest. */
  runNext(): void {
    this.#tasks.shift()?.();
  }

  waiting(): number {
    return this.#tasks.length;
  }
}
