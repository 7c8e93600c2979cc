/** The room that one node has to keep for its daemons: those that should be there and are not, and those that grow. */
import { isTerminal, type SlimNode, type SlimPod } from '../cluster/records.ts';
import { fitsOnEmpty } from '../kube/resources/fits.ts';
import { beyond, withPlace } from '../kube/resources/place.ts';
import type { Resources } from '../kube/resources/requests.ts';
import { largest, type ProtectedDaemon } from './protected/protected-daemon.ts';

/**
 * `missing`: no pod yet. `pending`: its pod waits for this node. `leaving`: the pod there is on its way out, and the
 * next one takes its place. `growth`: the newer template asks for more. `surge`: the new pod comes beside the old.
 * `resize`: the pod itself was resized, and waits for its node to grant what it asks for now. `settling`: the pod has just
 * been bound, and another scheduler may not know it yet.
 */
export const HOLD_KINDS = ['missing', 'pending', 'leaving', 'growth', 'surge', 'resize', 'settling'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

export interface Hold {
  readonly daemon: ProtectedDaemon;
  readonly kind: HoldKind;
  /** Amounts may be zero: then nothing more is held, but what fits has still to be asked of our own view. */
  readonly amounts: Resources;
  /** The node has not started yet, so that nobody is late. */
  readonly early: boolean;
}

/**
 * The hold of one daemon on one node, or null when there is nothing to keep. Its pods are bound there, or wait and are
 * made for just this node.
 */
export function holdOn(
  node: SlimNode,
  daemon: ProtectedDaemon,
  bound: readonly SlimPod[],
  aimed: readonly SlimPod[],
): Hold | null {
  if (daemon.daemonSet.terminating || !daemon.belongsOn(node) || daemon.neverFits(node)) return null;
  const early = !daemon.shouldRun(node);
  const present = bound.filter((pod) => !isTerminal(pod));
  const staying = present.filter((pod) => !pod.terminating);
  const waiting = aimed.find((pod) => !pod.terminating);
  const wanted = wantedBy(daemon, waiting, node);
  if (wanted === null) return null;
  const [current] = staying;
  if (current === undefined) {
    const leaving = present.map((pod) => withPlace(pod.requests));
    const kind = waiting ? 'pending' : leaving.length > 0 ? 'leaving' : 'missing';
    return { daemon, kind, early, amounts: beyond(wanted, leaving) };
  }
  if (waiting !== undefined) return { daemon, kind: 'pending', early, amounts: wanted };
  if (!staying.every((pod) => daemon.isOutdated(pod))) {
    const growing = staying.find(({ waitsToGrow }) => waitsToGrow);
    // The node's account has all that it asks for already, and may be overdrawn by it.
    return growing ? { daemon, kind: 'resize', early, amounts: nothingOf(daemon, growing) } : null;
  }
  if (daemon.surges) return { daemon, kind: 'surge', early, amounts: daemon.requests };
  return { daemon, kind: 'growth', early, amounts: beyond(daemon.requests, [withPlace(current.requests)]) };
}

/** Nothing more is kept: but for a moment it is our own view that says what fits, and not a scheduler's older one. */
export function settlingHold(daemon: ProtectedDaemon): Hold {
  return { daemon, kind: 'settling', early: false, amounts: nothingOf(daemon) };
}

/** No more than is taken, of each resource that the daemon has to do with. */
function nothingOf({ requests }: ProtectedDaemon, pod?: SlimPod): Resources {
  const resources = [...requests.keys(), ...(pod?.requests.keys() ?? [])];
  return new Map(resources.map((resource) => [resource, 0n]));
}

/**
 * A waiting pod asks for itself; one of an older template is replaced by one that asks for what the newer says. Null when it
 * is too large for its node even when that is empty: it waits for nothing that could be kept.
 */
function wantedBy(
  daemon: ProtectedDaemon,
  waiting: SlimPod | undefined,
  { allocatable }: SlimNode,
): Resources | null {
  if (waiting === undefined) return daemon.requests;
  const own = withPlace(waiting.requests);
  const fits = fitsOnEmpty(own, allocatable);
  if (!daemon.isOutdated(waiting)) return fits ? own : null;
  return fits ? largest(own, daemon.requests) : daemon.requests;
}
