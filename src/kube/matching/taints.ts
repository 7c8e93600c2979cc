/** Which toleration answers which taint, with Kubernetes v1.34's own rules. */
import type { Maybe, Taint, Toleration } from '../objects.ts';

/** Keeps new pods away: what the scheduler and the DaemonSet controller look at. PreferNoSchedule is a wish only. */
export const REPELLING_EFFECTS: readonly string[] = ['NoSchedule', 'NoExecute'];

/** Also sends away pods that already run. */
export const EVICTING_EFFECTS: readonly string[] = ['NoExecute'];

/**
 * True when the toleration covers the taint. An empty key or effect covers all of them, whatever the operator:
 * only validation ties an empty key to `Exists`, the matcher does not.
 */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  if (toleration.effect && toleration.effect !== taint.effect) return false;
  if (toleration.key && toleration.key !== taint.key) return false;
  switch (toleration.operator ?? '') {
    case '':
    case 'Equal':
      return (toleration.value ?? '') === (taint.value ?? '');
    case 'Exists':
      return true;
    default:
      // Lt and Gt stand behind a gate that is off; an operator nobody knows tolerates nothing.
      return false;
  }
}

/** As kubectl writes it: `dedicated=x:NoSchedule`. */
export function taintText({ key, value, effect }: Taint): string {
  return `${key}${value ? `=${value}` : ''}:${effect}`;
}

/**
 * The first taint with one of these effects that no toleration covers, or null when there is none.
 *
 * @example untoleratedTaint(node.taints, pod.tolerations, REPELLING_EFFECTS)
 */
export function untoleratedTaint(
  taints: Maybe<readonly Taint[]>,
  tolerations: Maybe<readonly Toleration[]>,
  effects: readonly string[],
): Taint | null {
  for (const taint of taints ?? []) {
    if (!effects.includes(taint.effect)) continue;
    if (!tolerations?.some((toleration) => tolerates(toleration, taint))) return taint;
  }
  return null;
}
