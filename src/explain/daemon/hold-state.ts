/** A hold, as people see it. */
import type { ActiveHold } from '../../headroom/hold-book.ts';
import type { HoldKind } from '../../headroom/holds.ts';
import type { ProtectedDaemon } from '../../headroom/protected/protected-daemon.ts';
import { type AmountTexts, amountTexts } from '../amounts.ts';
import { fullName } from '../audience.ts';
import type { Scene } from '../scene.ts';

export interface HoldState {
  readonly daemonSet: string;
  readonly kind: HoldKind;
  readonly amounts: AmountTexts;
  /** Null where nobody has watched, so that nobody knows. */
  readonly since: string | null;
  /** Null as long as the node has not started, and where nobody has watched. */
  readonly until: string | null;
  /** The patience is over: nothing is kept any more. */
  readonly givenUp: boolean;
}

export function holdState(hold: ActiveHold, { blindTimeOf, isWatching }: Scene): HoldState {
  const { daemon, kind, amounts, since, until, expired } = hold;
  const blindTime = blindTimeOf(daemon.daemonSet.partition);
  const time = (ms: number) =>
    isWatching && Number.isFinite(ms) ? new Date(ms + blindTime).toISOString() : null;
  return {
    daemonSet: daemonName(daemon.daemonSet),
    kind,
    amounts: amountTexts(amounts),
    since: time(since),
    until: time(until),
    givenUp: expired,
  };
}

/** As people write it, with the tenant before it on Arktos. */
export function daemonName(daemonSet: ProtectedDaemon['daemonSet']): string {
  return fullName(daemonSet);
}

export function holdOf(node: string, daemonSetUid: string, { ledger }: Scene): ActiveHold | undefined {
  return ledger.holdsOn(node).find(({ daemon }) => daemon.daemonSet.uid === daemonSetUid);
}

/** What is being waited for, in words. */
export const HOLD_WORDS = {
  missing: 'no pod has been made for this node yet',
  pending: 'its pod waits for this node',
  leaving: 'the pod there is on its way out, and the next one takes its place',
  growth: 'the newer template asks for more than the pod that is there',
  surge: 'the new pod of an update starts beside the old one',
  resize: 'its pod was resized, and its node has not granted that yet',
  settling: 'its pod has just been bound, and other schedulers may not have heard of it',
} as const satisfies Record<HoldKind, string>;
