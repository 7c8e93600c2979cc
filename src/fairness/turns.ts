/**
 * Weighted turns (stride scheduling): whoever has had least for its weight is next. Each tenant has a place on a line of its
 * own time, which a pod moves on by one over its weight.
 */

export class Turns {
  /** Where those who wait stand at least: who comes anew begins here, and has saved up nothing while it was away. */
  #time = 0;
  /** Only of those who are ahead of it. */
  readonly #places = new Map<string, number>();

  /** Of these, who is next; undefined when there is nobody. */
  next(waiting: Iterable<string>): string | undefined {
    let first: string | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const tenant of waiting) {
      const place = this.placeOf(tenant);
      if (place >= least) continue;
      first = tenant;
      least = place;
    }
    return first;
  }

  charge(tenant: string, pods: number, weight: number): void {
    this.#places.set(tenant, this.placeOf(tenant) + pods / weight);
  }

  /** What was charged and did not come to pass. */
  giveBack(tenant: string, pods: number, weight: number): void {
    this.#places.set(tenant, Math.max(this.placeOf(tenant) - pods / weight, this.#time));
  }

  /** How many pods a tenant has had before its turn. */
  aheadOf(tenant: string, weight: number): number {
    return (this.placeOf(tenant) - this.#time) * weight;
  }

  /** Time goes on to where the last of those who wait stands. Where nobody waits, nobody owes anything. */
  advance(waiting: Iterable<string>): void {
    const first = this.next(waiting);
    if (first === undefined) {
      this.#time = 0;
      this.#places.clear();
      return;
    }
    const least = this.placeOf(first);
    if (least === this.#time) return;
    this.#time = least;
    for (const [tenant, place] of this.#places) if (place <= least) this.#places.delete(tenant);
  }

  /** How many places are remembered. */
  get size(): number {
    return this.#places.size;
  }

  /** Where on the line of time it stands. */
  placeOf(tenant: string): number {
    return this.#places.get(tenant) ?? this.#time;
  }
}
