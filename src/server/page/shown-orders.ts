/** The Orders as the page shows them: looked at now and then while somebody follows, and told when they have changed. */
import { ordersState } from '../observe/state/orders-state.ts';
import type { Surroundings } from './grid-writer.ts';

/** Soon enough for somebody who looks: it goes over every node of every Order, and others wait meanwhile. */
const LOOKED_EVERY_MS = 3_000;

export interface ShownOrdersOptions extends Pick<Surroundings, 'extender' | 'now'> {
  /** In ms, steady. */
  clock(): number;
}

export class ShownOrders {
  readonly #options: ShownOrdersOptions;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #json = '';

  constructor(options: ShownOrdersOptions) {
    this.#options = options;
  }

  /** As of the last look. */
  get json(): string {
    if (this.#json === '') this.look();
    return this.#json;
  }

  /** True when there is something new to show. */
  look(): boolean {
    const { extender, now, clock } = this.#options;
    if (clock() - this.#lookedAt < LOOKED_EVERY_MS) return false;
    this.#lookedAt = clock();
    const before = this.#json;
    this.#json = JSON.stringify(ordersState(extender, now().getTime()));
    return this.#json !== before;
  }
}
