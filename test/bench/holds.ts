/** What one changed DaemonSet or Order costs, against making the holds of all anew: reviews wait meanwhile. */
import { HoldLedger } from '../../src/headroom/hold-ledger.ts';
import { settings } from '../unit/headroom/ledger-over.ts';
import { NOW, OrderCluster } from '../unit/orders/cluster-with-orders.ts';
import { nodeNames } from './filter-by-names.ts';
import type { Comparison } from './ratio.ts';

const NODES = 5_000;
const DAEMON_SETS = 20;
const ORDERS = 10;

/** `missing`: every daemon's room is held on every node. `bound`: all are in their place. */
type State = 'missing' | 'bound';

export function changedDaemonSet(state: State): Comparison {
  const { cluster, ledger, anew } = ledgerOf(state);
  let generation = 1;
  return {
    what: `${NODES.toLocaleString('en')} nodes, ${DAEMON_SETS} DaemonSets ${state}: one changes, against all holds anew`,
    bodies: [Buffer.alloc(0)],
    work: () => {
      generation += 1;
      cluster.daemonSet('agent-7', { cpu: `${50 + (generation % 2)}m`, generation });
      ledger.refresh();
    },
    against: anew,
  };
}

export function changedOrder(): Comparison {
  const { cluster, ledger, anew } = ledgerOf('bound');
  for (let index = 0; index < ORDERS; index += 1) cluster.order({ name: `room-${index}`, cpu: '50m' });
  ledger.refresh();
  let generation = 1;
  return {
    what: `${NODES.toLocaleString('en')} nodes, ${DAEMON_SETS} DaemonSets, ${ORDERS} Orders: one Order changes, against all holds anew`,
    bodies: [Buffer.alloc(0)],
    work: () => {
      generation += 1;
      cluster.order({ name: 'room-7', cpu: `${50 + (generation % 2)}m`, generation });
      ledger.refresh();
    },
    against: anew,
  };
}

function ledgerOf(state: State) {
  const cluster = new OrderCluster();
  const names = nodeNames(NODES);
  for (const name of names) cluster.node(name);
  for (let index = 0; index < DAEMON_SETS; index += 1) {
    cluster.daemonSet(`agent-${index}`, { cpu: '50m' });
    if (state === 'missing') continue;
    for (const node of names) cluster.daemonPod(`agent-${index}`, { node, cpu: '50m' });
  }
  let newest = settings;
  const ledger = new HoldLedger(cluster.store, () => newest, { now: () => 0, time: () => NOW });
  ledger.refresh();
  const anew = () => {
    newest = { ...newest };
    ledger.refresh();
  };
  return { cluster, ledger, anew };
}
