/**
 * How many pods may wait at a scheduler without a gate: the set number, and more while the scheduler runs out of work all the
 * same, because bindings are seen late and gates come off late on a busy API server.
 */

/** Of the set number: beyond it the next tenant would wait too long, whatever the reason. */
const MOST_TIMES = 5;

/** Fewer than this part of the set number left at some moment: it may have had nothing to do. */
const LOW_PART = 5;

/** Twice as much within a look, and back within some seconds. */
const KEPT_PART = 0.9;

export class AdaptiveWindow {
  readonly #set: number;
  #size: number;
  #least = Number.POSITIVE_INFINITY;

  constructor(set: number) {
    this.#set = set;
    this.#size = set;
  }

  get size(): number {
    return Math.round(this.#size);
  }

  /** So many are left that a scheduler can see. */
  left(pods: number): void {
    this.#least = Math.min(this.#least, pods);
  }

  /** A moment later; `hasWork`: there were gated pods all the time. */
  look(hasWork: boolean): void {
    const ranLow = hasWork && this.#least < this.#set / LOW_PART;
    const wanted = ranLow ? this.#size * 2 : this.#size * KEPT_PART;
    this.#size = Math.max(this.#set, Math.min(wanted, this.#set * MOST_TIMES));
    this.#least = Number.POSITIVE_INFINITY;
  }
}
