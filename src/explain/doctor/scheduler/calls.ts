/** Who calls, who does not, and whom we do not know. */

import { countWords } from '../../text/lines.ts';
import type { Known } from '../known.ts';
import { failure, type Line, ok, orOk, skipped, warning } from '../line.ts';
import {
  type Asked,
  askedOf,
  isSchedulerPath,
  lastAnswered,
  pathsOf,
  type Replica,
  silenceOf,
  timesOf,
} from '../replicas.ts';
import { lastCallsText } from '../service.ts';
import { dateText, durationText } from '../words.ts';

const FILTER = '/scheduler/filter';

/** The youngest pod that a scheduler has placed. */
export interface Placement {
  readonly pod: string;
  /** In ms since 1970, by the clock of the API server. */
  readonly createdAt: number;
}

export interface CallFacts {
  readonly replicas: readonly Replica[];
  /** Of the schedulers that should ask; undefined when they have placed none; or why nobody has to ask. */
  readonly youngest: Known<Placement | undefined>;
  /** Whether the CAs of callers were all looked at, so that who does not trust us is known by them. */
  readonly trustIsKnown: boolean;
}

/** Clocks of a control plane are seconds apart at the most. */
const SKEW_MS = 5_000;

/** A refusal of long ago was mended, or its caller is gone. */
const RECENT_MS = 600_000;

/** Two schedulers that ask both ask within seconds; one that has moved to another replica does not come back. */
const TOGETHER_MS = 60_000;

export function callLines(facts: CallFacts): readonly Line[] {
  const asked = askedOf(facts.replicas);
  if (asked.length === 0) {
    const why = silenceOf(facts.replicas);
    return (['known-callers', 'scheduler-calls', 'one-replica'] as const).map((check) => skipped(check, why));
  }
  return [
    ...callerLines(asked, facts.trustIsKnown),
    schedulerLine(asked, facts.youngest),
    replicaLine(asked),
  ];
}

function callerLines(asked: readonly Asked[], trustIsKnown: boolean): readonly Line[] {
  const refused = pathsOf(asked, () => true).flatMap((path) => {
    const answered = lastAnswered(asked, path) ?? 0;
    const found = asked.flatMap(({ state }) => {
      const last = timesOf(state, path)?.refused;
      const isNews = last !== undefined && last.at > answered && state.now - last.at < RECENT_MS;
      return isNews ? [`${path} ${durationText(state.now - last.at)} ago (${last.error})`] : [];
    });
    return found.slice(0, 1);
  });
  const untrusted = asked.some(
    ({ state }) => state.untrusted !== undefined && state.now - state.untrusted < RECENT_MS,
  );
  const lines = [
    ...(refused.length === 0 ? [] : [failure('known-callers', `refused: ${refused.join(', ')}`)]),
    ...(untrusted && !trustIsKnown
      ? [failure('known-callers', 'a caller does not trust the certificate that is served')]
      : []),
  ];
  return orOk(lines, 'known-callers', 'nobody was refused lately');
}

/**
 * Between the making of a pod and its binding the scheduler asks at least once, however long it takes. What was made before
 * a replica began may have been asked of the one before it.
 */
function schedulerLine(asked: readonly Asked[], youngest: CallFacts['youngest']): Line {
  if (!youngest.known) return skipped('scheduler-calls', youngest.why);
  const paths = pathsOf(asked, isSchedulerPath);
  if (paths.length === 0) return skipped('scheduler-calls', 'no replica that was asked answers schedulers');
  const last = lastAnswered(asked, FILTER);
  const begun = Math.max(...asked.map(({ state }) => state.startedAt));
  const placement = youngest.value;
  if (placement !== undefined && placement.createdAt > begun + SKEW_MS) {
    if (last === undefined || last < placement.createdAt - SKEW_MS) {
      const since = last === undefined ? `since the start at ${dateText(begun)}` : `since ${dateText(last)}`;
      const made = dateText(placement.createdAt);
      return failure(
        'scheduler-calls',
        `no scheduler has asked ${since}, and ${placement.pod}, made at ${made}, was placed`,
      );
    }
  }
  return ok('scheduler-calls', lastCallsText(asked, paths));
}

function replicaLine(asked: readonly Asked[]): Line {
  const lately = asked.filter(({ state }) => {
    const at = timesOf(state, FILTER)?.answered;
    return at !== undefined && state.now - at < TOGETHER_MS;
  });
  if (lately.length < 2) {
    return ok(
      'one-replica',
      `${countWords(lately.length, 'replica')} of ${asked.length} asked within the last minute`,
    );
  }
  return warning('one-replica', `asked within the last minute: ${lately.map(({ name }) => name).join(', ')}`);
}
