/** By resource and node number, what pods ask for that count on several nodes at once. */
import { grownTo } from '../../../cluster/by-node-number.ts';
import type { ClusterView, ReadonlyNumbers } from '../../../cluster/view.ts';
import { capacityOf, type NodeBits, nodesIn } from './node-bits.ts';

export type Amounts = readonly (readonly [resource: string, amount: number])[];

/**
 * So many pods are counted only when somebody asks for the sums: mostly a scheduler tells which node it has chosen, or asks
 * about the pod again, before that, and where no room is held nobody ever asks. More of them would make that call a long one.
 */
const MOST_UNCOUNTED = 8;

interface Uncounted {
  readonly amounts: Amounts;
  readonly nodes: NodeBits;
}

export class PlaceSums {
  readonly #view: ClusterView;
  readonly #sums = new Map<string, Float64Array>();
  #uncounted: Uncounted[] = [];
  /** Node numbers of one set, used again by the next. */
  #nodes = new Int32Array(0);

  constructor(view: ClusterView) {
    this.#view = view;
  }

  /** By node number; undefined when nobody has asked for the resource yet. */
  of(resource: string): ReadonlyNumbers | undefined {
    this.#countAll();
    return this.#sums.get(resource);
  }

  /** The set may be changed later on only by who clears the node first. */
  add(amounts: Amounts, nodes: NodeBits): void {
    this.#uncounted.push({ amounts, nodes });
    if (this.#uncounted.length > MOST_UNCOUNTED) this.#countAll();
  }

  takeOff(amounts: Amounts, nodes: NodeBits): void {
    const others = this.#uncounted.filter((uncounted) => uncounted.nodes !== nodes);
    const isUncounted = others.length < this.#uncounted.length;
    this.#uncounted = others;
    if (!isUncounted) this.#count(amounts, nodes, -1);
  }

  /** Nobody counts on that node any more. */
  clear(node: number): void {
    this.#countAll();
    for (const sums of this.#sums.values()) if (node < sums.length) sums[node] = 0;
  }

  #countAll(): void {
    for (const { amounts, nodes } of this.#uncounted) this.#count(amounts, nodes, 1);
    this.#uncounted.length = 0;
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
