/** One daemon on one node: how it stands there, and every rule that has a say. */
import type { SlimNode, SlimPod } from '../../cluster/records.ts';
import type { ProtectedDaemon } from '../../headroom/protected/protected-daemon.ts';
import type { Audience } from '../audience.ts';
import type { CellState } from '../grid/cell.ts';
import { no, note, type RuleVerdict, yes } from '../rule-verdict.ts';
import type { Scene } from '../scene.ts';
import { belongingRules } from './daemon-rules.ts';
import { NOBODY_HERE, type PodsHere } from './daemons-pods.ts';
import { HOLD_WORDS, type HoldState, holdOf, holdState } from './hold-state.ts';
import { portsRule, roomRule, waitingRules } from './waiting-rules.ts';

/**
 * `ready`, `running`: its pod is there. `waiting`: its pod was made for the node and is not bound. `held`: no pod yet, and
 * its room is kept. `given-up`: the same, and the patience is over. `missing`: no pod, and nothing is kept.
 */
export const CELL_STATES = [
  'ready',
  'running',
  'waiting',
  'held',
  'given-up',
  'missing',
  'never-fits',
  'not-eligible',
] as const satisfies readonly CellState[];
export type { CellState };

export interface DaemonCell {
  readonly node: string;
  readonly state: CellState;
  /** Of the pod that is there, or waits; null when there is none. */
  readonly pod: string | null;
  /** The rule that decides how it stands. */
  readonly why: RuleVerdict;
  readonly hold: HoldState | null;
  readonly rules: readonly RuleVerdict[];
}

/** Compiles the daemon once; the answer is for any number of nodes, each with the pods of the daemon there. */
export function daemonCells(
  daemon: ProtectedDaemon,
  scene: Scene,
  audience: Audience,
): (node: SlimNode, here: PodsHere) => DaemonCell {
  const { daemonSet } = daemon;
  const belonging = belongingRules(daemon, scene);
  return (node, here) => {
    const active = holdOf(node.name, daemonSet.uid, scene);
    const hold = active === undefined ? null : holdState(active, scene);
    const own = belonging(node);
    const pod = here.staying[0] ?? here.waiting[0];
    const rules = [
      ...own,
      podRule(here),
      ...presence(daemon, node, here, own, scene, audience),
      ...holdRule(hold, daemon, scene),
    ];
    const state = stateOf(here, own, hold);
    return { node: node.name, state, pod: pod?.name ?? null, why: decisive(state, rules), hold, rules };
  };
}

function stateOf(
  { staying, waiting }: PodsHere,
  own: readonly RuleVerdict[],
  hold: HoldState | null,
): CellState {
  const [pod] = staying;
  if (pod !== undefined) return pod.ready ? 'ready' : 'running';
  const against = own.find(({ verdict }) => verdict === 'no');
  if (against?.rule === 'size') return 'never-fits';
  if (against !== undefined) return 'not-eligible';
  if (hold?.givenUp) return 'given-up';
  if (waiting.length > 0) return 'waiting';
  return hold === null ? 'missing' : 'held';
}

/** What is asked only of a daemon that belongs here and is not here. */
function presence(
  daemon: ProtectedDaemon,
  node: SlimNode,
  { staying, waiting }: PodsHere,
  own: readonly RuleVerdict[],
  scene: Scene,
  audience: Audience,
): readonly RuleVerdict[] {
  const isAgainst = own.some(({ verdict }) => verdict === 'no');
  const [pod] = waiting;
  if (pod !== undefined) return waitingRules(pod, node, scene, audience);
  if (isAgainst || staying.length > 0) return [];
  const { hostPorts } = daemon.daemonSet.template;
  return [
    roomRule(daemon.requests, node, scene),
    ...(hostPorts.length > 0 ? [portsRule(hostPorts, undefined, node, scene, audience)] : []),
  ];
}

function podRule({ staying, leaving, waiting }: PodsHere): RuleVerdict {
  const [there] = staying;
  if (there !== undefined) return yes('pod', `${there.name} is there: ${standing(there)}`);
  const [waits] = waiting;
  if (waits !== undefined) return no('pod', `${waits.name} waits for this node`);
  const [goes] = leaving;
  if (goes !== undefined) return no('pod', `${goes.name} is on its way out`);
  return no('pod', 'no pod has been made for this node');
}

function standing({ ready, phase }: SlimPod): string {
  return ready ? 'running and ready' : `${phase.toLowerCase()}, not ready`;
}

function holdRule(hold: HoldState | null, daemon: ProtectedDaemon, { ledger, rules }: Scene): RuleVerdict[] {
  if (hold === null) return [];
  const isKept = [...ledger.daemons()].includes(daemon);
  const { mode } = rules.settings.headroom;
  if (!isKept || mode === 'off') return [];
  const waited = HOLD_WORDS[hold.kind];
  if (hold.givenUp) {
    return [no('hold', `its room is not kept any longer, after headroom.patience: ${waited}`, GIVEN_UP)];
  }
  const until = hold.until === null ? '' : ` until ${hold.until}`;
  const kept =
    mode === 'audit' ? 'its room would be kept, were headroom.mode enforce' : `its room is kept${until}`;
  return [note('hold', `${kept}: ${waited}`)];
}

const GIVEN_UP = {
  remedy: 'see why the pod does not come; its room is kept anew when the template or the node changes',
};

/** The first rule that says why it is so. */
function decisive(state: CellState, rules: readonly RuleVerdict[]): RuleVerdict {
  const find = (...names: readonly RuleVerdict['rule'][]) =>
    names.map((name) => rules.find(({ rule, verdict }) => rule === name && verdict !== 'yes')).find(Boolean);
  const pod = rules.find(({ rule }) => rule === 'pod') ?? podRule(NOBODY_HERE);
  switch (state) {
    case 'ready':
    case 'running':
      return pod;
    case 'never-fits':
      return find('size') ?? pod;
    case 'not-eligible':
      return find('selector', 'taints', 'runtime') ?? pod;
    case 'waiting':
      return find('room', 'ports', 'filter') ?? pod;
    case 'given-up':
      return find('room', 'ports', 'hold') ?? pod;
    case 'held':
    case 'missing':
      return find('hold') ?? pod;
  }
}
