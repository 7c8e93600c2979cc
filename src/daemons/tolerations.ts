/** The tolerations that Kubernetes gives every daemon pod, and the rule by which they are merged in. */
import type { Maybe, PodSpec, Toleration } from '../kube/objects.ts';

const ALWAYS: readonly Toleration[] = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/disk-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/pid-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
];

const ON_HOST_NETWORK: Toleration = {
  key: 'node.kubernetes.io/network-unavailable',
  operator: 'Exists',
  effect: 'NoSchedule',
};

/** The six, or with the host's network the seven, tolerations of a daemon pod, in the controller's order. */
export function daemonTolerations(hostNetwork: Maybe<boolean>): readonly Toleration[] {
  return hostNetwork ? [...ALWAYS, ON_HOST_NETWORK] : ALWAYS;
}

/** Raw text compare, as Kubernetes does: an operator left out is not the same as `Equal`, and seconds do not count. */
function isSame(a: Toleration, b: Toleration): boolean {
  return (
    (a.key ?? '') === (b.key ?? '') &&
    (a.effect ?? '') === (b.effect ?? '') &&
    (a.operator ?? '') === (b.operator ?? '') &&
    (a.value ?? '') === (b.value ?? '')
  );
}

/** Replaces every entry of the same identity in place, or appends when there is none. */
function addOrReplace(tolerations: readonly Toleration[], added: Toleration): readonly Toleration[] {
  if (!tolerations.some((toleration) => isSame(toleration, added))) return [...tolerations, added];
  return tolerations.map((toleration) => (isSame(toleration, added) ? added : toleration));
}

/** Kubernetes' own merge: in place where the identity is the same, else at the end. Idempotent. Those that come differ. */
export function mergeTolerations(
  tolerations: Maybe<readonly Toleration[]>,
  added: readonly Toleration[],
): readonly Toleration[] {
  return tolerations?.length ? added.reduce(addOrReplace, tolerations) : added;
}

/**
 * The tolerations of a pod after the DaemonSet controller has completed them. Idempotent.
 *
 * @example withDaemonTolerations({ tolerations: [], hostNetwork: true }) // all seven
 */
export function withDaemonTolerations(
  spec: Pick<PodSpec, 'tolerations' | 'hostNetwork'>,
): readonly Toleration[] {
  return mergeTolerations(spec.tolerations, daemonTolerations(spec.hostNetwork));
}
