/** What a forecast says of each node, by node number: nearly all of it is one byte a node. */
import type { SlimPod } from '../../cluster/records.ts';
import type { SchedulingCode } from '../../policy/reasons.ts';

/**
 * `ineligible`: the DaemonSet controller makes no pod for it. `runs`: a pod of it is there, and stays. `fits`: there is room.
 * `soon`: there is, once the pods have gone that are on their way out. `preempts`: pods of lower priority are evicted for it.
 * `waits`: there is no room, and nobody to evict for it. `never`: there would be none if the node were empty. `unknown`: there is
 * no room, and whether somebody would be evicted was not looked at for want of time.
 */
export const NODE_STATES = [
  'ineligible',
  'runs',
  'fits',
  'soon',
  'preempts',
  'waits',
  'never',
  'unknown',
] as const;
export type NodeState = (typeof NODE_STATES)[number];

/** What is too short on a node, or stands in the way. */
export type Obstacle =
  | { readonly kind: 'resource'; readonly resource: string; readonly wanted: number; readonly free: number }
  | { readonly kind: 'port'; readonly port: string; readonly pods: readonly SlimPod[] }
  /** There is room, and it is held for daemons of higher priority, or by an order. */
  | { readonly kind: 'held'; readonly resource: string; readonly byOrder: boolean }
  /** The RuntimeClass has a node selector that the node does not meet. */
  | { readonly kind: 'runtime-class'; readonly name: string }
  /** All who could be evicted are protected. */
  | { readonly kind: 'protected'; readonly code: SchedulingCode };

/** Nodes that are looked at before whoever else waits has a turn: some tens of microseconds. */
export const NODES_A_STEP = 32;

const NOBODY: readonly SlimPod[] = [];
const NO_DETAILS: Details = {};
const NOT_A_NODE = 255;

interface Details {
  readonly obstacle?: Obstacle | undefined;
  readonly victims?: readonly SlimPod[];
}

export class Verdicts {
  readonly #states: Uint8Array;
  readonly #victims = new Map<number, readonly SlimPod[]>();
  /** What else is in the way than too little room: that can be asked of the view again. */
  readonly #obstacles = new Map<number, Obstacle>();
  /** In the order of the states. */
  readonly #counts: number[] = NODE_STATES.map(() => 0);

  constructor(capacity: number) {
    this.#states = new Uint8Array(capacity).fill(NOT_A_NODE);
  }

  /** All node numbers that it can tell of are below this. */
  get capacity(): number {
    return this.#states.length;
  }

  /** Says it for the first time, or anew. */
  set(node: number, state: NodeState, { obstacle, victims }: Details = NO_DETAILS): void {
    const before = this.stateOf(node);
    if (before !== undefined) this.#add(before, -1);
    this.#add(state, 1);
    this.#states[node] = NODE_STATES.indexOf(state);
    if (obstacle !== undefined) this.#obstacles.set(node, obstacle);
    if (victims !== undefined) this.#victims.set(node, victims);
  }

  stateOf(node: number): NodeState | undefined {
    return NODE_STATES[this.#states[node] ?? NOT_A_NODE];
  }

  count(...states: readonly NodeState[]): number {
    let sum = 0;
    for (const state of states) sum += this.#counts[NODE_STATES.indexOf(state)] ?? 0;
    return sum;
  }

  #add(state: NodeState, change: 1 | -1): void {
    this.#counts[NODE_STATES.indexOf(state)] = this.count(state) + change;
  }

  victimsOn(node: number): readonly SlimPod[] {
    return this.#victims.get(node) ?? NOBODY;
  }

  obstacleOn(node: number): Obstacle | undefined {
    return this.#obstacles.get(node);
  }

  /** Numbers of the nodes with victims. */
  get preempting(): Iterable<[node: number, victims: readonly SlimPod[]]> {
    return this.#victims;
  }

  /** Numbers of the nodes in one of these states. */
  *in(...states: readonly NodeState[]): Generator<number> {
    if (this.count(...states) === 0) return;
    const wanted = new Set(states.map((state) => NODE_STATES.indexOf(state)));
    for (let node = 0; node < this.#states.length; node += 1) {
      if (wanted.has(this.#states[node] ?? NOT_A_NODE)) yield node;
    }
  }
}
