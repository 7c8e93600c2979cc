/** The holds as people and monitors see them: by DaemonSet, with the first nodes in full. */
import { daemonName } from '../../../explain/daemon/hold-state.ts';
import type { ActiveHold } from '../../../headroom/hold-book.ts';
import { HOLD_KINDS } from '../../../headroom/holds.ts';
import type { ProtectedDaemon } from '../../../headroom/protected/protected-daemon.ts';
import { quantityText } from '../../../kube/resources/quantity-text.ts';
import type { Extender } from '../../../scheduler/extender.ts';

/** Thousands of nodes may hold the same: a page that one can still read shows some of them. */
export const NODES_SHOWN = 20;

/** In one answer, over all DaemonSets: some three megabytes, made in a few milliseconds. */
export const MOST_NODES_SHOWN = 10_000;

export function holdCounts({ ledger }: Extender): { readonly active: number; readonly expired: number } {
  ledger.refresh();
  const counts = { active: 0, expired: 0 };
  for (const holds of ledger.all().values()) {
    for (const { expired } of holds) counts[expired ? 'expired' : 'active'] += 1;
  }
  return counts;
}

/** What a person asks to see of it. */
export interface HeadroomQuery {
  /** How many nodes are shown of each DaemonSet. */
  readonly nodes: number;
  /** `namespace/name` of the only one to show. */
  readonly daemonSet: string | undefined;
}

export function headroomState(extender: Extender, query: HeadroomQuery) {
  const { ledger, account, settings, sight } = extender;
  ledger.refresh();
  const byDaemon = new Map<ProtectedDaemon, { node: string; hold: ActiveHold }[]>();
  for (const daemon of ledger.daemons()) byDaemon.set(daemon, []);
  for (const [node, holds] of ledger.all()) {
    for (const hold of holds) byDaemon.get(hold.daemon)?.push({ node, hold });
  }
  const wanted = [...byDaemon].filter(
    ([daemon]) => query.daemonSet === undefined || namesOf(daemon).includes(query.daemonSet),
  );
  let left = MOST_NODES_SHOWN;
  return {
    mode: settings.headroom.mode,
    inFlightPods: account.inFlight.size,
    inFlightResizes: account.resizesInFlight.size,
    daemonSets: wanted.map(([daemon, holds]) => {
      const shown = Math.min(query.nodes, left, holds.length);
      left -= shown;
      return daemonState(daemon, holds, shown, sight.blindTimeOf(daemon.daemonSet.partition));
    }),
  };
}

function daemonState(
  daemon: ProtectedDaemon,
  holds: readonly { readonly node: string; readonly hold: ActiveHold }[],
  shown: number,
  blindTime: number,
) {
  const active = holds.filter(({ hold }) => !hold.expired);
  const counts = HOLD_KINDS.map((kind) => [kind, active.filter(({ hold }) => hold.kind === kind).length]);
  return {
    daemonSet: daemonSetName(daemon),
    priority: daemon.priority,
    holds: Object.fromEntries(counts),
    expired: holds.length - active.length,
    nodesInAll: holds.length,
    nodesShown: shown,
    nodes: holds.slice(0, shown).map(({ node, hold }) => ({
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

/** Of several partitions that have one of a name, all are meant that are not told apart. */
function namesOf(daemon: ProtectedDaemon): string[] {
  const { daemonSet } = daemon;
  return [daemonSetName(daemon), daemonName({ ...daemonSet, partition: '' })];
}

/** As people write it, with the tenant before it on Arktos. */
export function daemonSetName({ daemonSet }: ProtectedDaemon): string {
  return daemonName(daemonSet);
}
