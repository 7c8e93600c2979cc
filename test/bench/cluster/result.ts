/** What `npm run bench:cluster` writes: plain data, of which docs/performance.md is made. */
import type { Profile } from '../../../src/render/scheduler/extender.ts';
import type { Figure, Mode, Verdict } from '../result.ts';

/** Whom the scheduler asks. */
export type Extender =
  | { readonly kind: 'none' }
  /** An extender that parses and echoes: asked to filter alone, or all that the profile `lean` asks. */
  | { readonly kind: 'pass-through'; readonly asked: 'filter' | 'lean' }
  | { readonly kind: 'daemonward'; readonly mode: 'off' | 'audit' | 'enforce'; readonly profile: Profile };

/** The scheduler's own rates (50 requests a second), or clients so fast that they do not count. */
export type Clients = 'own' | 'fast';

/** What the cluster has while pods are placed. */
export interface Stock {
  readonly nodes: number;
  /** Of the system tenant, eligible on every node. */
  readonly daemonSets: number;
  /** Whether each of them has its pod on every node; otherwise room is held for all of them everywhere. */
  readonly bound: boolean;
  /** Each keeps room on every node. */
  readonly orders: number;
}

export interface Placing {
  readonly stock: Stock;
  readonly clients: Clients;
  readonly extender: Extender;
  readonly pods: number;
  readonly podsPerSecond: Figure;
  /** For one pod, in microseconds. */
  readonly schedulerCpuUs: Figure;
  readonly extenderCpuUs: Figure;
  /** Pods per second against the same scheduler in the same round with nobody to ask, and with the pass-through filter. */
  readonly timesNone: Figure | null;
  readonly timesPassThrough: Figure | null;
}

/** How long the API server takes to create one, from request to answer, one after the other. */
export interface Creating {
  readonly what: string;
  readonly without: Latency;
  readonly with: Latency;
  /** Medians of a round against each other. */
  readonly times: Figure;
}

export interface Latency {
  readonly p50Ms: Figure;
  readonly p99Ms: Figure;
}

export interface ClusterResult {
  readonly mode: Mode;
  readonly date: string;
  readonly machine: string;
  readonly kubernetes: string;
  readonly load: number;
  readonly seconds: number;
  readonly placing: readonly Placing[];
  readonly creating: readonly Creating[];
  readonly verdicts: readonly Verdict[];
}
