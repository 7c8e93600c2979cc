/** The pod that a call is about: from the view when it knows it, else from the body. */
import type { SlimPod } from '../cluster/records.ts';
import { counted } from '../cluster/resource-column.ts';
import { createProjector } from '../cluster/slim.ts';
import type { ClusterView } from '../cluster/view.ts';
import type { HoldLedger } from '../daemons/hold-ledger.ts';
import { withPlace } from '../daemons/protected-daemon.ts';
import { invalidField, type Parsed, parsed } from '../json/problem.ts';
import type { Slice } from '../json/scan.ts';
import { DEFAULT_PRIORITY } from '../kube/priority.ts';
import type { Resources } from '../kube/requests.ts';
import type { PodIdentity } from './asked-pod.ts';

export interface Asking {
  readonly pod: SlimPod;
  readonly priority: number;
  /** What it takes of a node, its place among the pods included; nothing of which it asks for none. */
  readonly requests: Resources;
}

export type AskingReader = (bytes: Buffer, pod: Slice, identity?: PodIdentity) => Parsed<Asking>;

export function askingReader(view: ClusterView): AskingReader {
  const { pods: project } = createProjector();
  // Pods are asked about again and again: what was worked out for one record holds as long as the record does.
  const known = new WeakMap<SlimPod, Asking>();
  return (bytes, { start, end }, identity) => {
    const fromView = identity?.uid === undefined ? undefined : view.pod(identity.uid);
    if (fromView !== undefined && identity !== undefined && isThe(fromView, identity)) {
      const asking = known.get(fromView) ?? askingOf(fromView);
      known.set(fromView, asking);
      return parsed(asking);
    }
    const projected = project(JSON.parse(bytes.toString('utf8', start, end)));
    // "Pod shop/web-1: spec.x: …" is about the field Pod.spec.x.
    if (!projected.ok) return invalidField('Pod', projected.error.replace(/^Pod[^:]*: /, ''));
    return parsed(askingOf(projected.record));
  };
}

/**
 * The view is read when it has the very state of the pod that was sent: it may be ahead of the scheduler or behind, and
 * what the scheduler asks about counts. A bound record does not say where the pod may go.
 */
function isThe(record: SlimPod, { resourceVersion }: PodIdentity): boolean {
  return (
    record.nodeName === '' && record.resourceVersion !== '' && record.resourceVersion === resourceVersion
  );
}

export function askingOf(pod: SlimPod): Asking {
  const requests = new Map([...withPlace(pod.requests)].filter(([, amount]) => amount > 0n));
  return { pod, priority: pod.priority ?? DEFAULT_PRIORITY, requests };
}

/** A protected daemon's own room is what is held: only daemons above it are before it. */
export function againstHolds(asking: Asking, ledger: HoldLedger): Asking {
  const own = ledger.daemonOf(asking.pod);
  return own === undefined ? asking : { ...asking, priority: Math.max(asking.priority, own.priority) + 1 };
}

/** As the accounts of the nodes count them, so that sums stay exact. */
export function asNumbers(requests: Resources): (readonly [resource: string, amount: number])[] {
  return Array.from(requests, ([resource, amount]) => [resource, Number(counted(amount))] as const);
}
