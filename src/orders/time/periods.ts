/**
 * When an order reserves room. A period begins, lasts for `duration`, and is over; what begins the next one is the
 * strategy, and where it begins the refresh policy:
 *
 * | | the first period | a refresh |
 * |---|---|---|
 * | OneTime | begins with the order | when a period is over |
 * | Scheduled | begins at the first time of the schedule | at each time of the schedule |
 * | Recurring | begins with the order, and the next one when it is over | at each time of the schedule |
 *
 * A refresh reserves all of the room anew, whatever was claimed of it before, for another `duration`: with `Always` on every
 * node, with `OnClaim` on the nodes where a pod that may has room then, with `Never` nowhere. What is not refreshed goes on
 * until it is over; and a time of a Scheduled order begins it again where nothing is reserved any more.
 *
 * All of it follows from the spec and the clock, as if somebody had always been there: a time that passed while nobody ran
 * counts from when it was, and so does one that a changed schedule has had since the order was made. A pause stops no clock.
 * Nothing is remembered of a node: replicas agree, and a restart changes nothing.
 */
import type { SlimOrder } from '../../cluster/order-record.ts';
import type { RefreshPolicy } from '../../kube/orders.ts';
import type { Schedule } from './schedule.ts';

/** In ms since 1970; the end is the first moment that is not in it. */
export interface Period {
  readonly begin: number;
  readonly end: number;
}

/** The period of a node. */
export interface NodePeriod extends Period {
  /** Who was there before this has no part in it. */
  readonly claimsSince: number;
}

/** What holds at one moment. Nodes of the same period share it in memory. */
export interface Times {
  /** The period of nodes that were not refreshed; undefined when nothing is reserved there. */
  readonly plain: NodePeriod | undefined;
  /** The period that the latest refresh began, where it did. */
  readonly refreshed: NodePeriod | undefined;
  /** When that refresh was: who is there from before it had claimed what was reserved before. */
  readonly refreshedAt: number | undefined;
  /** When room is next reserved anew, on any node; undefined when it never is. */
  readonly nextRefresh: number | undefined;
  /** From when on any of this is different: in between nobody has to look. Infinite when it stays. */
  readonly until: number;
}

export interface PeriodRules {
  readonly strategy: SlimOrder['strategy'];
  readonly durationMs: number;
  /** Nothing is reserved before it. */
  readonly start: number;
  /** Undefined with OneTime. */
  readonly schedule: Schedule | undefined;
  /** When a period of nodes that were not refreshed began, as it was written down once; undefined when it was not. */
  readonly known: number | undefined;
}

/**
 * How many periods are gone through from the first to the present one; where there were more, the latest time of the
 * schedule begins it. Each costs some 0.2 ms, and mostly the status says where to begin.
 */
const MOST_PERIODS = 1_000;

export function timesAt(rules: PeriodRules, now: number): Times {
  const { start, strategy } = rules;
  if (now < start) return beforeStart(rules);
  if (strategy.type === 'OneTime') return oneTime(rules, now);
  const latest = latestTime(rules, now);
  const refreshed = latest === undefined ? undefined : refreshedAt(rules, latest, now);
  const plain = strategy.type === 'Recurring' ? roundOf(start, rules.durationMs, now) : scheduled(rules, now);
  const nextRefresh = nextTime(rules, plain, now);
  return settled(rules, { plain, refreshed, refreshedAt: latest, nextRefresh }, now);
}

/** Where nothing is refreshed, times of the schedule say nothing while a period runs. */
function nextTime({ strategy, schedule }: PeriodRules, plain: Period | undefined, now: number) {
  if (strategy.refreshPolicy !== 'Never' || plain === undefined) return schedule?.next(now);
  return strategy.type === 'Recurring' ? plain.end : schedule?.next(plain.end - 1);
}

function beforeStart({ start, strategy, schedule }: PeriodRules): Times {
  const nextRefresh = strategy.type === 'Scheduled' ? schedule?.next(start - 1) : start;
  return { plain: undefined, refreshed: undefined, refreshedAt: undefined, nextRefresh, until: start };
}

function oneTime(rules: PeriodRules, now: number): Times {
  const { start, durationMs, strategy } = rules;
  const round = roundOf(start, durationMs, now);
  const isFirst = round.begin === start;
  const refreshes = strategy.refreshPolicy !== 'Never';
  const times = {
    plain: isFirst ? round : undefined,
    refreshed: isFirst ? undefined : round,
    refreshedAt: isFirst ? undefined : round.begin,
    nextRefresh: refreshes ? round.end : undefined,
  };
  return settled(rules, times, now);
}

/** What was found of a moment. */
interface Found extends Pick<Times, 'refreshedAt' | 'nextRefresh'> {
  readonly plain: Period | undefined;
  readonly refreshed: Period | undefined;
}

function settled({ strategy }: PeriodRules, found: Found, now: number): Times {
  const { refreshedAt = EVER, nextRefresh } = found;
  const times = {
    plain: found.plain && { ...found.plain, claimsSince: EVER },
    refreshed: found.refreshed && { ...found.refreshed, claimsSince: refreshedAt },
    refreshedAt: found.refreshedAt,
    nextRefresh,
  };
  const ends = [times.plain?.end, times.refreshed?.end, times.nextRefresh];
  const until = ends.reduce<number>(
    (first, end) => (end !== undefined && end > now ? Math.min(first, end) : first),
    Number.POSITIVE_INFINITY,
  );
  // Nothing is refreshed, whatever the times of the schedule.
  if (strategy.refreshPolicy === 'Never') return { ...times, ...NOT_REFRESHED, until };
  return { ...times, until };
}

/** Before all claims. */
const EVER = Number.NEGATIVE_INFINITY;

const NOT_REFRESHED = { refreshed: undefined, refreshedAt: undefined };

/** Undefined when nothing is reserved there. `wasClaimed` says of a moment whether the node was claimed then. */
export function periodOn(
  { plain, refreshed, refreshedAt }: Times,
  policy: RefreshPolicy,
  wasClaimed: (at: number) => boolean,
): NodePeriod | undefined {
  const isRefreshed = refreshedAt !== undefined && (policy === 'Always' || wasClaimed(refreshedAt));
  if (isRefreshed && refreshed !== undefined) return refreshed;
  // A refresh everywhere leaves nothing beside it.
  return isRefreshed && policy === 'Always' ? undefined : plain;
}

/** One after the other without a gap, from `first` on. */
function roundOf(first: number, durationMs: number, now: number): Period {
  const begin = first + Math.floor((now - first) / durationMs) * durationMs;
  return { begin, end: begin + durationMs };
}

function latestTime({ schedule, start }: PeriodRules, now: number): number | undefined {
  const latest = schedule?.latest(now);
  return latest === undefined || latest < start ? undefined : latest;
}

function refreshedAt({ strategy, durationMs }: PeriodRules, latest: number, now: number): Period | undefined {
  if (strategy.type === 'Recurring') return roundOf(latest, durationMs, now);
  return now < latest + durationMs ? { begin: latest, end: latest + durationMs } : undefined;
}

/** Each period begins with the first time of the schedule at which none runs. */
function scheduled(rules: PeriodRules, now: number): Period | undefined {
  const { schedule, durationMs } = rules;
  let begin = firstKnown(rules, now);
  for (let count = 0; begin !== undefined && begin <= now; count += 1) {
    if (now < begin + durationMs) return { begin, end: begin + durationMs };
    begin = count < MOST_PERIODS ? schedule?.next(begin + durationMs - 1) : latestTime(rules, now);
    if (count >= MOST_PERIODS) return begin === undefined ? undefined : refreshedAt(rules, begin, now);
  }
  return undefined;
}

/** A time at which a period is known to have begun, the later the better. */
function firstKnown(rules: PeriodRules, now: number): number | undefined {
  const { schedule, start, known, durationMs } = rules;
  const latest = latestTime(rules, now);
  if (latest === undefined) return undefined;
  const before = latestTime(rules, latest - 1);
  // Whatever ran before it was over by then: so it is with every schedule that leaves gaps.
  if (before === undefined || before + durationMs <= latest) return latest;
  // What was written down is believed where the schedule has such a time: it may have been set by hand.
  const isTime = known !== undefined && known >= start && known <= now && schedule?.latest(known) === known;
  return isTime ? known : schedule?.next(start - 1);
}
