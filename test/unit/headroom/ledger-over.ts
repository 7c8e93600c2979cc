/** A ledger of holds over a cluster, with a clock of the test's own. */
import { defaultConfiguration } from '../../../src/config/schema/schema.ts';
import { HoldLedger, type LedgerSettings } from '../../../src/headroom/hold-ledger.ts';
import { namePattern } from '../../../src/tenancy/pattern.ts';
import type { DaemonCluster } from './cluster-of-daemons.ts';

const startupTaints = defaultConfiguration().daemons.startupTaints.map(namePattern);

export const PATIENCE_MS = 600_000;
export const settings: LedgerSettings = {
  isProtected: () => true,
  isSystem: ({ namespace }) => namespace === 'kube-system',
  isHeld: () => true,
  isStartupTaint: (key) => startupTaints.some((matches) => matches(key)),
  patienceMs: PATIENCE_MS,
};

export function ledgerOver(
  cluster: DaemonCluster,
  clock = { now: 0 },
  changed: Partial<LedgerSettings> = {},
) {
  const all = { ...settings, ...changed };
  const ledger = new HoldLedger(cluster.store, () => all, { now: () => clock.now, time: () => clock.now });
  /** `kind cpu` of each hold on the node that is still in force. */
  const on = (node: string) => {
    ledger.refresh();
    return ledger
      .holdsOn(node)
      .filter(({ expired }) => !expired)
      .map(({ kind, amounts, daemon }) => `${daemon.daemonSet.name} ${kind} ${amounts.get('cpu') ?? 0}m`);
  };
  return { ledger, on };
}

export const SURGE = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
export const ON_DELETE = { type: 'OnDelete' };
