/** On which nodes a daemon belongs, and for every other node the reason why not. */

import { compileNodeAffinity, type NodeIdentity, type NodeMismatch } from '../kube/node-affinity.ts';
import type { Maybe, PodSpec, Taint } from '../kube/objects.ts';
import { EVICTING_EFFECTS, REPELLING_EFFECTS, untoleratedTaint } from '../kube/taints.ts';
import { withDaemonTolerations } from './tolerations.ts';

/**
 * `daemon`: as the DaemonSet controller decides it; cordoned and not-ready nodes stay in.
 * `reservation`: the same, and the node is Ready and not cordoned.
 */
export type Profile = 'daemon' | 'reservation';

/** What eligibility looks at. */
export interface EligibleNode extends NodeIdentity {
  readonly taints?: Maybe<readonly Taint[]>;
  readonly unschedulable?: Maybe<boolean>;
  /** The Ready condition is True; asked for by the reservation profile only. */
  readonly ready?: Maybe<boolean>;
}

/** Why a node is not eligible. */
export type Ineligible =
  /** The template names another node. */
  | { readonly kind: 'node-name'; readonly wanted: string }
  | NodeMismatch
  | { readonly kind: 'taint'; readonly taint: Taint }
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'cordoned' };

export interface Verdict {
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
  judge(node: EligibleNode): Verdict;
}

/** The parts of a template that decide where it may run. */
export type Placement = Pick<
  PodSpec,
  'nodeName' | 'nodeSelector' | 'affinity' | 'tolerations' | 'hostNetwork'
>;

const RUNS: Verdict = { shouldRun: true, shouldContinue: true, reason: null };

function refuse(reason: Ineligible, shouldContinue: boolean): Verdict {
  return { shouldRun: false, shouldContinue, reason };
}

function reservationRefusal(node: EligibleNode): Ineligible | null {
  if (node.ready !== true) return { kind: 'not-ready' };
  return node.unschedulable ? { kind: 'cordoned' } : null;
}

/**
 * Parses a template once; the result answers for any number of nodes.
 *
 * @example compileEligibility(daemonSet.spec.template.spec).judge(node).shouldRun
 */
export function compileEligibility(template: Placement, profile: Profile = 'daemon'): Eligibility {
  const affinity = compileNodeAffinity(template);
  const tolerations = withDaemonTolerations(template);
  const nodeName = template.nodeName ?? '';
  const reserving = profile === 'reservation';

  function shouldRun(node: EligibleNode): boolean {
    return (
      (nodeName === '' || nodeName === node.name) &&
      affinity.matches(node) &&
      untoleratedTaint(node.taints, tolerations, REPELLING_EFFECTS) === null &&
      (!reserving || reservationRefusal(node) === null)
    );
  }

  function judge(node: EligibleNode): Verdict {
    if (nodeName !== '' && nodeName !== node.name) {
      return refuse({ kind: 'node-name', wanted: nodeName }, false);
    }
    const mismatch = affinity.mismatch(node);
    if (mismatch !== null) return refuse(mismatch, false);
    const taint = untoleratedTaint(node.taints, tolerations, REPELLING_EFFECTS);
    if (taint !== null) {
      const evicting = untoleratedTaint(node.taints, tolerations, EVICTING_EFFECTS);
      return refuse({ kind: 'taint', taint: evicting ?? taint }, evicting === null);
    }
    const refusal = reserving ? reservationRefusal(node) : null;
    return refusal === null ? RUNS : refuse(refusal, true);
  }

  return { shouldRun, judge };
}
