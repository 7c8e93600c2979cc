/** What one changed DaemonSet costs, against making the holds of all anew: reviews wait meanwhile. */
import { HoldLedger } from '../../src/headroom/hold-ledger.ts';
import { DaemonCluster } from '../unit/headroom/cluster-of-daemons.ts';
import { settings } from '../unit/headroom/ledger-over.ts';
import { nodeNames } from './filter-by-names.ts';
import type { Comparison } from './ratio.ts';

const NODES = 5_000;
const DAEMON_SETS = 20;

/** `missing`: every daemon's room is held on every node. `bound`: all are in their place. */
export function changedDaemonSet(state: 'missing' | 'bound'): Comparison {
  const cluster = new DaemonCluster();
  const names = nodeNames(NODES);
  for (const name of names) cluster.node(name);
  for (let index = 0; index < DAEMON_SETS; index += 1) {
    cluster.daemonSet(`agent-${index}`, { cpu: '50m' });
    if (state === 'missing') continue;
    for (const node of names) cluster.daemonPod(`agent-${index}`, { node, cpu: '50m' });
  }
  let newest = settings;
  const ledger = new HoldLedger(cluster.store, () => newest, { now: () => 0, time: () => 0 });
  ledger.refresh();
  let generation = 1;
  return {
    what: `${NODES.toLocaleString('en')} nodes, ${DAEMON_SETS} DaemonSets ${state}: one changes, against all holds anew`,
    bodies: [Buffer.alloc(0)],
    work: () => {
      generation += 1;
      cluster.daemonSet('agent-7', { cpu: `${50 + (generation % 2)}m`, generation });
      ledger.refresh();
    },
    against: () => {
      newest = { ...newest };
      ledger.refresh();
    },
  };
}
