/** The extender over one view: what every call looks at first, and what lasts from call to call. */
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
import { Sight } from './sight.ts';

export interface SchedulerContext {
  /** The settings of this moment; the same object while nothing changes. */
  settings(): SchedulingSettings;
  readonly view: ClusterView;
  staleAfterSeconds(): number;
  /** In ms since 1970: the time of people, by which Orders begin and end. */
  now(): number;
  /** The same at the start, and then steady: nobody's patience ends, and no view is old, because a clock was set. */
  clock(): number;
  /** Left out where no call is to wait. */
  readonly pause?: Pause;
  /** Resolves when the view has caught up with what came while the process stood still; null when it did not. */
  caughtUp?(): Promise<unknown> | null;
  readonly observer: SchedulerObserver;
}

/** A scheduler that goes over to another replica and comes back was away for at least as long as readiness takes. */
const AWAY_MS = 5_000;

interface Keeping {
  /**
   * `no`: filter calls may have been answered without being remembered. `awaited`: a resize came first, and those are waited
   * for; a scheduler that has not asked yet may still place pods without us. `kept`: since a scheduler asks.
   */
  account: 'no' | 'awaited' | 'kept';
  lastFilter: number;
}

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
  readonly sight: Sight;
  /** By partition: each has a scheduler of its own. */
  readonly #accounts = new Map<string, Keeping>();

  constructor(context: SchedulerContext) {
    const { view, observer } = context;
    this.#context = context;
    this.#rules = schedulingRules(context.settings, view);
    this.view = view;
    this.observer = observer;
    this.sight = new Sight(context);
    this.ledger = new HoldLedger(view, () => this.#rules().ledger, {
      now: (partition) => this.sight.timeOf(partition),
      time: () => context.now(),
      behindFor: (partition) => this.sight.behindFor(partition),
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

  /** What a question has to wait for before it is looked at; null for nothing. */
  caughtUp(): Promise<unknown> | null {
    return this.#context.caughtUp?.() ?? null;
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

  stop(): void {
    this.ledger.stop();
    this.account.stop();
    this.doubtfulNodes.stop();
    this.news.stop();
    this.names.stop();
  }

  /**
   * What a call decides by. Null when everything is to be passed through, because the mode is off or the view cannot be
   * relied on, which is counted. `partition`: whose scheduler, or API server, asks. Of one that is behind nobody sees what has
   * become of its pods: its calls are answered all the same, by what they say themselves and by what is known of the nodes,
   * because whatever it was let pass would take the room of everybody else's daemons.
   */
  ready(verb: Verb, partition = ''): Moment | null {
    const rules = this.#rules();
    const { headroom, preempt } = rules.settings;
    // Scores are part of keeping room: who does not want the one does not want the other.
    const { mode } = verb === 'preempt' ? preempt : headroom;
    if (mode === 'off') return this.#passThrough(verb, partition);
    const now = this.#context.clock();
    const { blind, behind } = this.sight.look();
    if (blind !== null) {
      this.observer.passedThrough(verb, blind);
      return this.#passThrough(verb, partition);
    }
    this.ledger.refresh();
    this.account.expire(now);
    this.#beginAccount(verb, partition, now);
    return { rules, now, behind };
  }

  /**
   * The holds of this moment, for those who tell of them while nobody asks. False when the view cannot be relied on; for who
   * writes to one of several partitions, also when just that one is behind.
   */
  look(partition?: string): boolean {
    if (this.sight.look().blind !== null) return false;
    this.ledger.refresh();
    return partition === undefined || this.sight.sees(partition);
  }

  /** What a call would decide by at this moment, for who explains it: counts as no call. */
  peek(): Moment {
    const now = this.#context.clock();
    const { blind, behind } = this.sight.look();
    if (blind === null) this.ledger.refresh();
    this.account.expire(now);
    return { rules: this.#rules(), now, behind };
  }

  /** Before a partition has been read once nobody knows who of it may be on his way. */
  #beginAccount(verb: Verb, partition: string, now: number): void {
    if (!this.view.within(partition).synced) return;
    const keeping = this.#keepingOf(partition);
    if (verb === 'filter') {
      const hasAskedOthers =
        this.account.boundElsewhere.take(partition) && now - keeping.lastFilter > AWAY_MS;
      if (hasAskedOthers) keeping.account = 'no';
      keeping.lastFilter = now;
    }
    const { account } = keeping;
    const isFirst = verb === 'filter' ? account !== 'kept' : verb === 'resize' && account === 'no';
    if (!isFirst) return;
    this.account.unaccounted.begin(now, partition);
    keeping.account = verb === 'filter' ? 'kept' : 'awaited';
  }

  #passThrough(verb: Verb, partition: string): null {
    if (verb === 'filter') this.#keepingOf(partition).account = 'no';
    return null;
  }

  #keepingOf(partition: string): Keeping {
    const known = this.#accounts.get(partition);
    if (known !== undefined) return known;
    const made: Keeping = { account: 'no', lastFilter: Number.NEGATIVE_INFINITY };
    this.#accounts.set(partition, made);
    return made;
  }

  /** The scheduler has chosen a node for a pod; it tells whatever our mode is. Of others' pods it has nothing to tell. */
  witness(uid: string, node: string, partition = ''): void {
    const isOthers = (this.view.pod(uid)?.partition ?? partition) !== partition;
    this.observer.witnessed(!isOthers && this.account.witness(uid, node, this.#context.clock()));
  }
}
