/** By resource and node number, what pods ask for that count on several nodes at once. */
import { grownTo } from '../../../cluster/by-node-number.ts';
import type { ClusterView, ReadonlyNumbers } from '../../../cluster/view.ts';
import { capacityOf, type NodeBits, nodesIn } from './node-bits.ts';

export type Amounts = readonly (readonly [resource: string, amount: number])[];

export class PlaceSums {
  readonly #view: ClusterView;
  readonly #sums = new Map<string, Float64Array>();
  /** Node numbers of one set, used again by the next. */
  #nodes = new Int32Array(0);

  constructor(view: ClusterView) {
    this.#view = view;
  }

  /** By node number; undefined when nobody has asked for the resource yet. */
  of(resource: string): ReadonlyNumbers | undefined {
    return this.#sums.get(resource);
  }

  add(amounts: Amounts, nodes: NodeBits): void {
    this.#count(amounts, nodes, 1);
  }

  takeOff(amounts: Amounts, nodes: NodeBits): void {
    this.#count(amounts, nodes, -1);
  }

  /** Nobody counts on that node any more. */
  clear(node: number): void {
    for (const sums of this.#sums.values()) if (node < sums.length) sums[node] = 0;
  }

  #count(amounts: Amounts, bits: NodeBits, sign: 1 | -1): void {
    if (this.#nodes.length < capacityOf(bits)) this.#nodes = new Int32Array(capacityOf(bits) * 2);
    const nodes = this.#nodes;
    const size = nodesIn(bits, nodes);
    for (const [resource, amount] of amounts) {
      const sums = grownTo(this.#sums.get(resource) ?? new Float64Array(0), this.#view.nodeCapacity);
      this.#sums.set(resource, sums);
      for (let index = 0; index < size; index += 1) {
        const node = nodes[index] ?? 0;
        sums[node] = (sums[node] ?? 0) + sign * amount;
      }
    }
  }
}
