/** An order compiled once for all nodes and pods: where it reserves room, when, and for whom. */
import { classPriority } from '../cluster/default-priority.ts';
import type { SlimOrder } from '../cluster/order-record.ts';
import type { SlimNode, SlimPod } from '../cluster/records.ts';
import type { ClusterView } from '../cluster/view.ts';
import { compileReservation, type Unreservable } from '../daemons/eligibility.ts';
import { isOrderOwner, type RefreshPolicy } from '../kube/orders.ts';
import { fitsOnEmpty } from '../kube/resources/fits.ts';
import { withPlace } from '../kube/resources/place.ts';
import type { Resources } from '../kube/resources/requests.ts';
import { compileClaims } from './claims.ts';
import { type PeriodRules, type Times, timesAt } from './time/periods.ts';
import { compileSchedule } from './time/schedule.ts';

/** Whether an object belongs to the system tenant. */
export type IsSystem = (object: {
  readonly partition: string;
  readonly namespace: string;
  readonly tenant: string;
}) => boolean;

export interface CompiledOrder {
  readonly order: SlimOrder;
  readonly priority: number;
  /** What is kept on each node, with a place among the pods. */
  readonly requests: Resources;
  /** Why it reserves nothing, though it should; undefined when all is well. */
  readonly problem: string | undefined;
  /** Paused, about to be deleted, or with a problem: nothing is kept. */
  readonly isIdle: boolean;
  /** Null when it reserves room there. */
  unreservable(node: SlimNode): Unreservable | null;
  /** The node would be too small even if it were empty. */
  neverFits(node: SlimNode): boolean;
  /** Whether the pod may use the room. */
  isClaimant(pod: SlimPod): boolean;
  /** Whether the pod takes the room in the order's own name. */
  isGuardian(pod: SlimPod): boolean;
  times(now: number): Times;
}

const MS_PER_SECOND = 1_000;

const NEVER_REFRESHED: RefreshPolicy = 'Never';

/** Nothing is reserved, and nothing will be. */
const NEVER: Times = {
  plain: undefined,
  refreshed: undefined,
  refreshedAt: undefined,
  nextRefresh: undefined,
  until: Number.POSITIVE_INFINITY,
};

/** `now` stands for when an order was made that no API server has seen. */
export function compileOrder(
  order: SlimOrder,
  view: Pick<ClusterView, 'within'>,
  isSystem: IsSystem,
  now: number,
): CompiledOrder {
  const { template, strategy, partition, namespace, tenant, uid } = order;
  const requests = withPlace(template.requests);
  const compiled =
    strategy.type === 'OneTime' ? undefined : compileSchedule(strategy.schedule, strategy.timeZone);
  const unreadable =
    compiled?.ok === false ? `spec.strategy.${compiled.field} ${compiled.problem}` : undefined;
  const problem = isSystem(order) ? unreadable : 'its namespace does not belong to the system tenant';
  const isMeant = compileClaims(order);
  const rules = {
    // Where nobody can claim anything, claims refresh nothing.
    strategy: isClaimable(order) ? strategy : { ...strategy, refreshPolicy: NEVER_REFRESHED },
    durationMs: template.durationMs,
    start: startOf(order, now),
    schedule: compiled?.ok ? compiled.schedule : undefined,
    known: inMs(periodWrittenBy(order)),
  };
  return {
    order,
    priority: classPriority(template.priorityClassName, view.within(partition)),
    requests,
    problem,
    isIdle: order.paused || order.terminating || problem !== undefined,
    unreservable: compileReservation(template.placement),
    neverFits: rememberedBySize((allocatable) => !fitsOnEmpty(requests, allocatable)),
    // A name of a tenant's pods on an order gives them nothing.
    isClaimant: (pod) => isMeant(pod) && isSystem(pod),
    isGuardian: (pod) =>
      pod.owner?.uid === uid &&
      isOrderOwner(pod.owner) &&
      pod.namespace === namespace &&
      pod.tenant === tenant &&
      pod.partition === partition,
    times: problem === undefined ? remembered(rules) : () => NEVER,
  };
}

/** By priority, then age, then uid: the same order whoever asks, and whatever came first to him. */
export function byRank(a: CompiledOrder, b: CompiledOrder): number {
  return (
    b.priority - a.priority ||
    (a.order.created ?? Number.POSITIVE_INFINITY) - (b.order.created ?? Number.POSITIVE_INFINITY) ||
    (a.order.uid < b.order.uid ? -1 : 1)
  );
}

function isClaimable({ owners, strategy }: SlimOrder): boolean {
  return owners.length > 0 || strategy.refreshPolicy !== 'OnClaim';
}

function startOf({ created, template }: SlimOrder, now: number): number {
  return Math.max(inMs(created) ?? now, inMs(template.startAt) ?? Number.NEGATIVE_INFINITY);
}

/**
 * When the running period began, as it was written down of this very spec. With OnClaim it may have been written of nodes
 * that were refreshed, where others were not: which of the two, nobody could tell.
 */
function periodWrittenBy({ generation, status, strategy }: SlimOrder): number | undefined {
  const isOfAll = strategy.refreshPolicy !== 'OnClaim';
  return isOfAll && status.observedGeneration === generation ? status.periodStart : undefined;
}

function inMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * MS_PER_SECOND;
}

/** Nodes of one size share their amounts in memory, and there are few sizes. */
function rememberedBySize(neverFits: (allocatable: Resources) => boolean): CompiledOrder['neverFits'] {
  const known = new WeakMap<Resources, boolean>();
  return ({ allocatable }) => {
    const before = known.get(allocatable);
    if (before !== undefined) return before;
    const answer = neverFits(allocatable);
    known.set(allocatable, answer);
    return answer;
  };
}

/**
 * The calendar is asked once for all moments up to the next that differs, and goes on from the period that it knows: else
 * an Order would take longer the older it is. A clock that was set back is asked anew.
 */
function remembered(rules: PeriodRules): (now: number) => Times {
  let at = Number.POSITIVE_INFINITY;
  let times = NEVER;
  let { known } = rules;
  return (now) => {
    if (now < at) known = rules.known;
    if (now < at || now >= times.until) times = timesAt({ ...rules, known }, now);
    known = times.plain?.begin ?? known;
    at = now;
    return times;
  };
}
