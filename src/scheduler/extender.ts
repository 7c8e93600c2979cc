/** The extender over one view: what every call looks at first, and what lasts from call to call. */
import { clusterProblem } from '../cluster/staleness.ts';
import type { ClusterView } from '../cluster/view.ts';
import { HoldLedger } from '../daemons/hold-ledger.ts';
import type { ExtenderMode } from '../policy/modes.ts';
import { DoubtfulNodes } from './doubtful-nodes.ts';
import { InFlightPods } from './in-flight.ts';
import { NameTable } from './name-table.ts';
import type { SchedulerObserver, Verb } from './observer.ts';
import { schedulingAtWork } from './protection.ts';
import type { SchedulingAtWork, SchedulingSettings } from './settings.ts';

export interface SchedulerContext {
  /** The settings of this moment; the same object while nothing changes. */
  settings(): SchedulingSettings;
  readonly view: ClusterView;
  staleAfterSeconds(): number;
  /** In ms since 1970. */
  now(): number;
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
  readonly doubtfulNodes: DoubtfulNodes;
  readonly names: NameTable;
  readonly #context: SchedulerContext;
  readonly #atWork: () => SchedulingAtWork;

  constructor(context: SchedulerContext) {
    const { view, observer, now } = context;
    this.#context = context;
    this.#atWork = schedulingAtWork(context.settings, view);
    this.view = view;
    this.observer = observer;
    this.ledger = new HoldLedger(view, () => this.#atWork().ledger, now);
    this.inFlight = new InFlightPods(view, (by) => observer.leftFlight(by));
    this.doubtfulNodes = new DoubtfulNodes(view);
    this.names = new NameTable(view);
  }

  get settings(): SchedulingSettings {
    return this.#context.settings();
  }

  stop(): void {
    this.ledger.stop();
    this.inFlight.stop();
    this.doubtfulNodes.stop();
    this.names.close();
  }

  /** Null when everything is to be passed through, which is counted unless it is what the settings ask for. */
  ready(verb: Verb): Ready | null {
    const atWork = this.#atWork();
    if (modeOf(verb, atWork.settings) === 'off') return null;
    const now = this.#context.now();
    if (clusterProblem(this.view, now, this.#context.staleAfterSeconds()) !== null) {
      this.observer.passedThrough(verb, this.view.synced ? 'stale' : 'unsynced');
      return null;
    }
    this.ledger.refresh();
    this.inFlight.expire(now);
    return { atWork, now };
  }
}

/** Scores are part of keeping room: who does not want the one does not want the other. */
function modeOf(verb: Verb, { headroom, preempt }: SchedulingSettings): ExtenderMode {
  return verb === 'preempt' ? preempt.mode : headroom.mode;
}
