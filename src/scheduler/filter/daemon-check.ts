/** Daemon pods: is this the node that the pod was made for, and does it belong there (DW501 to DW503). */
import type { SlimNode, SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { compileEligibility, type Ineligible } from '../../daemons/eligibility.ts';
import { targetNode } from '../../daemons/target-node.ts';
import { belongsTo } from '../../headroom/protected/protected-daemon.ts';
import { taintText } from '../../kube/matching/taints.ts';
import { isAppsDaemonSetOwner } from '../../kube/metadata/owners.ts';
import type { SchedulingCode } from '../../policy/reasons.ts';
import type { SchedulingRules } from '../rules.ts';

export interface DaemonRefusal {
  readonly code: Extract<SchedulingCode, 'DW501' | 'DW502' | 'DW503'>;
  readonly text: string;
}

/** What is against a node, by its name and by what is known of it, or null. */
export type DaemonCheck = (name: string, node: SlimNode | undefined) => DaemonRefusal | null;

/**
 * Null when the pod is no daemon: a daemon has a DaemonSet of its own namespace as controller, or belongs to the system
 * and names its target. What other pods write about themselves gives them nothing.
 */
export function daemonCheck(
  pod: SlimPod,
  view: ClusterView,
  { isSystem }: SchedulingRules,
): DaemonCheck | null {
  const announced = pod.targetAnnotation !== '' && isSystem(pod);
  if (!announced && !hasDaemonSet(pod, view)) return null;
  const placement = pod.placement ?? {};
  const target = (announced ? pod.targetAnnotation : null) ?? targetNode(placement);
  const eligibility = compileEligibility(placement);
  return (name, node) => {
    if (target !== null && name !== target) {
      return { code: 'DW501', text: `DW501 made for ${target}` };
    }
    const reason = node === undefined ? null : eligibility.judge(node).reason;
    return reason === null ? null : refusalOf(reason);
  };
}

/** The pod of a DaemonSet that is as new to the view as the node that it was made for. */
export function isNewDaemon({ owner, placement }: SlimPod, node: string, view: ClusterView): boolean {
  if (owner === undefined || !isAppsDaemonSetOwner(owner) || placement === undefined) return false;
  return view.daemonSetByUid(owner.uid) === undefined && targetNode(placement) === node;
}

function hasDaemonSet(pod: SlimPod, view: ClusterView): boolean {
  const daemonSet = view.daemonSetByUid(pod.owner?.uid ?? '');
  return daemonSet !== undefined && belongsTo(pod, daemonSet);
}

/** Words without the node's name: what is the same of many nodes, the scheduler tells once. */
function refusalOf(reason: Ineligible): DaemonRefusal {
  switch (reason.kind) {
    case 'node-name':
      return { code: 'DW501', text: `DW501 made for ${reason.wanted}` };
    case 'node-selector': {
      const { key, wanted } = reason;
      return { code: 'DW502', text: `DW502 wants the label ${key}=${wanted}` };
    }
    case 'node-affinity':
      return { code: 'DW502', text: 'DW502 node affinity does not match' };
    case 'taint':
      return { code: 'DW503', text: `DW503 does not tolerate ${taintText(reason.taint)}` };
  }
}
