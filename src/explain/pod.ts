/** Why a pod waits, where it is, and what was decided about it. */
import { isTerminal, type SlimDaemonSet, type SlimPod } from '../cluster/records.ts';
import { podPriority } from '../kube/priority.ts';
import { type AmountTexts, amountTexts } from './amounts.ts';
import type { Audience } from './audience.ts';
import { type DaemonCell, daemonCells } from './daemon/daemon-cell.ts';
import { type PodsHere, placeOf, podsByNode, podsHere } from './daemon/daemons-pods.ts';
import { daemonName } from './daemon/hold-state.ts';
import { compiledDaemon } from './daemonset.ts';
import type { Decision, DecisionObject } from './decisions/decision.ts';
import { shownTo } from './decisions/shown-decision.ts';
import { type PodTurn, podTurn, turnRemedy } from './pod-turn.ts';
import { type Code, remedyOf } from './remedy.ts';
import type { Scene } from './scene.ts';
import { explainWaiting, type WaitingPod } from './waiting-pod.ts';

export interface PodExplanation {
  readonly kind: 'Pod';
  readonly namespace: string;
  readonly name: string;
  readonly tenant: string;
  /** Where the cluster has several API servers; otherwise empty. */
  readonly partition: string;
  /** `gone`: the view does not have it, and decisions about it are remembered. */
  readonly state: 'bound' | 'waiting' | 'leaving' | 'ended' | 'gone';
  readonly phase: string | null;
  /** Where it is, or what it was made for. */
  readonly node: string | null;
  readonly priority: number | null;
  readonly requests: AmountTexts;
  /** The DaemonSet that it belongs to. */
  readonly daemonSet: string | null;
  /** Why it is not evicted for others; null when it may be. */
  readonly protection: { readonly code: Code; readonly words: string } | null;
  /** Of a daemon on its node. */
  readonly cell: DaemonCell | null;
  /** Its gates, which keep every scheduler from it; null when it has none. */
  readonly turn: PodTurn | null;
  /** Of another pod that waits. */
  readonly waiting: WaitingPod | null;
  readonly headroomMode: string;
  readonly remedy: string | null;
  readonly decisions: readonly Decision[];
  readonly problem: string | null;
}

export interface PodQuestion {
  readonly pod: SlimPod;
  /** How many of the refused nodes are shown. */
  readonly shown: number;
  readonly decisions: readonly Decision[];
  readonly audience: Audience;
}

export function explainPod({ pod, shown, decisions, audience }: PodQuestion, scene: Scene): PodExplanation {
  const { view, rules } = scene;
  const daemonSet = ownerOf(pod, scene);
  const node = view.node(placeOf(pod));
  const waits = pod.nodeName === '' && !pod.terminating && !isTerminal(pod);
  const cell =
    daemonSet && node
      ? daemonCells(
          compiledDaemon(daemonSet, scene),
          scene,
          audience,
        )(node, podsBeside(pod, daemonSet, scene))
      : null;
  const waiting = waits && daemonSet === null ? explainWaiting(pod, shown, scene) : null;
  const turn = waits ? podTurn(pod, scene.turns) : null;
  return {
    kind: 'Pod',
    namespace: pod.namespace,
    name: pod.name,
    tenant: pod.tenant,
    partition: pod.partition,
    state: isTerminal(pod) ? 'ended' : pod.terminating ? 'leaving' : waits ? 'waiting' : 'bound',
    phase: pod.phase,
    node: placeOf(pod) || null,
    priority: podPriority(pod),
    requests: amountTexts(pod.requests),
    daemonSet: daemonSet && daemonName(daemonSet),
    protection: protectionOf(pod, scene),
    cell,
    turn,
    waiting,
    headroomMode: rules.settings.headroom.mode,
    remedy: turn !== null ? turnRemedy(turn) : waiting === null ? null : remedyOfWaiting(waiting),
    decisions: decisions.map((decision) => shownTo(decision, audience)),
    problem: scene.problem,
  };
}

/** Of one that ends or has ended, how its DaemonSet stands on the node now: another pod may be there in its place. */
function podsBeside(pod: SlimPod, daemonSet: SlimDaemonSet, { view }: Scene): PodsHere {
  if (!pod.terminating && !isTerminal(pod)) return podsHere([pod]);
  return podsByNode(daemonSet, view).get(placeOf(pod)) ?? podsHere([pod]);
}

/** A pod that is gone, or never came to be: all that is left of it is what was decided. */
export function explainGone(
  { namespace, name, tenant, partition }: DecisionObject,
  decisions: readonly Decision[],
  audience: Audience,
  { rules, problem }: Scene,
): PodExplanation {
  return {
    kind: 'Pod',
    namespace,
    name,
    tenant,
    partition,
    state: 'gone',
    phase: null,
    node: null,
    priority: null,
    requests: {},
    daemonSet: null,
    protection: null,
    cell: null,
    turn: null,
    waiting: null,
    headroomMode: rules.settings.headroom.mode,
    remedy: null,
    decisions: decisions.map((decision) => shownTo(decision, audience)),
    problem,
  };
}

function remedyOfWaiting({ verdicts }: WaitingPod): string | null {
  if (verdicts.held > 0) return remedyOf('DW504');
  if (verdicts.ordered > 0) return remedyOf('DW505');
  return verdicts.others > 0 ? remedyOf('DW509') : null;
}

function ownerOf(pod: SlimPod, { view, ledger }: Scene) {
  const daemon = ledger.daemonOf(pod);
  if (daemon !== undefined) return daemon.daemonSet;
  const daemonSet = view.daemonSetByUid(pod.owner?.uid ?? '');
  const isOwn =
    daemonSet?.namespace === pod.namespace &&
    daemonSet.tenant === pod.tenant &&
    daemonSet.partition === pod.partition;
  return isOwn && daemonSet ? daemonSet : null;
}

function protectionOf(pod: SlimPod, { ledger, rules }: Scene): PodExplanation['protection'] {
  if (isTerminal(pod)) return null;
  const { mode } = rules.settings.preempt;
  const does = mode === 'enforce' ? 'is' : `would be (preempt.mode is ${mode})`;
  if (ledger.daemonOf(pod) !== undefined) {
    return { code: 'DW506', words: `a protected daemon: it ${does} taken off the victims of other pods` };
  }
  return rules.isSystem(pod)
    ? { code: 'DW507', words: `of the system tenant: it ${does} taken off the victims of tenants' pods` }
    : null;
}
