/** The extender over one view: what every call looks at first, and what lasts from call to call. */
import { clusterProblem } from '../cluster/staleness.ts';
import type { ClusterView } from '../cluster/view.ts';
import { HoldLedger } from '../daemons/hold-ledger.ts';
import type { ExtenderMode } from '../policy/modes.ts';
import { DaemonsInFlight } from './daemons-in-flight.ts';
import { DoubtfulNodes } from './doubtful-nodes.ts';
import { InFlightPods } from './in-flight.ts';
import { NameTable } from './name-table.ts';
import { NominatedPods } from './nominated-pods.ts';
import type { SchedulerObserver, Verb } from './observer.ts';
import { schedulingAtWork } from './protection.ts';
import type { Taken } from './room.ts';
import type { SchedulingAtWork, SchedulingSettings } from './settings.ts';

export interface SchedulerContext {
  /** The settings of this moment; the same object while nothing changes. */
  settings(): SchedulingSettings;
  readonly view: ClusterView;
  staleAfterSeconds(): number;
  /** In ms since 1970: the age of the view is measured by it. */
  now(): number;
  /** The same at the start, and then steady: nobody's patience ends because a clock was set. */
  clock(): number;
  readonly observer: SchedulerObserver;
}

/** Something to decide: the mode is on and the view can be relied on. */
export interface Ready {
  readonly atWork: SchedulingAtWork;
  readonly now: number;
}

export class Extender {
  readonly view: ClusterView;
  readonly observer: SchedulerObserver;
  readonly ledger: HoldLedger;
  readonly inFlight: InFlightPods;
  readonly daemonsInFlight: DaemonsInFlight;
  readonly nominated: NominatedPods;
  /** What is taken beside the holds and the pods in flight. */
  readonly taken: readonly Taken[];
  readonly doubtfulNodes: DoubtfulNodes;
  readonly names: NameTable;
  readonly #context: SchedulerContext;
  readonly #atWork: () => SchedulingAtWork;
  /** Since when the view cannot be relied on, and for how long that was so before. */
  #blindSince: number | undefined;
  #blindTime = 0;

  constructor(context: SchedulerContext) {
    const { view, observer } = context;
    this.#context = context;
    this.#atWork = schedulingAtWork(context.settings, view);
    this.view = view;
    this.observer = observer;
    this.ledger = new HoldLedger(
      view,
      () => this.#atWork().ledger,
      () => this.#patienceTime(),
    );
    this.inFlight = new InFlightPods(view, (by) => observer.leftFlight(by));
    this.daemonsInFlight = new DaemonsInFlight(view, this.ledger);
    this.nominated = new NominatedPods(view, this.ledger, this.inFlight);
    this.taken = [this.daemonsInFlight, this.nominated];
    this.doubtfulNodes = new DoubtfulNodes(view);
    this.names = new NameTable(view);
  }

  get settings(): SchedulingSettings {
    return this.#context.settings();
  }

  /** From the time of the ledger to that of people. */
  get blindTime(): number {
    return this.#blindTime;
  }

  stop(): void {
    this.ledger.stop();
    this.inFlight.stop();
    this.daemonsInFlight.stop();
    this.nominated.stop();
    this.doubtfulNodes.stop();
    this.names.close();
  }

  /** Null when everything is to be passed through, which is counted unless it is what the settings ask for. */
  ready(verb: Verb): Ready | null {
    const atWork = this.#atWork();
    if (modeOf(verb, atWork.settings) === 'off') return null;
    const now = this.#context.clock();
    if (clusterProblem(this.view, this.#context.now(), this.#context.staleAfterSeconds()) !== null) {
      this.#blindSince ??= now;
      this.observer.passedThrough(verb, this.view.synced ? 'stale' : 'unsynced');
      return null;
    }
    if (this.#blindSince !== undefined) {
      this.#blindTime += now - this.#blindSince;
      this.#blindSince = undefined;
    }
    this.ledger.refresh();
    this.inFlight.expire(now);
    this.daemonsInFlight.expire(now);
    return { atWork, now };
  }

  /** Stands still while nothing is heard: a daemon may have come, and nobody would know. */
  #patienceTime(): number {
    return (this.#blindSince ?? this.#context.clock()) - this.#blindTime;
  }
}

/** Scores are part of keeping room: who does not want the one does not want the other. */
function modeOf(verb: Verb, { headroom, preempt }: SchedulingSettings): ExtenderMode {
  return verb === 'preempt' ? preempt.mode : headroom.mode;
}
