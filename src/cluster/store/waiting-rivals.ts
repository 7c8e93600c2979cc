/**
 * Objects of several partitions that say they are the same: two nodes of one name, or two pods of one uid after an etcd was
 * copied. One counts, that of the partition that comes first in the configuration; the others wait here, and are told of.
 */
import type { OfPartition } from '../records.ts';

export interface Identities<R> {
  /** What two of them have in common. */
  identityOf(record: R): string;
  /** What each has in its partition. */
  keyOf(record: R): string;
  /** The place of a partition in the configuration. */
  rankOf(partition: string): number;
}

export class WaitingRivals<R extends OfPartition> {
  readonly #identities: Identities<R>;
  /** By identity, the best first. */
  readonly #waiting = new Map<string, readonly R[]>();
  readonly #byKey = new Map<string, R>();

  constructor(identities: Identities<R>) {
    this.#identities = identities;
  }

  get size(): number {
    return this.#byKey.size;
  }

  values(): Iterable<R> {
    return this.#byKey.values();
  }

  find(partition: string, key: string): R | undefined {
    return this.#byKey.get(waitingKey(partition, key));
  }

  /** Whether they say that they are the same. */
  areRivals(one: R, other: R): boolean {
    const { identityOf } = this.#identities;
    return identityOf(one) === identityOf(other);
  }

  /** Whether the one counts before the other. */
  isBefore(one: R, other: R): boolean {
    const { rankOf } = this.#identities;
    return rankOf(one.partition) < rankOf(other.partition);
  }

  /** One of each partition. */
  put(record: R): void {
    this.drop(record);
    const identity = this.#identities.identityOf(record);
    const others = this.#waiting.get(identity) ?? [];
    const place = others.findIndex((other) => this.isBefore(record, other));
    this.#waiting.set(identity, others.toSpliced(place < 0 ? others.length : place, 0, record));
    this.#byKey.set(this.#keyOf(record), record);
  }

  /** It does not wait any more: it counts, or is gone. */
  drop(record: R): void {
    const key = this.#keyOf(record);
    const known = this.#byKey.get(key);
    if (known === undefined) return;
    this.#byKey.delete(key);
    const identity = this.#identities.identityOf(known);
    const others = this.#waiting.get(identity)?.filter((other) => other !== known) ?? [];
    if (others.length > 0) this.#waiting.set(identity, others);
    else this.#waiting.delete(identity);
  }

  /** Who is next, now that this one is gone. */
  next(gone: R): R | undefined {
    return this.#waiting.get(this.#identities.identityOf(gone))?.[0];
  }

  #keyOf(record: R): string {
    return waitingKey(record.partition, this.#identities.keyOf(record));
  }
}

function waitingKey(partition: string, key: string): string {
  return `${partition} ${key}`;
}
