/** How much of its time a process gives to something that can also be left out. */

export interface AllowanceOptions {
  /** Of each second, how many milliseconds. */
  readonly msPerSecond: number;
  /** What may be taken at once after a while of rest. */
  readonly mostMs: number;
  /** A steady clock, in ms. */
  clock(): number;
}

export class Allowance {
  readonly #options: AllowanceOptions;
  #left: number;
  #at: number;

  constructor(options: AllowanceOptions) {
    this.#options = options;
    this.#left = options.mostMs;
    this.#at = options.clock();
  }

  get leftMs(): number {
    const { msPerSecond, mostMs, clock } = this.#options;
    const now = clock();
    this.#left = Math.min(mostMs, this.#left + ((now - this.#at) / 1000) * msPerSecond);
    this.#at = now;
    return this.#left;
  }

  /** It may have taken more than was left: then it is paid back first. */
  take(ms: number): void {
    this.#left = this.leftMs - ms;
  }
}
