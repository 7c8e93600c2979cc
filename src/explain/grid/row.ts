/** One node of the grid: the state of each daemon there, and until when its room is kept. */
import { isTerminal, type SlimNode, type SlimPod } from '../../cluster/records.ts';
import type { ActiveHold } from '../../headroom/hold-book.ts';
import { belongsTo, type ProtectedDaemon } from '../../headroom/protected/protected-daemon.ts';
import { excludeEachOther } from '../../kube/host-ports.ts';
import { shortagesFor } from '../../kube/resources/fits.ts';
import { withPlace } from '../../kube/resources/place.ts';
import { PODS, type Resources } from '../../kube/resources/requests.ts';
import { type Cell, type CellCause, encodedCell } from './cell.ts';
import type { GridColumn } from './columns.ts';

export interface RowSubject {
  readonly node: SlimNode;
  /** Bound to the node. */
  readonly bound: readonly SlimPod[];
  /** Made for the node, and not bound. */
  readonly aimed: readonly SlimPod[];
  /** Of the node, those that are over too; none where nothing is kept. */
  readonly holds: readonly ActiveHold[];
  /** How much of a resource no pod of the node asks for. */
  free(resource: string): number;
}

/** When holds end: column, ms since 1970, column, … Infinite while the node has not started. */
export type HoldEnds = readonly number[];

const NO_PODS: readonly SlimPod[] = [];

/** Writes the cells of a node, one a column, and says when its holds end. */
export function writeRow(subject: RowSubject, columns: readonly GridColumn[], cells: Uint8Array): HoldEnds {
  const bound = Map.groupBy(subject.bound, ({ owner }) => owner?.uid);
  const aimed = Map.groupBy(subject.aimed, ({ owner }) => owner?.uid);
  const ends: number[] = [];
  columns.forEach(({ daemon }, index) => {
    const { daemonSet } = daemon;
    const hold = subject.holds.find((each) => each.daemon.daemonSet.uid === daemonSet.uid);
    const holds = hold !== undefined && !hold.expired && hold.kind !== 'settling';
    if (holds) ends.push(index, hold.until);
    const isOwn = (pod: SlimPod) => !isTerminal(pod) && belongsTo(pod, daemonSet);
    const here = (bound.get(daemonSet.uid) ?? NO_PODS).filter(isOwn);
    const staying = here.filter(({ terminating }) => !terminating);
    // While a rollout surges there are two: the one that works says how it is.
    const pod = staying.find(({ ready }) => ready) ?? staying[0];
    const waiting = (aimed.get(daemonSet.uid) ?? NO_PODS).find((each) => isOwn(each) && !each.terminating);
    const isLeaving = here.length > staying.length;
    cells[index] = encodedCell(
      pod === undefined
        ? { ...absent(subject, daemon, { hold, waiting, isLeaving }), outdated: false, holds }
        : { state: pod.ready ? 'ready' : 'running', cause: 'none', outdated: daemon.isOutdated(pod), holds },
    );
  });
  return ends;
}

interface Absence {
  readonly hold: ActiveHold | undefined;
  readonly waiting: SlimPod | undefined;
  readonly isLeaving: boolean;
}

function absent(
  subject: RowSubject,
  daemon: ProtectedDaemon,
  { hold, waiting, isLeaving }: Absence,
): Pick<Cell, 'state' | 'cause'> {
  const { node } = subject;
  if (!daemon.belongsOn(node)) return { state: 'not-eligible', cause: 'none' };
  if (daemon.neverFits(node)) return { state: 'never-fits', cause: causeOf(sizeShort(daemon, node)) };
  const asked = waiting === undefined ? daemon.requests : withPlace(waiting.requests);
  const short = hasPortTaken(daemon, subject.bound) ? 'port' : shortResource(asked, subject.free);
  const cause = hold?.early ? 'starting' : isLeaving ? 'leaving' : short;
  if (hold?.expired) return { state: 'given-up', cause };
  if (waiting !== undefined) return { state: 'waiting', cause };
  return { state: hold === undefined ? 'missing' : 'held', cause };
}

/** The first resource of which there is not enough. */
function shortResource(amounts: Resources, free: (resource: string) => number): CellCause {
  for (const [resource, amount] of amounts) {
    if (amount > 0n && Number(amount) > free(resource)) return causeOf(resource);
  }
  return 'none';
}

function sizeShort({ requests }: ProtectedDaemon, { allocatable }: SlimNode): string | undefined {
  return shortagesFor(requests)({ allocatable, requested: NOTHING, podCount: 0 })[0]?.resource;
}

const NOTHING: Resources = new Map();

function causeOf(resource: string | undefined): CellCause {
  if (resource === undefined) return 'none';
  return resource === 'cpu' || resource === 'memory' || resource === PODS ? resource : 'other';
}

function hasPortTaken({ daemonSet }: ProtectedDaemon, pods: readonly SlimPod[]): boolean {
  const { hostPorts } = daemonSet.template;
  if (hostPorts.length === 0) return false;
  return pods.some(
    (pod) =>
      !isTerminal(pod) &&
      !belongsTo(pod, daemonSet) &&
      pod.hostPorts.some((taken) => hostPorts.some((port) => excludeEachOther(taken, port))),
  );
}
