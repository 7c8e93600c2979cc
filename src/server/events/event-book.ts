/** What is to be told, put together: the same again is a count, nobody is told too often, and no tenant crowds out the rest. */
import type { EventNote, EventObject, EventReason } from './event-note.ts';

/** The same event is written again, with its count, at most so often. */
export const REPEATED_AFTER_MS = 300_000;

/** So many at once, as client-go's broadcaster has it for one object; then one every four seconds, 900 an hour. */
const AT_ONCE = 25;
const ONE_MORE_EVERY_MS = 4_000;

/** An API server keeps an event for an hour by default: what comes later is another. */
const FORGOTTEN_AFTER_MS = 3_600_000;

/** Somebody who sends DaemonSets under ever new names fills the room of his own namespace only. */
const MOST_OF_A_NAMESPACE = 50;
const MOST_OF_ALL = 1_000;

export interface BookedEvent {
  readonly note: EventNote;
  readonly count: number;
  /** In ms since 1970. */
  readonly first: number;
  readonly last: number;
  /** Whether it was written before, and is to be changed. */
  readonly isWritten: boolean;
}

interface Entry {
  note: EventNote;
  count: number;
  /** The count that the cluster has been told. */
  told: number;
  readonly first: number;
  last: number;
  writtenAt: number;
}

export class EventBook {
  readonly #now: () => number;
  readonly #dropped: (reason: EventReason) => void;
  /** In the order of their first news. */
  readonly #entries = new Map<string, Entry>();
  readonly #namespaces = new Map<string, { entries: number; servedAt: number }>();
  #tokens = AT_ONCE;
  #filledAt: number;

  /** `dropped` is told of each note that nobody will see. */
  constructor(now: () => number, dropped: (reason: EventReason) => void) {
    this.#now = now;
    this.#dropped = dropped;
    this.#filledAt = now();
  }

  tell(note: EventNote): void {
    const key = keyOf(note);
    const known = this.#entries.get(key);
    const now = this.#now();
    if (known !== undefined) {
      known.note = note;
      known.count += 1;
      known.last = now;
      return;
    }
    if (!this.#makeRoom(note.about.namespace)) {
      this.#dropped(note.reason);
      return;
    }
    const entry = { note, count: 1, told: 0, first: now, last: now, writtenAt: Number.NEGATIVE_INFINITY };
    this.#entries.set(key, entry);
    this.#namespace(note.about.namespace).entries += 1;
  }

  /** What may be written now, namespaces in turn. What is not marked as written stays due. */
  due(isTellable: (note: EventNote) => boolean): BookedEvent[] {
    const now = this.#now();
    this.#forgetOld(now);
    this.#fill(now);
    const waiting = [...this.#entries.values()].filter(
      ({ note, count, told, writtenAt }) =>
        count > told && now - writtenAt >= REPEATED_AFTER_MS && isTellable(note),
    );
    const groups = [...Map.groupBy(waiting, ({ note }) => note.about.namespace)]
      .toSorted(([a], [b]) => this.#namespace(a).servedAt - this.#namespace(b).servedAt)
      .map(([, entries]) => entries);
    const chosen: Entry[] = [];
    for (let turn = 0; chosen.length < Math.min(this.#tokens, waiting.length); turn += 1) {
      chosen.push(...groups.flatMap((entries) => entries[turn] ?? []));
    }
    return chosen.slice(0, this.#tokens).map(({ note, count, first, last, told }) => ({
      note,
      count,
      first,
      last,
      isWritten: told > 0,
    }));
  }

  /** It was tried, with whatever success: the next one is another's. */
  spend({ note }: BookedEvent): void {
    this.#tokens -= 1;
    this.#namespace(note.about.namespace).servedAt = this.#now();
  }

  written({ note, count }: BookedEvent): void {
    const entry = this.#entries.get(keyOf(note));
    if (entry === undefined) return;
    entry.told = count;
    entry.writtenAt = this.#now();
  }

  /** It cannot be told, now or later: the namespace is gone, say. */
  drop({ note }: Pick<BookedEvent, 'note'>): void {
    if (this.#remove(keyOf(note))) this.#dropped(note.reason);
  }

  /** The cluster has forgotten what it was told: it is another one from now on. */
  renew({ note }: BookedEvent): void {
    if (this.#remove(keyOf(note))) this.tell(note);
  }

  get size(): number {
    return this.#entries.size;
  }

  #fill(now: number): void {
    const more = Math.floor((now - this.#filledAt) / ONE_MORE_EVERY_MS);
    if (more <= 0) return;
    this.#tokens = Math.min(AT_ONCE, this.#tokens + more);
    this.#filledAt += more * ONE_MORE_EVERY_MS;
  }

  #forgetOld(now: number): void {
    for (const [key, { note, count, told, last }] of this.#entries) {
      if (now - last < FORGOTTEN_AFTER_MS) continue;
      this.#remove(key);
      if (told < count) this.#dropped(note.reason);
    }
  }

  /** False when there is none. What is told already goes first. */
  #makeRoom(namespace: string): boolean {
    const isFull = (this.#namespaces.get(namespace)?.entries ?? 0) >= MOST_OF_A_NAMESPACE;
    if (!isFull && this.#entries.size < MOST_OF_ALL) return true;
    for (const [key, { note, count, told }] of this.#entries) {
      if (told < count || (isFull && note.about.namespace !== namespace)) continue;
      return this.#remove(key);
    }
    return false;
  }

  #remove(key: string): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    this.#entries.delete(key);
    const { namespace } = entry.note.about;
    const sum = this.#namespace(namespace);
    sum.entries -= 1;
    if (sum.entries === 0) this.#namespaces.delete(namespace);
    return true;
  }

  #namespace(name: string): { entries: number; servedAt: number } {
    const known = this.#namespaces.get(name);
    if (known !== undefined) return known;
    const sum = { entries: 0, servedAt: Number.NEGATIVE_INFINITY };
    this.#namespaces.set(name, sum);
    return sum;
  }
}

/** Not by the message: who is refused for another reason each time is told as often as anybody. */
function keyOf({ about, reason }: { readonly about: EventObject; readonly reason: EventReason }): string {
  return JSON.stringify([about.kind, about.namespace, about.name, about.uid, reason]);
}
