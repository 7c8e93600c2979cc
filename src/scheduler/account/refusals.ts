/** What pods were refused for before, as far as their next calls have to know it. */

/** The scheduler's longest back-off: by then it has asked again, and the answer of then counts. */
const REMEMBERED_MS = 10_000;

/** A pod that its own status wakes comes back within milliseconds; what else wakes it waits for its back-off. */
const AT_ONCE_MS = 900;

/** The first refusal changes the pod's status, and so wakes it once: the third in a row is one too many. */
const TOO_MANY = 3;

/**
 * Of each kind. Beyond so many the oldest are forgotten: at worst somebody is evicted for one of them a moment early, or it
 * is asked about a few times more.
 */
const MOST_PODS = 10_000;

/** Pods that were refused a node only for what passes by itself: nobody is to be evicted for them in the meantime. */
export class PassingRefusals {
  /** By uid, oldest first: until when. */
  readonly #until = new Map<string, number>();

  note(uid: string, now: number): void {
    putLast(this.#until, uid, now + REMEMBERED_MS);
  }

  forget(uid: string): void {
    this.#until.delete(uid);
  }

  /** Whether its last filter call was such a refusal; said once for each. */
  take(uid: string, now: number): boolean {
    const until = this.#until.get(uid);
    this.#until.delete(uid);
    return until !== undefined && now < until;
  }
}

/** Pods that were refused on all nodes of a call, and whether they are asked about again and again for it. */
export class WholeRefusals {
  /** By uid, those asked about longest ago first. */
  readonly #entries = new Map<string, { readonly inARow: number; readonly last: number }>();

  forget(uid: string): void {
    this.#entries.delete(uid);
  }

  /** Whether every node has to be told of, from now on as long as the pod is refused everywhere. */
  note(uid: string, now: number): boolean {
    const { inARow: before = 0, last = now } = this.#entries.get(uid) ?? {};
    const inARow = before === TOO_MANY ? TOO_MANY : now - last < AT_ONCE_MS ? before + 1 : 1;
    putLast(this.#entries, uid, { inARow, last: now });
    return inARow === TOO_MANY;
  }
}

function putLast<V>(map: Map<string, V>, uid: string, value: V): void {
  map.delete(uid);
  map.set(uid, value);
  if (map.size > MOST_PODS) map.delete(oldestOf(map));
}

/** Maps and sets keep the order in which things came. */
export function oldestOf(entries: { keys(): Iterator<string> }): string {
  return entries.keys().next().value ?? '';
}
