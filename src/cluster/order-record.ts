/** The slim record of an Order: what decisions read of it, wherever the room that it reserves is kept. */
import type { Enforcement, RefreshPolicy, Strategy } from '../kube/orders.ts';
import type { Resources } from '../kube/resources/requests.ts';
import type { Placement, SlimSelector } from './placement.ts';

export interface SlimOrder {
  /** Where it is from, when the cluster has several API servers; empty when it has one. */
  readonly partition: string;
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** Arktos only; otherwise empty. */
  readonly tenant: string;
  /** Seconds since 1970; undefined only in objects that no API server has seen. */
  readonly created: number | undefined;
  readonly generation: number;
  readonly terminating: boolean;
  readonly paused: boolean;
  readonly enforcement: Enforcement;
  readonly strategy: SlimOrderStrategy;
  readonly template: SlimOrderTemplate;
  readonly owners: readonly SlimOrderOwner[];
  readonly status: SlimOrderStatus;
}

export interface SlimOrderStrategy {
  readonly type: Strategy;
  /** Cron, five fields; empty with OneTime. As written: what cannot be read holds nothing, and the status says so. */
  readonly schedule: string;
  /** A name of the IANA database. */
  readonly timeZone: string;
  readonly refreshPolicy: RefreshPolicy;
}

export interface SlimOrderTemplate {
  /** How long room is reserved before it needs a refresh. */
  readonly durationMs: number;
  /** Nothing is reserved before this, in seconds since 1970; undefined when it begins with the order. */
  readonly startAt: number | undefined;
  /** What is kept on each node, limits in place of missing requests. Without the place that a guardian takes. */
  readonly requests: Resources;
  readonly placement: Placement;
  readonly priorityClassName: string;
  /** Who is to place guardians; empty for the default one. */
  readonly schedulerName: string;
}

/** Whose pods may use the room. All that is said has to be so; an empty text says nothing. */
export interface SlimOrderOwner {
  /** Of the pods; never empty: by default that of the order. */
  readonly namespace: string;
  /** Of the pods' controller, or of the pods themselves: then it is `Pod` of no group. */
  readonly group: string;
  readonly kind: string;
  /** Of the controller, or of the pod. */
  readonly name: string;
  /** Of the pods' own labels; undefined when any will do. */
  readonly selector: SlimSelector | undefined;
}

/** What is remembered over a restart. All else follows from the spec, the clock and the pods. */
export interface SlimOrderStatus {
  readonly observedGeneration: number;
  /** When the running period began, in seconds since 1970; undefined when none has been written. */
  readonly periodStart: number | undefined;
}
