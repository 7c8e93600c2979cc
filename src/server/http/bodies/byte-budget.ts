/** How many bytes of bodies a group of doors may hold at once, over all connections. */
import type { DoorGroup } from '../../../config/identity.ts';

/** Neither group takes the room of the other. */
export type Budgets = Readonly<Record<DoorGroup, ByteBudget>>;

/** What one body takes of the budget, from its first byte to the end of its answer. */
export interface Share {
  /** Takes so many bytes more. The budget may give up this body or another one for it. */
  grow(bytes: number): void;
  /** All of it is there: from now on it is answered whatever else comes. */
  arrived(): void;
  /** Gives back everything, once and for all. */
  release(): void;
}

interface Arriving {
  size: number;
  giveUp(): void;
}

/**
 * Counts bytes as they arrive and not as they are announced, or an empty promise would take room. Beyond the limit the
 * largest of the bodies that are still arriving is given up: reviews are small, so that whoever fills the budget with
 * large or half-sent bodies pays for it, and not whoever comes next.
 */
export class ByteBudget {
  readonly #limit: number;
  readonly #arriving = new Set<Arriving>();
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  /** `givenUp` is called at most once: the body is not to be kept. */
  open(givenUp: () => void): Share {
    let isOpen = true;
    const release = () => {
      if (!isOpen) return;
      isOpen = false;
      this.#arriving.delete(body);
      this.#used -= body.size;
    };
    const giveUp = () => {
      release();
      givenUp();
    };
    const body: Arriving = { size: 0, giveUp };
    this.#arriving.add(body);
    return {
      grow: (bytes) => {
        if (!isOpen) return;
        body.size += bytes;
        this.#used += bytes;
        while (isOpen && this.#used > this.#limit) this.#largest(body).giveUp();
      },
      arrived: () => void this.#arriving.delete(body),
      release,
    };
  }

  #largest(first: Arriving): Arriving {
    let largest = first;
    for (const body of this.#arriving) if (body.size > largest.size) largest = body;
    return largest;
  }
}
