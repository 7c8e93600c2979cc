/** Why a DaemonSet is on its nodes, or is not: all of them counted, those that need a look in full. */
import type { SlimDaemonSet, SlimNode } from '../cluster/records.ts';
import { compileDaemon, isRolledOut, type ProtectedDaemon } from '../headroom/protected/protected-daemon.ts';
import type { SchedulingSettings } from '../scheduler/settings.ts';
import { type AmountTexts, amountTexts } from './amounts.ts';
import { OPERATORS } from './audience.ts';
import { type CellState, type DaemonCell, daemonCells } from './daemon/daemon-cell.ts';
import { NOBODY_HERE, podsByNode } from './daemon/daemons-pods.ts';
import type { Decision } from './decisions/decision.ts';
import { byFrequency } from './forecast/summary.ts';
import type { Code } from './remedy.ts';
import { no, note, type RuleName, type RuleVerdict, yes } from './rule-verdict.ts';
import type { Scene } from './scene.ts';

export interface DaemonSetExplanation {
  readonly kind: 'DaemonSet';
  readonly namespace: string;
  readonly name: string;
  readonly tenant: string;
  /** Where the cluster has several API servers; otherwise empty. */
  readonly partition: string;
  readonly headroomMode: SchedulingSettings['headroom']['mode'];
  readonly priority: number;
  /** What a new pod of it takes of a node. */
  readonly requests: AmountTexts;
  /** What is so of the DaemonSet as a whole. */
  readonly rules: readonly RuleVerdict[];
  readonly nodes: number;
  readonly states: Readonly<Record<CellState, number>>;
  /** What keeps it away, or keeps it waiting: of each rule, on how many nodes it decides. */
  readonly reasons: readonly {
    readonly rule: RuleName;
    readonly code: Code | null;
    readonly nodes: number;
  }[];
  /** Why it does not belong on the others, the most frequent reason first. */
  readonly ineligible: readonly { readonly reason: string; readonly nodes: number }[];
  /** Those that need a look first. */
  readonly cells: readonly DaemonCell[];
  readonly cellsShown: number;
  readonly decisions: readonly Decision[];
  readonly problem: string | null;
}

export interface DaemonSetQuestion {
  readonly daemonSet: SlimDaemonSet;
  /** Of this node alone. */
  readonly node?: SlimNode | undefined;
  /** How many nodes are shown. */
  readonly shown: number;
  readonly decisions: readonly Decision[];
}

/** Who needs a look comes first. */
const URGENCY: readonly CellState[] = [
  'waiting',
  'given-up',
  'never-fits',
  'missing',
  'held',
  'running',
  'not-eligible',
  'ready',
];

export function explainDaemonSet(question: DaemonSetQuestion, scene: Scene): DaemonSetExplanation {
  const { daemonSet, node, shown, decisions } = question;
  const { view, rules } = scene;
  const daemon = compiledDaemon(daemonSet, scene);
  const pods = podsByNode(daemonSet, view);
  const cell = daemonCells(daemon, scene, OPERATORS);
  const cellOf = (node: SlimNode) => cell(node, pods.get(node.name) ?? NOBODY_HERE);
  const cells = node === undefined ? Array.from(view.nodes(), cellOf) : [cellOf(node)];
  const byState = Map.groupBy(cells, ({ state }) => state);
  const ordered = URGENCY.flatMap((state) => byState.get(state) ?? []);
  return {
    kind: 'DaemonSet',
    namespace: daemonSet.namespace,
    name: daemonSet.name,
    tenant: daemonSet.tenant,
    partition: daemonSet.partition,
    headroomMode: rules.settings.headroom.mode,
    priority: daemon.priority,
    requests: amountTexts(daemon.requests),
    rules: ownRules(daemonSet, scene),
    nodes: cells.length,
    states: countStates(byState),
    reasons: reasonsOf(cells),
    ineligible: ineligibleBy(byState.get('not-eligible') ?? []),
    cells: ordered.slice(0, shown),
    cellsShown: Math.min(shown, ordered.length),
    decisions,
    problem: scene.problem,
  };
}

/** As the ledger has it; of one that is not protected, as it would be. */
export function compiledDaemon(daemonSet: SlimDaemonSet, { ledger, view, rules }: Scene): ProtectedDaemon {
  for (const daemon of ledger.daemons()) if (daemon.daemonSet.uid === daemonSet.uid) return daemon;
  return compileDaemon(daemonSet, view, rules.ledger.isStartupTaint);
}

function countStates(byState: ReadonlyMap<CellState, readonly DaemonCell[]>): Record<CellState, number> {
  const count = (state: CellState) => byState.get(state)?.length ?? 0;
  return {
    ready: count('ready'),
    running: count('running'),
    waiting: count('waiting'),
    held: count('held'),
    'given-up': count('given-up'),
    missing: count('missing'),
    'never-fits': count('never-fits'),
    'not-eligible': count('not-eligible'),
  };
}

function reasonsOf(cells: readonly DaemonCell[]): DaemonSetExplanation['reasons'] {
  const against = cells.map(({ why }) => why).filter(({ verdict }) => verdict !== 'yes');
  const groups = Map.groupBy(against, ({ rule, code }) => `${rule} ${code ?? ''}`);
  return Array.from(groups.values(), (group) => {
    const [first] = group;
    return { rule: first?.rule ?? 'pod', code: first?.code ?? null, nodes: group.length };
  });
}

/** A reason may be a taint with a value of its own on every node. */
const REASONS_SHOWN = 20;

function ineligibleBy(cells: readonly DaemonCell[]): DaemonSetExplanation['ineligible'] {
  const counts = new Map<string, number>();
  for (const { why } of cells) {
    const reason = [why.code, why.words].filter(Boolean).join(' ');
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return byFrequency(counts).slice(0, REASONS_SHOWN);
}

function ownRules(daemonSet: SlimDaemonSet, { rules, ledger }: Scene): RuleVerdict[] {
  const isProtected = rules.ledger.isProtected(daemonSet);
  const { mode } = rules.settings.headroom;
  const kept = [...ledger.daemons()].some((daemon) => daemon.daemonSet.uid === daemonSet.uid);
  const protection = isProtected
    ? mode === 'enforce' && kept
      ? yes('protected', 'its room is kept on every node where it belongs')
      : note('protected', `it is protected, and headroom.mode is ${mode}: no room is kept from anybody`)
    : no('protected', 'it is not protected: no room is kept for it', {
        remedy: 'headroom.daemonSets says which are; by default all of the system tenant',
      });
  const { desired, updated, observedGeneration } = daemonSet.status;
  const rollout =
    observedGeneration < daemonSet.generation
      ? 'its controller has not looked at its newest spec yet'
      : `its rollout goes on: ${updated} of ${desired} pods are of the newest template`;
  return [
    protection,
    ...(daemonSet.terminating ? [no('pod', 'it is being deleted: no new pods are made')] : []),
    ...(isRolledOut(daemonSet) ? [] : [note('pod', rollout)]),
  ];
}
