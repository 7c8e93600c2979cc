/** What pods were refused for before, as far as their next calls have to know it. */

/** The scheduler's longest back-off: by then it has asked again, and the answer of then counts. */
const REMEMBERED_MS = 10_000;

/**
 * A pod that its own status wakes comes back within milliseconds, on a busy machine within a second or two; what else wakes
 * it waits for its back-off, of up to ten.
 */
const AT_ONCE_MS = 3_000;

/** The first refusal changes the pod's status, and so wakes it once: the third in a row is one too many. */
const TOO_MANY = 3;

/**
 * Answers of thousands of nodes cost milliseconds, here and in the scheduler. Where so many pods wait that this is not
 * enough, something always happens in the cluster, and their status is not what wakes them.
 */
const TOLD_PER_SECOND = 20;
const SECOND_MS = 1_000;

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
  #second = 0;
  #told = 0;

  /** Whether the last that is known of the pod is such a refusal. */
  has(uid: string): boolean {
    return this.#entries.has(uid);
  }

  forget(uid: string): void {
    this.#entries.delete(uid);
  }

  /** Whether every node is to be told of, from now on as long as the pod is refused everywhere. */
  note(uid: string, now: number): boolean {
    const { inARow: before = 0, last = now } = this.#entries.get(uid) ?? {};
    const inARow = before === TOO_MANY ? TOO_MANY : now - last < AT_ONCE_MS ? before + 1 : 1;
    putLast(this.#entries, uid, { inARow, last: now });
    return inARow === TOO_MANY && this.#mayTell(now);
  }

  #mayTell(now: number): boolean {
    const second = Math.floor(now / SECOND_MS);
    if (second !== this.#second) this.#told = 0;
    this.#second = second;
    this.#told += 1;
    return this.#told <= TOLD_PER_SECOND;
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
