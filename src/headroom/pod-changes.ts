/** Which changes of a pod mean that the holds of its node have to be looked at again. */
import { isTerminal, type SlimPod } from '../cluster/records.ts';
import { targetNode } from '../daemons/target-node.ts';
import type { OrderBook } from '../orders/order-book.ts';
import type { ProtectedDaemon } from './protected/protected-daemon.ts';

/** Probes fail and recover by the minute: what is held for a bound pod's node goes by none of that. */
export function holdsTheSame(before: SlimPod, after: SlimPod): boolean {
  return (
    after.nodeName !== '' &&
    before.nodeName === after.nodeName &&
    before.terminating === after.terminating &&
    isTerminal(before) === isTerminal(after) &&
    before.owner === after.owner &&
    before.requests === after.requests &&
    before.waitsToGrow === after.waitsToGrow &&
    before.revisionHash === after.revisionHash &&
    before.templateGeneration === after.templateGeneration
  );
}

/** Who claims an order's room, or guards it, has come, gone or become another. */
export function claimsChanged(
  orders: OrderBook,
  before: SlimPod | undefined,
  after: SlimPod | undefined,
): boolean {
  if (!before?.nodeName && !after?.nodeName) return false;
  if (!orders.concerns(before) && !orders.concerns(after)) return false;
  return (
    before?.startedAt !== after?.startedAt ||
    before?.labels !== after?.labels ||
    before === undefined ||
    after === undefined ||
    !holdsTheSame(before, after)
  );
}

/** A rollout goes on when it takes old pods away; a new pod on a new node says nothing of it. */
export function takesOldAway(
  daemon: ProtectedDaemon,
  before: SlimPod | undefined,
  after: SlimPod | undefined,
): before is SlimPod {
  const goes = before?.nodeName && !before.terminating && (after === undefined || after.terminating);
  return goes ? daemon.isOutdated(before) : false;
}

/** The node that a waiting pod was made for. */
export function aimOf({ nodeName, owner, placement }: SlimPod): string | null {
  return nodeName === '' && owner !== undefined && placement ? targetNode(placement) : null;
}
