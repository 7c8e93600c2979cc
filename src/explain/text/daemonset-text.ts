/** The explanation of a DaemonSet, as a person reads it. */
import { partitionKey } from '../../cluster/object-key.ts';
import { CELL_STATES, type CellState, type DaemonCell } from '../daemon/daemon-cell.ts';
import type { DaemonSetExplanation } from '../daemonset.ts';
import { decisionSection } from './decision-text.ts';
import { amountWords, countWords, problemLines, ruleLines, table } from './lines.ts';

export const STATE_WORDS = {
  ready: 'running and ready',
  running: 'running, not ready',
  waiting: 'waiting',
  held: 'not there yet, room held',
  'given-up': 'given up',
  missing: 'not there',
  'never-fits': 'can never fit',
  'not-eligible': 'does not belong',
} as const satisfies Record<CellState, string>;

/** Of nodes that are as they should be, their number says enough. */
const QUIET: ReadonlySet<CellState> = new Set(['ready', 'not-eligible']);

/** Names in the table; all nodes that need a look follow one by one. */
const NAMES_SHOWN = 5;

export function daemonSetText(explanation: DaemonSetExplanation): string {
  const { partition, namespace, name, priority, requests, rules, nodes, states, cells, decisions } =
    explanation;
  const isOneNode = nodes === 1;
  const inFull = cells.filter(({ state }) => isOneNode || !QUIET.has(state));
  const more = nodes - states.ready - states['not-eligible'] - inFull.length;
  return [
    ...problemLines(explanation.problem),
    `DaemonSet ${partitionKey(partition, `${namespace}/${name}`)}: ${summary(explanation)}`,
    '',
    `  each pod asks for ${amountWords(requests)}; priority ${priority}`,
    ...ruleLines(rules),
    '',
    ...table(stateRows(explanation)),
    ...ineligibleLines(explanation),
    ...inFull.flatMap(cellLines),
    ...(more > 0 && !isOneNode ? ['', `and ${countWords(more, 'node')} more where it is not ready`] : []),
    ...decisionSection(decisions),
    '',
  ].join('\n');
}

function summary({ nodes, states }: DaemonSetExplanation): string {
  const there = states.ready + states.running;
  const eligible = nodes - states['not-eligible'];
  const others = CELL_STATES.filter((state) => !QUIET.has(state) && state !== 'running' && states[state] > 0);
  return [
    `on ${there} of the ${countWords(eligible, 'node')} where it belongs`,
    ...(states.running > 0 ? [`${states.running} of them not ready`] : []),
    ...others.map((state) => `${states[state]} ${STATE_WORDS[state]}`),
  ].join(', ');
}

function stateRows({ states, cells }: DaemonSetExplanation): string[][] {
  return CELL_STATES.filter((state) => states[state] > 0).map((state) => {
    const names = cells.filter((cell) => cell.state === state).map(({ node }) => node);
    const shown = names.slice(0, NAMES_SHOWN);
    const more = shown.length < states[state] && shown.length > 0 ? ', …' : '';
    return [STATE_WORDS[state], String(states[state]), `${shown.join(', ')}${more}`];
  });
}

/** One node alone says it by its rules. */
function ineligibleLines({ nodes, ineligible }: DaemonSetExplanation): string[] {
  if (nodes === 1 || ineligible.length === 0) return [];
  const rows = ineligible.slice(0, NAMES_SHOWN).map(({ reason, nodes: count }) => [String(count), reason]);
  return ['', 'Where it does not belong:', ...table(rows)];
}

export function cellLines({ node, state, rules }: DaemonCell): string[] {
  return ['', `${node}: ${STATE_WORDS[state]}`, ...ruleLines(rules)];
}
