/**
 * On which nodes a daemon belongs, as the DaemonSet controller decides it, and for every other node the reason why not.
 * Cordoned and not-ready nodes stay in, but for their taints.
 */
import type { Placement, SlimNode } from '../cluster/records.ts';
import { compileNodeAffinity, type NodeIdentity, type NodeMismatch } from '../kube/matching/node-affinity.ts';
import { EVICTING_EFFECTS, REPELLING_EFFECTS, untoleratedTaint } from '../kube/matching/taints.ts';
import type { Maybe, Taint, Toleration } from '../kube/objects.ts';
import { withDaemonTolerations } from './tolerations.ts';

/** What eligibility looks at. */
export interface EligibleNode extends NodeIdentity {
  readonly taints?: Maybe<readonly Taint[]>;
}

/** Why a node is not eligible. */
export type Ineligible =
  /** The template names another node. */
  | { readonly kind: 'node-name'; readonly wanted: string }
  | NodeMismatch
  | { readonly kind: 'taint'; readonly taint: Taint };

export interface EligibilityResult {
  readonly shouldRun: boolean;
  /** A pod that is there already may stay. */
  readonly shouldContinue: boolean;
  /** Null exactly when the daemon should run. */
  readonly reason: Ineligible | null;
}

export interface Eligibility {
  /** The quick answer, for thousands of nodes. */
  shouldRun(node: EligibleNode): boolean;
  /** The whole answer. */
  judge(node: EligibleNode): EligibilityResult;
}

const RUNS: EligibilityResult = { shouldRun: true, shouldContinue: true, reason: null };

function refuse(reason: Ineligible, shouldContinue: boolean): EligibilityResult {
  return { shouldRun: false, shouldContinue, reason };
}

/**
 * Parses a template once; the result answers for any number of nodes.
 *
 * @example compileEligibility(daemonSet.spec.template.spec).judge(node).shouldRun
 */
export function compileEligibility(template: Placement): Eligibility {
  return compileWith(template, withDaemonTolerations(template));
}

function compileWith(template: Placement, tolerations: readonly Toleration[]): Eligibility {
  const affinity = compileNodeAffinity(template);
  const nodeName = template.nodeName ?? '';

  function shouldRun(node: EligibleNode): boolean {
    return (
      (nodeName === '' || nodeName === node.name) &&
      affinity.matches(node) &&
      untoleratedTaint(node.taints, tolerations, REPELLING_EFFECTS) === null
    );
  }

  function judge(node: EligibleNode): EligibilityResult {
    if (nodeName !== '' && nodeName !== node.name) {
      return refuse({ kind: 'node-name', wanted: nodeName }, false);
    }
    const mismatch = affinity.mismatch(node);
    if (mismatch !== null) return refuse(mismatch, false);
    const taint = untoleratedTaint(node.taints, tolerations, REPELLING_EFFECTS);
    if (taint === null) return RUNS;
    const evicting = untoleratedTaint(node.taints, tolerations, EVICTING_EFFECTS);
    return refuse({ kind: 'taint', taint: evicting ?? taint }, evicting === null);
  }

  return { shouldRun, judge };
}

/** What keeps room from being reserved on a node, beyond what keeps a daemon away. */
export type Unreservable =
  | Ineligible
  | { readonly kind: 'not-ready' }
  /** Also where the taint that says so is tolerated. */
  | { readonly kind: 'cordoned' };

/**
 * The `reservation` profile: as for a daemon, but on nodes that are ready and not cordoned only, and with the template's
 * own tolerations alone. Null when room can be reserved on the node.
 *
 * @example compileReservation(order.template.placement)(node)?.kind // 'cordoned'
 */
export function compileReservation(template: Placement): (node: SlimNode) => Unreservable | null {
  const { judge } = compileWith(template, template.tolerations ?? []);
  return (node) => {
    if (!node.ready) return { kind: 'not-ready' };
    return node.unschedulable ? { kind: 'cordoned' } : judge(node).reason;
  };
}
