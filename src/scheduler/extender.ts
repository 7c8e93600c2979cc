/** The extender over one view: what every call looks at first, and what lasts from call to call. */
import { isReliable } from '../cluster/staleness.ts';
import type { ClusterView } from '../cluster/view.ts';
import { HoldLedger } from '../headroom/hold-ledger.ts';
import { Account } from './account/account.ts';
import type { InFlightPods } from './account/flight/in-flight.ts';
import { DoubtfulNodes } from './filter/doubtful-nodes.ts';
import { ChoiceWaits, type Pause } from './filter/wait-for-choices.ts';
import { NewsWaits } from './filter/wait-for-news.ts';
import { NameTable } from './names/name-table.ts';
import type { SchedulerObserver, Verb } from './observer.ts';
import { type Moment, type SchedulingRules, schedulingRules } from './rules.ts';
import type { SchedulingSettings } from './settings.ts';

export interface SchedulerContext {
  /** The settings of this moment; the same object while nothing changes. */
  settings(): SchedulingSettings;
  readonly view: ClusterView;
  staleAfterSeconds(): number;
  /** In ms since 1970: the age of the view is measured by it. */
  now(): number;
  /** The same at the start, and then steady: nobody's patience ends because a clock was set. */
  clock(): number;
  /** Left out where no call is to wait. */
  readonly pause?: Pause;
  readonly observer: SchedulerObserver;
}

/** A scheduler that goes over to another replica and comes back was away for at least as long as readiness takes. */
const AWAY_MS = 5_000;

export class Extender {
  readonly view: ClusterView;
  readonly observer: SchedulerObserver;
  readonly ledger: HoldLedger;
  readonly account: Account;
  readonly doubtfulNodes: DoubtfulNodes;
  readonly choices: ChoiceWaits;
  readonly news: NewsWaits;
  readonly names: NameTable;
  readonly #context: SchedulerContext;
  readonly #rules: () => SchedulingRules;
  /** Since when the view cannot be relied on, and for how long that was so before. */
  #blindSince: number | undefined;
  #blindTime = 0;
  /**
   * `no`: filter calls may have been answered without being remembered. `awaited`: a resize came first, and those are waited
   * for; a scheduler that has not asked yet may still place pods without us. `kept`: since a scheduler asks.
   */
  #account: 'no' | 'awaited' | 'kept' = 'no';
  #lastFilter = Number.NEGATIVE_INFINITY;

  constructor(context: SchedulerContext) {
    const { view, observer } = context;
    this.#context = context;
    this.#rules = schedulingRules(context.settings, view);
    this.view = view;
    this.observer = observer;
    this.ledger = new HoldLedger(view, () => this.#rules().ledger, {
      now: () => this.patienceTime,
      time: () => context.now(),
    });
    this.account = new Account(view, this.ledger, {
      left: (by) => observer.leftFlight(by),
      isAskedAbout: (pod) => this.#rules().isAskedAbout(pod),
      clock: () => context.clock(),
    });
    this.doubtfulNodes = new DoubtfulNodes(view);
    this.choices = new ChoiceWaits(this.account.inFlight.awaited, context.pause);
    this.news = new NewsWaits(view, this.account.wholeRefusals, context.pause);
    this.names = new NameTable(view);
  }

  get settings(): SchedulingSettings {
    return this.#context.settings();
  }

  /** The settings of this moment, compiled. */
  get rules(): SchedulingRules {
    return this.#rules();
  }

  get inFlight(): InFlightPods {
    return this.account.inFlight;
  }

  /** From the time of the ledger to that of people. */
  get blindTime(): number {
    return this.#blindTime;
  }

  stop(): void {
    this.ledger.stop();
    this.account.stop();
    this.doubtfulNodes.stop();
    this.news.stop();
    this.names.stop();
  }

  /**
   * What a call decides by. Null when everything is to be passed through, because the mode is off or the view cannot be
   * relied on, which is counted.
   */
  ready(verb: Verb): Moment | null {
    const rules = this.#rules();
    const { headroom, preempt } = rules.settings;
    // Scores are part of keeping room: who does not want the one does not want the other.
    const { mode } = verb === 'preempt' ? preempt : headroom;
    if (mode === 'off') return this.#passThrough(verb);
    const now = this.#context.clock();
    if (!this.#sees(now)) {
      this.observer.passedThrough(verb, this.view.synced ? 'stale' : 'unsynced');
      return this.#passThrough(verb);
    }
    this.ledger.refresh();
    this.account.expire(now);
    this.#beginAccount(verb, now);
    return { rules, now };
  }

  /** The holds of this moment, for those who tell of them while nobody asks. False when the view cannot be relied on. */
  look(): boolean {
    if (!this.#sees(this.#context.clock())) return false;
    this.ledger.refresh();
    return true;
  }

  /** What a call would decide by at this moment, for who explains it: counts as no call. */
  peek(): Moment {
    const now = this.#context.clock();
    this.look();
    this.account.expire(now);
    return { rules: this.#rules(), now };
  }

  /** Whether the view can be relied on; the time in which it cannot is nobody's patience. */
  #sees(now: number): boolean {
    if (!isReliable(this.view, this.#context.now(), this.#context.staleAfterSeconds())) {
      this.#blindSince ??= now;
      return false;
    }
    if (this.#blindSince !== undefined) this.#blindTime += now - this.#blindSince;
    this.#blindSince = undefined;
    return true;
  }

  #beginAccount(verb: Verb, now: number): void {
    if (verb === 'filter') {
      const hasAskedOthers = this.account.boundElsewhere.take() && now - this.#lastFilter > AWAY_MS;
      if (hasAskedOthers) this.#account = 'no';
      this.#lastFilter = now;
    }
    const isFirst =
      verb === 'filter' ? this.#account !== 'kept' : verb === 'resize' && this.#account === 'no';
    if (!isFirst) return;
    this.account.unaccounted.begin(now);
    this.#account = verb === 'filter' ? 'kept' : 'awaited';
  }

  #passThrough(verb: Verb): null {
    if (verb === 'filter') this.#account = 'no';
    return null;
  }

  /** The scheduler has chosen a node for a pod; it tells whatever our mode is. */
  witness(uid: string, node: string): void {
    this.observer.witnessed(this.account.witness(uid, node, this.#context.clock()));
  }

  /** Stands still while nothing is heard: a daemon may have come, and nobody would know. */
  get patienceTime(): number {
    return (this.#blindSince ?? this.#context.clock()) - this.#blindTime;
  }
}
