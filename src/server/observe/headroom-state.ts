/** The holds as people and monitors see them: by DaemonSet, with the first nodes in full. */
import type { ActiveHold } from '../../headroom/hold-book.ts';
import { HOLD_KINDS } from '../../headroom/holds.ts';
import type { ProtectedDaemon } from '../../headroom/protected-daemon.ts';
import { quantityText } from '../../kube/resources/quantity-text.ts';
import type { Extender } from '../../scheduler/extender.ts';

/** Thousands of nodes may hold the same: a page that one can still read shows some of them. */
const NODES_SHOWN = 20;

export function holdCounts({ ledger }: Extender): { readonly active: number; readonly expired: number } {
  ledger.refresh();
  const counts = { active: 0, expired: 0 };
  for (const holds of ledger.all().values()) {
    for (const { expired } of holds) counts[expired ? 'expired' : 'active'] += 1;
  }
  return counts;
}

export function headroomState({ ledger, account, settings, blindTime }: Extender) {
  ledger.refresh();
  const byDaemon = new Map<ProtectedDaemon, { node: string; hold: ActiveHold }[]>();
  for (const daemon of ledger.daemons()) byDaemon.set(daemon, []);
  for (const [node, holds] of ledger.all()) {
    for (const hold of holds) byDaemon.get(hold.daemon)?.push({ node, hold });
  }
  return {
    mode: settings.headroom.mode,
    inFlightPods: account.inFlight.size,
    inFlightResizes: account.resizesInFlight.size,
    daemonSets: Array.from(byDaemon, ([daemon, holds]) => daemonState(daemon, holds, blindTime)),
  };
}

function daemonState(
  { daemonSet, priority }: ProtectedDaemon,
  holds: readonly { readonly node: string; readonly hold: ActiveHold }[],
  blindTime: number,
) {
  const active = holds.filter(({ hold }) => !hold.expired);
  const counts = HOLD_KINDS.map((kind) => [kind, active.filter(({ hold }) => hold.kind === kind).length]);
  return {
    daemonSet: [daemonSet.tenant, daemonSet.namespace, daemonSet.name].filter(Boolean).join('/'),
    priority,
    holds: Object.fromEntries(counts),
    expired: holds.length - active.length,
    nodes: holds.slice(0, NODES_SHOWN).map(({ node, hold }) => ({
      node,
      kind: hold.kind,
      amounts: Object.fromEntries(
        Array.from(hold.amounts, ([resource, amount]) => [resource, quantityText(resource, amount)]),
      ),
      since: new Date(hold.since + blindTime).toISOString(),
      until: Number.isFinite(hold.until) ? new Date(hold.until + blindTime).toISOString() : null,
      expired: hold.expired,
    })),
  };
}
