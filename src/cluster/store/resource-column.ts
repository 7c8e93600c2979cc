/** One resource on all nodes: exact sums to keep, and the free amount that the hot path reads. */
import { PODS } from '../../kube/resources/requests.ts';
import type { ResourceColumn } from '../view.ts';

/** Every kubelet declares these from the beginning; others come and go with what is plugged in. */
export const STANDING_RESOURCES: readonly string[] = ['cpu', 'memory', 'ephemeral-storage', PODS];

export function isStanding(resource: string): boolean {
  return STANDING_RESOURCES.includes(resource);
}

/**
 * More than any node has of anything (4 PiB of memory), so a pod that asks for more fits nowhere and is counted as
 * this much: with both sides cut here, what is left free is never more than it truly is.
 */
const MAX_AMOUNT = 2n ** 52n;

/** The largest sum that the array holds; Go's own int64 would wrap around to a negative one, which is room. */
const MAX_SUM = 2n ** 63n - 1n;

/** Up to here a double is exact. */
const MAX_EXACT = 2n ** 53n;

/** An amount as it is counted. Below zero it has wrapped around in 64 bits, as in Kubernetes, and must not make room. */
export function counted(amount: bigint): bigint {
  if (amount < 0n) return 0n;
  return amount > MAX_AMOUNT ? MAX_AMOUNT : amount;
}

function asDouble(amount: bigint): number {
  if (amount > MAX_EXACT) return Number(MAX_EXACT);
  return amount < -MAX_EXACT ? -Number(MAX_EXACT) : Number(amount);
}

function grown<A extends { set(from: A): void }>(from: A, into: A): A {
  into.set(from);
  return into;
}

export class Column implements ResourceColumn {
  readonly resource: string;
  /** How many nodes name this resource in their allocatable: at none, the column goes. */
  users = 0;
  allocatable: BigInt64Array;
  requested: BigInt64Array;
  free: Float64Array;
  size: Float64Array;
  /** The true sums of the few nodes whose sum is more than the array holds, so that pods can be taken back. */
  readonly #beyond = new Map<number, bigint>();

  constructor(resource: string, capacity: number) {
    this.resource = resource;
    this.allocatable = new BigInt64Array(capacity);
    this.requested = new BigInt64Array(capacity);
    this.free = new Float64Array(capacity);
    this.size = new Float64Array(capacity);
  }

  grow(capacity: number): void {
    this.allocatable = grown(this.allocatable, new BigInt64Array(capacity));
    this.requested = grown(this.requested, new BigInt64Array(capacity));
    this.free = grown(this.free, new Float64Array(capacity));
    this.size = grown(this.size, new Float64Array(capacity));
  }

  setAllocatable(node: number, amount: bigint): void {
    this.allocatable[node] = counted(amount);
    this.size[node] = Number(counted(amount));
    this.#derive(node);
  }

  /** Takes a counted amount, negative to take it back. */
  addRequested(node: number, amount: bigint): void {
    const sum = (this.#beyond.get(node) ?? this.requested[node] ?? 0n) + amount;
    if (sum > MAX_SUM) {
      this.#beyond.set(node, sum);
      this.requested[node] = MAX_SUM;
    } else {
      this.#beyond.delete(node);
      this.requested[node] = sum;
    }
    this.#derive(node);
  }

  clear(node: number): void {
    this.allocatable[node] = 0n;
    this.requested[node] = 0n;
    this.#beyond.delete(node);
    this.free[node] = 0;
    this.size[node] = 0;
  }

  #derive(node: number): void {
    this.free[node] = asDouble((this.allocatable[node] ?? 0n) - (this.requested[node] ?? 0n));
  }
}
