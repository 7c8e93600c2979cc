/** The grid as it travels to a browser. Types and two tables only: browsers read this file too. */

/** What is said of a node beside its cells, as bits. */
export const NODE_MARKS = { notReady: 1, cordoned: 2 } as const;

/** In the order in which a node's numbers stand: of each resource all parts. */
export const GRID_RESOURCES = ['cpu', 'memory', 'pods'] as const;
export const ROOM_PARTS = ['allocatable', 'requested', 'held'] as const;
export const ROOM_NUMBERS = GRID_RESOURCES.length * ROOM_PARTS.length;

export interface DaemonSetAnswer {
  /** Where the cluster has several API servers; otherwise empty. */
  readonly partition: string;
  /** Arktos only; otherwise empty. */
  readonly tenant: string;
  readonly namespace: string;
  readonly name: string;
  /** Whether its room is kept. */
  readonly protected: boolean;
  readonly priority: number;
  readonly strategy: string;
  /** What its own controller counts. */
  readonly desired: number;
  readonly updated: number;
  /** A newer template is on its way to its nodes. */
  readonly rolling: boolean;
  readonly terminating: boolean;
}

export interface ClusterAnswer {
  readonly source: string;
  /** Why what is shown may be old; null when it is not. */
  readonly problem: string | null;
  readonly headroom: string;
  readonly preempt: string;
  /** How many DaemonSets have no column. */
  readonly left: number;
}

/** One Order, and how it stands. */
export interface OrderAnswer {
  /** As people write it, with the tenant before it on Arktos. */
  readonly order: string;
  readonly enforcement: string;
  readonly strategy: string;
  readonly refreshPolicy: string;
  readonly paused: boolean;
  /** Nodes on which it reserves room; of these, where it is kept, where some of it is used, and where it is not there. */
  readonly eligible: number;
  readonly held: number;
  readonly claimed: number;
  readonly short: number;
  /** The first of those, by name. */
  readonly shortNodes: readonly { readonly node: string; readonly reason: string }[];
  readonly conditions: readonly {
    readonly type: 'Ready' | 'Conflicting';
    readonly status: 'True' | 'False';
    readonly reason: string;
    readonly message: string;
  }[];
  readonly periodStart: string | null;
  readonly nextRefresh: string | null;
}

/** Orders by their rank. */
export interface OrdersAnswer {
  /** With those that are not shown. */
  readonly inAll: number;
  readonly orders: readonly OrderAnswer[];
}

/** One node. Its number is the same while it lives, and another's afterwards. */
export interface RowAnswer {
  readonly number: number;
  readonly name: string;
  readonly pool: string;
  readonly marks: number;
  /** Base64: a byte a DaemonSet, see cell.ts. */
  readonly cells: string;
  readonly room: readonly number[];
  /** Column, second since 1970 in which its hold ends (0: when the node has started), column, … */
  readonly ends: readonly number[];
}

/** Everything. Nodes are in one order in all lists; base64 is of bytes, or of 32-bit floats in little-endian order. */
export interface GridAnswer {
  /** Changes when columns do: then nothing of before counts any more. */
  readonly layout: number;
  readonly version: number;
  readonly cluster: ClusterAnswer;
  readonly daemonSets: readonly DaemonSetAnswer[];
  readonly pools: readonly string[];
  readonly nodes: {
    readonly number: readonly number[];
    readonly name: readonly string[];
    /** An index of `pools`. */
    readonly pool: readonly number[];
    readonly marks: readonly number[];
  };
  readonly cells: string;
  readonly room: string;
  /** Index of the node, column, second; and so on. */
  readonly ends: readonly number[];
}

/** What has changed since the version before. */
export interface DeltaAnswer {
  readonly layout: number;
  readonly version: number;
  readonly cluster?: ClusterAnswer;
  readonly daemonSets?: readonly DaemonSetAnswer[];
  readonly rows: readonly RowAnswer[];
  /** Numbers of nodes that are gone. */
  readonly gone: readonly number[];
}
