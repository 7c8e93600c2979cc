/** Pods that a review has just let pass and the view does not show yet: a burst is over before its first watch event. */

/** A watch is some milliseconds behind, seconds under load. What has not come by then was refused after us, or is another's. */
const EXPECTED_FOR_MS = 5_000;

/** Five seconds of more reviews than an API server can send. */
const MOST_EXPECTED = 20_000;

export class ExpectedPods {
  /** By tenant, when each was let pass, oldest first. */
  readonly #times = new Map<string, number[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(tenant: string, now: number): void {
    if (this.#size >= MOST_EXPECTED) return;
    const times = this.#times.get(tenant);
    if (times === undefined) this.#times.set(tenant, [now]);
    else times.push(now);
    this.#size += 1;
  }

  /** One of them is there. */
  seen(tenant: string): void {
    const times = this.#times.get(tenant);
    if (times?.shift() === undefined) return;
    this.#size -= 1;
    if (times.length === 0) this.#times.delete(tenant);
  }

  of(tenant: string): number {
    return this.#times.get(tenant)?.length ?? 0;
  }

  forgetOld(now: number): void {
    for (const [tenant, times] of this.#times) {
      const kept = times.filter((at) => now - at < EXPECTED_FOR_MS);
      this.#size -= times.length - kept.length;
      if (kept.length === 0) this.#times.delete(tenant);
      else if (kept.length < times.length) this.#times.set(tenant, kept);
    }
  }
}
