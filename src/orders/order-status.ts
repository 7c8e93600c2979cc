/** What there is to say of one order: what its status shows, and where its guardians are due. */
import type { SlimOrder } from '../cluster/order-record.ts';
import type { Resources } from '../kube/resources/requests.ts';

/** A node that belongs to the order and cannot give it its room, with the words why. */
export interface ShortNode {
  readonly node: string;
  readonly reason: string;
}

export interface OrderCondition {
  readonly type: 'Ready' | 'Conflicting';
  readonly status: 'True' | 'False';
  /** In one word, as conditions have it. */
  readonly reason: string;
  readonly message: string;
}

export interface OrderStatus {
  readonly order: SlimOrder;
  /** Nodes that it reserves room on, by the `reservation` profile; none while it is paused or nothing is reserved. */
  readonly eligible: number;
  /** Of these, nodes whose room is there and kept, by the extender or by a guardian. */
  readonly held: number;
  /** Of these, nodes on which a pod that may has taken some of it. A node can be held and claimed. */
  readonly claimed: number;
  /** Of these, nodes that cannot give what is still to be kept. */
  readonly short: number;
  /** The first twenty of them by name. */
  readonly shortNodes: readonly ShortNode[];
  /** When the running period began, in ms since 1970; undefined while none runs. Written, for the next process to read. */
  readonly periodStart: number | undefined;
  /** When room is next reserved anew, by a refresh or a new beginning, in ms since 1970; undefined when nothing is to come. */
  readonly nextRefresh: number | undefined;
  /** `Ready` first. */
  readonly conditions: readonly OrderCondition[];
}

/** A guardian that should be on a node, of `Guardian` orders only. */
export interface DueGuardian {
  readonly node: string;
  /** What is still to be kept there: the order's room without what has been claimed of it. */
  readonly requests: Resources;
}
