/** Timers that a test turns by hand. */
import type { Timers } from '../../../src/config/reload.ts';

export class HandTimers implements Timers {
  readonly #tasks: (() => void)[] = [];

  after = (_delayMs: number, task: () => void): (() => void) => {
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
