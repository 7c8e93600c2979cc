/** Whether Daemonward lets the scheduler evict whom it has chosen for a daemon: what the preempt verb will say. */
import type { SlimPod } from '../../cluster/records.ts';
import { counted } from '../../cluster/store/resource-column.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { HeldAmounts } from '../../headroom/held-amounts.ts';
import type { HoldLedger } from '../../headroom/hold-ledger.ts';
import { PODS } from '../../kube/resources/requests.ts';
import { DAEMON_SET } from '../../kube/workloads/daemon-kinds.ts';
import type { SchedulingCode } from '../../policy/reasons.ts';
import { incomingPod } from '../../scheduler/account/incoming-pod.ts';
import { NO_ORDERS, type OrdersForPod, Room, type TakenRoom } from '../../scheduler/account/room.ts';
import { judgeCandidate, type Preemption } from '../../scheduler/preempt/preempt.ts';
import type { SchedulingRules } from '../../scheduler/rules.ts';
import type { ForecastDaemon } from './forecast-daemon.ts';
import { type OwnHolds, ownHolds } from './own-holds.ts';

export interface Surroundings {
  readonly view: ClusterView;
  readonly rules: SchedulingRules;
  readonly ledger: HoldLedger;
}

/** The victims that are left, perhaps others than those that were chosen; or the code that speaks for one. */
export type Evicted = { readonly victims: readonly SlimPod[] } | { readonly code: SchedulingCode };
export type EvictionRules = (node: number, name: string, victims: readonly SlimPod[]) => Evicted;

const NOTHING_HELD = new HeldAmounts();

/** Only what is held for daemons above a protected one is before it; an ordinary pod yields to its equals too. */
export function yieldsFrom({ daemonSet, priority }: ForecastDaemon, { ledger }: SchedulingRules): number {
  return ledger.isProtected(daemonSet) ? priority + 1 : priority;
}

/** What orders keep, and which of them are open to the daemon: it may be new, so that the ledger does not know it yet. */
export function ordersFor(
  daemon: ForecastDaemon,
  { rules, ledger }: Pick<Surroundings, 'rules' | 'ledger'>,
): OrdersForPod {
  if (ledger.orders.active.length === 0) return { room: ledger.orderRoom, open: [] };
  const isDaemon = rules.ledger.isProtected(daemon.daemonSet);
  const open = ledger.ordersOpenTo(nextPod(daemon), daemon.priority, isDaemon);
  return { room: ledger.orderRoom, open: open.map(({ order }) => order.uid) };
}

export function evictionRules(
  daemon: ForecastDaemon,
  { view, rules, ledger }: Surroundings,
  hasOtherNeeds: boolean,
): EvictionRules {
  const { headroom, preempt } = rules.settings;
  if (preempt.mode !== 'enforce') return (_node, _name, victims) => ({ victims });
  const incoming = incomingPod(nextPod(daemon));
  const held = headroom.mode === 'enforce' ? ledger.amounts : NOTHING_HELD;
  const priority = yieldsFrom(daemon, rules);
  const own = ownHolds(daemon, ledger, priority);
  const taken = [leavingRoom(daemon, view), ...(own && held === ledger.amounts ? [ownRoom(own, view)] : [])];
  const orders = headroom.mode === 'enforce' ? ordersFor(daemon, { rules, ledger }) : NO_ORDERS;
  const room = new Room(
    { ...incoming, priority },
    { view, held, orders, inFlight: { amounts: () => undefined }, taken },
  );
  const preemption: Preemption = { view, ledger, rules, incoming, room, hasOtherNeeds: () => hasOtherNeeds };
  const isOfSystem = rules.isSystem(incoming.pod);
  // Nearly always nobody speaks for a victim, and this says so at once.
  const isPlain = (node: number, victims: readonly SlimPod[]) =>
    isOfSystem && !room.isMarked(node) && victims.every(({ owner }) => owner?.kind !== DAEMON_SET);
  return (number, node, victims) => {
    if (isPlain(number, victims)) return { victims };
    const uids = victims.map(({ uid }) => uid);
    const { victims: left, event } = judgeCandidate(
      { node, uids, pods: victims, pdbViolations: 0n },
      preemption,
    );
    if (left === null) return { code: event?.code ?? 'DW506' };
    return { victims: event === null ? victims : left.uids.flatMap((uid) => view.pod(uid) ?? []) };
  };
}

/** What is kept for the daemon itself is not taken from it. */
function ownRoom(own: OwnHolds, view: ClusterView): TakenRoom {
  return { countsFor: () => true, on: (node, resource) => -own(view.nodeAt(node)?.name ?? '', resource) };
}

/** What the pods give back whose place the next ones take. */
function leavingRoom(daemon: ForecastDaemon, view: ClusterView): TakenRoom {
  const { running, surges } = daemon;
  return {
    countsFor: () => !surges && running.size > 0,
    on: (node, resource) => {
      const pods = running.get(view.nodeAt(node)?.name ?? '') ?? [];
      const amountOf = ({ requests }: SlimPod) =>
        resource === PODS ? 1 : Number(counted(requests.get(resource) ?? 0n));
      return -pods.reduce((sum, pod) => sum + amountOf(pod), 0);
    },
  };
}

/** As its controller will make it, as far as anybody asks. */
function nextPod({ daemonSet, priority, requests }: ForecastDaemon): SlimPod {
  const { partition, namespace, name, tenant, uid, template } = daemonSet;
  return {
    partition,
    uid: '',
    namespace,
    name,
    tenant,
    nodeName: '',
    phase: 'Pending',
    ready: false,
    terminating: false,
    priority,
    owner: { group: 'apps', kind: 'DaemonSet', name, uid },
    labels: template.labels,
    requests,
    waitsToGrow: false,
    hostPorts: template.hostPorts,
    revisionHash: '',
    templateGeneration: '',
    placement: template.placement,
    resourceVersion: '',
    repelsPods: false,
    nominatedNode: '',
    schedulerName: '',
    waitsBeforeBinding: false,
    targetAnnotation: '',
    queueing: undefined,
    startedAt: undefined,
  };
}
