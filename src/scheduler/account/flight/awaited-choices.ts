/**
 * Pods that were let pass on several nodes, and whose node the scheduler has chosen and not told yet. It goes on to the
 * next pod at once and tells beside that: so the next question may come first, when each of them still counts on every
 * node that it was passed on.
 */

/** A scheduler tells within milliseconds, on a busy machine within some dozens; who waits for a volume tells much later. */
export const TOLD_WITHIN_MS = 100;

export class AwaitedChoices {
  /** By uid: when it was let pass, oldest first. */
  readonly #since = new Map<string, number>();
  #next: PromiseWithResolvers<void> | undefined;

  add(uid: string, now: number): void {
    this.#since.delete(uid);
    this.#since.set(uid, now);
  }

  /** It counts on one node now, or on none. */
  settle(uid: string): void {
    if (!this.#since.delete(uid)) return;
    this.#next?.resolve();
    this.#next = undefined;
  }

  /** Until when one may be expected; undefined when none is. */
  expectedUntil(now: number): number | undefined {
    let until: number | undefined;
    for (const [uid, since] of this.#since) {
      if (now - since < TOLD_WITHIN_MS) until = since + TOLD_WITHIN_MS;
      else this.#since.delete(uid);
    }
    return until;
  }

  /** When the next one is settled. */
  next(): Promise<void> {
    this.#next ??= Promise.withResolvers();
    return this.#next.promise;
  }
}
