/** What is held for a DaemonSet as it is now: in nobody's way but that of others, so that what it will be finds it free. */
import { counted } from '../../cluster/store/resource-column.ts';
import type { HoldLedger } from '../../headroom/hold-ledger.ts';
import type { ForecastDaemon } from './forecast-daemon.ts';

/** By the node's name and a resource. */
export type OwnHolds = (node: string, resource: string) => number;

/**
 * Of its holds those that would count against a pod that yields to daemons from this priority on. Undefined when there are none:
 * only who lowers its priority has any.
 */
export function ownHolds(
  { before }: ForecastDaemon,
  ledger: HoldLedger,
  yieldsFrom: number,
): OwnHolds | undefined {
  // Nothing is held for who is new.
  if (before === undefined) return undefined;
  const own = [...ledger.daemons()].find(({ daemonSet }) => daemonSet.uid === before.uid);
  if (own === undefined || own.priority < yieldsFrom) return undefined;
  return (node, resource) => {
    const holds = ledger.holdsOn(node).filter(({ daemon, expired }) => daemon === own && !expired);
    return holds.reduce((sum, { amounts }) => sum + Number(counted(amounts.get(resource) ?? 0n)), 0);
  };
}
