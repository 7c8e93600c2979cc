/** What explanations are made of: the view of this moment, and what the extender keeps beside it. */
import type { ClusterView } from '../cluster/view.ts';
import type { HoldLedger } from '../headroom/hold-ledger.ts';
import type { Account } from '../scheduler/account/account.ts';
import type { SchedulingRules } from '../scheduler/rules.ts';
import type { TurnTaking } from './pod-turn.ts';

export interface Scene {
  readonly view: ClusterView;
  /** Brought up to the view. */
  readonly ledger: HoldLedger;
  readonly account: Account;
  readonly rules: SchedulingRules;
  /** By the extender's clock. */
  readonly now: number;
  /** Resource partitions that are behind: their nodes pass. */
  readonly behind?: ReadonlySet<string>;
  /** From the time by which holds of a partition's daemons last to that of people, in ms. */
  blindTimeOf(partition: string): number;
  /** Somebody has watched long enough to say since when something is so: a process that runs, and not a look at a file. */
  readonly isWatching: boolean;
  /** Null where nobody takes gates off pods. */
  readonly turns: TurnTaking | null;
  /** Why the view cannot be relied on: then nothing is refused, whatever the rules say. Null when it can. */
  readonly problem: string | null;
}

/** How many of a long list are shown; all are counted. */
export const ENTRIES_SHOWN = 20;

/** In one answer: a few megabytes. */
export const MOST_ENTRIES_SHOWN = 10_000;
