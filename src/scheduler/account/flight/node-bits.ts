/** A set of node numbers as bits: a few hundred bytes for thousands of nodes. */
import { NO_NODE, type ReadonlyNumbers } from '../../../cluster/view.ts';

const BITS = 32;
/** Shifts a node number to the number of its word. */
const WORD_SHIFT = 5;

export type NodeBits = Uint32Array;

/** For numbers below the capacity. */
export function nodeBits(capacity: number): NodeBits {
  return new Uint32Array(Math.ceil(capacity / BITS));
}

/** How many numbers there may be in it. */
export function capacityOf(bits: NodeBits): number {
  return bits.length * BITS;
}

export function hasNode(bits: NodeBits, node: number): boolean {
  return ((bits[node >>> WORD_SHIFT] ?? 0) & (1 << (node & (BITS - 1)))) !== 0;
}

export function addNode(bits: NodeBits, node: number): void {
  bits[node >>> WORD_SHIFT] = (bits[node >>> WORD_SHIFT] ?? 0) | (1 << (node & (BITS - 1)));
}

/** Takes in each node of a list where `isIn` is 1. A word is written once for all its nodes that follow each other. */
export function addNodes(
  bits: NodeBits,
  { count, numbers }: { readonly count: number; readonly numbers: ReadonlyNumbers },
  isIn: ReadonlyNumbers,
): void {
  let at = 0;
  let word = bits[at] ?? 0;
  for (let index = 0; index < count; index += 1) {
    const node = numbers[index] ?? NO_NODE;
    if (node === NO_NODE || isIn[index] !== 1) continue;
    const own = node >>> WORD_SHIFT;
    if (own !== at) {
      bits[at] = word;
      at = own;
      word = bits[at] ?? 0;
    }
    word |= 1 << (node & (BITS - 1));
  }
  bits[at] = word;
}

/** Whether there is no number in it, one, or several. */
export function sizeOf(bits: NodeBits): 'none' | 'one' | 'several' {
  const first = bits.findIndex((word) => word !== 0);
  if (first === -1) return 'none';
  const word = bits[first] ?? 0;
  const isOnly = (word & (word - 1)) === 0 && bits.findLastIndex((other) => other !== 0) === first;
  return isOnly ? 'one' : 'several';
}

/** The same with that node: a longer set when the number came after the set was made. */
export function withNode(bits: NodeBits, node: number): NodeBits {
  const wide = node < capacityOf(bits) ? bits.slice() : nodeBits(node + 1);
  if (wide.length > bits.length) wide.set(bits);
  addNode(wide, node);
  return wide;
}

export function removeNode(bits: NodeBits, node: number): void {
  const word = bits[node >>> WORD_SHIFT];
  if (word !== undefined) bits[node >>> WORD_SHIFT] = word & ~(1 << (node & (BITS - 1)));
}

/** Writes all numbers into `found`; the answer is how many. */
export function nodesIn(bits: NodeBits, found: Int32Array): number {
  let size = 0;
  for (let index = 0; index < bits.length; index += 1) {
    let word = bits[index] ?? 0;
    while (word !== 0) {
      const bit = word & -word;
      found[size] = index * BITS + (BITS - 1 - Math.clz32(bit));
      size += 1;
      word &= ~bit;
    }
  }
  return size;
}
