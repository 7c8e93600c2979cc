/** What one changed DaemonSet or Order costs, against making the holds of all anew: reviews wait meanwhile. */
import { HoldLedger } from '../../src/headroom/hold-ledger.ts';
import { settings } from '../unit/headroom/ledger-over.ts';
import { NOW, OrderCluster } from '../unit/orders/cluster-with-orders.ts';
import type { Effort } from './effort.ts';
import { nodeNames } from './filter-by-names.ts';
import { inProcess } from './in-process.ts';
import type { Row } from './result.ts';

const NODES = 5_000;
const DAEMON_SETS = 20;
const ORDERS = 10;

const ALL_ANEW = 'all holds anew';

/** `missing`: every daemon's room is held on every node. `bound`: all are in their place. */
type State = 'missing' | 'bound';

export function changedDaemonSet(state: State, effort: Effort): Promise<Row[]> {
  const { cluster, ledger, anew } = ledgerOf(state);
  let generation = 1;
  return changed(`${NODES.toLocaleString('en')} nodes, ${DAEMON_SETS} DaemonSets ${state}: one changes`, {
    work: () => {
      generation += 1;
      cluster.daemonSet('agent-7', { cpu: `${50 + (generation % 2)}m`, generation });
      ledger.refresh();
    },
    anew,
    effort,
  });
}

export function changedOrder(effort: Effort): Promise<Row[]> {
  const { cluster, ledger, anew } = ledgerOf('bound');
  for (let index = 0; index < ORDERS; index += 1) cluster.order({ name: `room-${index}`, cpu: '50m' });
  ledger.refresh();
  let generation = 1;
  const what = `${NODES.toLocaleString('en')} nodes, ${DAEMON_SETS} DaemonSets, ${ORDERS} Orders: one Order changes`;
  return changed(what, {
    work: () => {
      generation += 1;
      cluster.order({ name: 'room-7', cpu: `${50 + (generation % 2)}m`, generation });
      ledger.refresh();
    },
    anew,
    effort,
  });
}

interface Change {
  readonly work: () => void;
  readonly anew: () => void;
  readonly effort: Effort;
}

async function changed(what: string, { work, anew, effort }: Change): Promise<Row[]> {
  const others = [{ name: ALL_ANEW, work: anew }];
  const contest = { what, bodies: [Buffer.alloc(0)], work, others, goals: { [ALL_ANEW]: null } };
  return [await inProcess(contest, effort)];
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
