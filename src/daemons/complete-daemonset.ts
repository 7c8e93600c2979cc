/** Completes templates of the system tenant: a priority class where there is none, and tolerations that were asked for. */
import { isDeepStrictEqual } from 'node:util';
import jsonPatch, { type Operation } from 'fast-json-patch';
import { TOLERATE_NOT_READY_ANNOTATION } from '../kube/metadata/annotations.ts';
import type { DaemonSet, Toleration } from '../kube/objects.ts';
import { setAt } from './patch.ts';
import { mergeTolerations } from './tolerations.ts';

const NOT_READY: readonly Toleration[] = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoSchedule' },
];

/**
 * Every change of a template restarts a fleet. So this speaks only when the template is new or changes anyway, or when
 * the annotation does, and always says the same.
 */
export function completeDaemonSet(
  daemonSet: DaemonSet,
  old: DaemonSet | undefined,
  defaultPriorityClass: string | undefined,
): Operation[] {
  const wantsNotReady = asksForNotReady(daemonSet);
  const unchanged =
    old !== undefined &&
    isDeepStrictEqual(daemonSet.spec?.template, old.spec?.template) &&
    wantsNotReady === asksForNotReady(old);
  const pod = daemonSet.spec?.template?.spec;
  if (unchanged || !pod) return [];
  const operations: Operation[] = [];
  if (defaultPriorityClass !== undefined && !pod.priorityClassName) {
    operations.push(
      setAt(daemonSet, ['spec', 'template', 'spec', 'priorityClassName'], defaultPriorityClass),
    );
  }
  if (wantsNotReady) {
    const tolerations = mergeTolerations(pod.tolerations, NOT_READY);
    if (!isDeepStrictEqual(tolerations, pod.tolerations ?? [])) {
      operations.push(setAt(daemonSet, ['spec', 'template', 'spec', 'tolerations'], tolerations));
    }
  }
  return operations;
}

/** A new one as it is after the mutating hook. */
export function completedDaemonSet(
  daemonSet: DaemonSet,
  defaultPriorityClass: string | undefined,
): DaemonSet {
  const operations = completeDaemonSet(daemonSet, undefined, defaultPriorityClass);
  return jsonPatch.applyPatch(daemonSet, operations, false, false).newDocument;
}

function asksForNotReady({ metadata }: DaemonSet): boolean {
  return metadata?.annotations?.[TOLERATE_NOT_READY_ANNOTATION] === 'true';
}
