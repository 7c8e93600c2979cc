/** Work that waits, in a queue for each tenant: the tenants are served in turn, whoever has more than one waits for the others. */

/** How much of one tenant may wait. */
export interface QueueLimits {
  readonly count: number;
  readonly bytes: number;
}

export interface Queued {
  readonly bytes: number;
  /** Nobody waits for it any more. */
  isOver(): boolean;
}

interface Queue<T> {
  readonly waiting: T[];
  bytes: number;
}

export interface QueueLength {
  readonly tenant: string;
  readonly waiting: number;
  readonly bytes: number;
}

/** As many as there can be reviews under way, half of which may be one tenant's. */
const MOST_QUEUES = 1_000;

/** The one of all further tenants. No namespace and no tenant is called so. */
const OTHERS = '(others)';

export interface TenantQueuesOptions<T> {
  readonly limits: QueueLimits;
  /** Told of each that left because nobody waits for it any more. */
  over(item: T): void;
}

/**
 * A queue is there while something waits in it, so that there are never more of them than there is work. Names of tenants may be
 * anybody's choice: beyond a number of them all further ones are one.
 */
export class TenantQueues<T extends Queued> {
  readonly #options: TenantQueuesOptions<T>;
  /** In the order in which they are served. */
  readonly #queues = new Map<string, Queue<T>>();
  #size = 0;

  constructor(options: TenantQueuesOptions<T>) {
    this.#options = options;
  }

  get size(): number {
    return this.#size;
  }

  get tenants(): number {
    return this.#queues.size;
  }

  /** Whether something of this tenant waits. */
  has(tenant: string): boolean {
    return this.#queues.has(tenant);
  }

  /** False when as much of this tenant waits as may. One alone may be as large as it likes. */
  add(tenant: string, item: T): boolean {
    const name = this.#queues.size < MOST_QUEUES || this.#queues.has(tenant) ? tenant : OTHERS;
    const queue = this.#queues.get(name) ?? { waiting: [], bytes: 0 };
    if (!this.#hasRoom(queue, item)) this.#drop(queue);
    if (!this.#hasRoom(queue, item)) return false;
    queue.waiting.push(item);
    queue.bytes += item.bytes;
    this.#size += 1;
    this.#queues.set(name, queue);
    return true;
  }

  /** One that is still wanted, of the tenant whose turn it is; `choose` says which of its queue, else the oldest. */
  next(choose: (waiting: readonly T[]) => number = OLDEST): T | undefined {
    for (const [tenant, queue] of this.#queues) {
      const item = this.#take(queue, choose);
      const isLast = queue.waiting.length === 0;
      // The only one has the next turn as well, wherever it stands.
      if (isLast || this.#queues.size > 1) this.#queues.delete(tenant);
      if (!isLast) this.#queues.set(tenant, queue);
      if (item !== undefined) return item;
    }
    return undefined;
  }

  /** The longest ones, for people. */
  longest(count: number): QueueLength[] {
    return Array.from(this.#queues, ([tenant, { waiting, bytes }]) => ({
      tenant,
      waiting: waiting.length,
      bytes,
    }))
      .toSorted((a, b) => b.waiting - a.waiting)
      .slice(0, count);
  }

  /** Everything that waits, which then does no longer. */
  clear(): T[] {
    const all = Array.from(this.#queues.values(), ({ waiting }) => waiting).flat();
    this.#queues.clear();
    this.#size = 0;
    return all;
  }

  #hasRoom({ waiting, bytes }: Queue<T>, item: T): boolean {
    const { limits } = this.#options;
    return waiting.length === 0 || (waiting.length < limits.count && bytes + item.bytes <= limits.bytes);
  }

  #take(queue: Queue<T>, choose: (waiting: readonly T[]) => number): T | undefined {
    while (queue.waiting.length > 0) {
      const [item] = queue.waiting.splice(choose(queue.waiting), 1);
      if (item === undefined) return undefined;
      this.#left(queue, item);
      if (!item.isOver()) return item;
      this.#options.over(item);
    }
    return undefined;
  }

  /** Those that nobody waits for any more make room. */
  #drop(queue: Queue<T>): void {
    for (const item of queue.waiting.filter((waiting) => waiting.isOver())) {
      queue.waiting.splice(queue.waiting.indexOf(item), 1);
      this.#left(queue, item);
      this.#options.over(item);
    }
  }

  #left(queue: Queue<T>, item: T): void {
    queue.bytes -= item.bytes;
    this.#size -= 1;
  }
}

const OLDEST = () => 0;
