/** Nominations that come of victims which pods were given, and that the view has not shown yet. */
import { oldestOf } from '../refusals.ts';

/** As many as may be in flight. Beyond, the oldest is forgotten: its nomination may then seem to be of a later question. */
const MOST_PODS = 5_000;

export class ExpectedNominations {
  /** By uid, how many. */
  readonly #byPod = new Map<string, number>();

  add(uid: string): void {
    const before = this.#byPod.get(uid) ?? 0;
    this.#byPod.delete(uid);
    this.#byPod.set(uid, before + 1);
    if (this.#byPod.size > MOST_PODS) this.#byPod.delete(oldestOf(this.#byPod));
  }

  /** One is seen. The answer is whether it was expected. */
  take(uid: string): boolean {
    const before = this.#byPod.get(uid) ?? 0;
    if (before > 1) this.#byPod.set(uid, before - 1);
    else this.#byPod.delete(uid);
    return before > 0;
  }

  forget(uid: string): void {
    this.#byPod.delete(uid);
  }
}
