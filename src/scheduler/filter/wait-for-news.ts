/**
 * A pod that was refused everywhere is asked about again when the scheduler has seen something change: a pod that ended, say.
 * The scheduler may have seen it before the view has. Refused once more for what is over, the pod would wait for the next
 * change, in a quiet cluster for minutes. So that refusal is given a moment later, in which the view mostly catches up.
 */
import type { ClusterView } from '../../cluster/view.ts';
import type { SchedulingCode } from '../../policy/reasons.ts';
import type { WholeRefusals } from '../account/refusals.ts';
import type { Moment } from '../rules.ts';
import type { FilterResult } from './filter.ts';
import type { Pause, Waiting } from './wait-for-choices.ts';

/** One watch is behind another by milliseconds, on a busy machine by some dozens. */
const CAUGHT_UP_WITHIN_MS = 30;

/**
 * The scheduler does nothing else while it waits for an answer. What wakes one pod wakes all that were refused, and once one
 * has waited the view has caught up for those that follow at once. For the rest a twentieth of the scheduler's time is
 * enough; some waits are saved up for when things happen one after the other.
 */
const SHARE = 0.05;
const MOST_SAVED_MS = 10 * CAUGHT_UP_WITHIN_MS;

/** Refusals that end when somebody goes. */
const ROOM_CODES: readonly SchedulingCode[] = ['DW504', 'DW505', 'DW509'];

export class NewsWaits {
  readonly #refusals: WholeRefusals;
  readonly #pause: Pause | undefined;
  readonly stop: () => void;
  #next: PromiseWithResolvers<void> | undefined;
  /** Until when the last one waits, or has waited. */
  #until = Number.NEGATIVE_INFINITY;
  #saved = MOST_SAVED_MS;
  #savedAt = 0;

  /** Without a pause nobody waits. */
  constructor(view: ClusterView, refusals: WholeRefusals, pause: Pause | undefined) {
    this.#refusals = refusals;
    this.#pause = pause;
    const tell = () => {
      this.#next?.resolve();
      this.#next = undefined;
    };
    // Whatever may end a hold, or free what it needs.
    this.stop = view.subscribe({ pods: tell, nodes: tell, daemonSets: tell, orders: tell });
  }

  /** Resolves when it is time to decide again; null when this is the answer. */
  before(
    uid: string,
    results: readonly FilterResult[],
    { rules, now }: Moment,
    waited: Waiting | undefined,
  ): Promise<Waiting> | null {
    if (this.#pause === undefined || rules.settings.headroom.mode !== 'enforce') return null;
    if (results.length === 0 || !results.every(isShutForRoom) || !this.#refusals.has(uid)) return null;
    if (waited === undefined && !this.#begin(now)) return null;
    const { until } = waited ?? { until: this.#until };
    if (now >= until) return null;
    this.#next ??= Promise.withResolvers();
    return Promise.race([this.#next.promise, this.#pause(until - now)]).then(() => ({ until }));
  }

  #begin(now: number): boolean {
    this.#saved = Math.min(MOST_SAVED_MS, this.#saved + SHARE * (now - this.#savedAt));
    this.#savedAt = now;
    if (now < this.#until + CAUGHT_UP_WITHIN_MS || this.#saved < CAUGHT_UP_WITHIN_MS) return false;
    this.#saved -= CAUGHT_UP_WITHIN_MS;
    this.#until = now + CAUGHT_UP_WITHIN_MS;
    return true;
  }
}

function isShutForRoom({ passes, refused }: FilterResult): boolean {
  return ROOM_CODES.some((code) => refused.has(code)) && !passes.includes(1);
}
