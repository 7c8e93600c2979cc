/** What a cell says, in words: the same on the canvas' tips, in lists and for screen readers. */
import type { Cell, CellCause, CellState } from '../../../src/explain/grid/cell.ts';

export const STATE_WORDS: Readonly<Record<CellState, string>> = {
  ready: 'running and ready',
  running: 'running, not ready',
  waiting: 'waiting',
  held: 'room held',
  'given-up': 'given up',
  'never-fits': 'cannot fit',
  missing: 'missing',
  'not-eligible': 'does not belong',
};

/** In the order in which a legend is read: what is well, what comes, what is wrong. */
export const STATES_IN_ORDER: readonly CellState[] = [
  'ready',
  'running',
  'held',
  'waiting',
  'missing',
  'given-up',
  'never-fits',
  'not-eligible',
];

/** What somebody should look at, the worst first. */
export const TROUBLE: readonly CellState[] = [
  'given-up',
  'never-fits',
  'waiting',
  'missing',
  'held',
  'running',
];

export const STATE_MEANING: Readonly<Record<CellState, string>> = {
  ready: 'The daemon runs on the node and is ready.',
  running: 'Its pod is on the node and is not ready.',
  held: 'It has no pod there yet, and its room is kept.',
  waiting: 'Its pod waits to be placed on the node.',
  missing: 'It should be there; no pod is made, and no room is kept.',
  'given-up': 'It has not come in its time; its room is kept no longer.',
  'never-fits': 'The node is too small for it, even when empty.',
  'not-eligible': 'Selector, affinity or taints keep it off the node.',
};

const SHORT: Readonly<Record<CellCause, string>> = {
  none: '',
  cpu: 'cpu is short',
  memory: 'memory is short',
  pods: 'the node has no place for a pod',
  other: 'a resource is short',
  port: 'its host port is taken',
  starting: 'the node has not started',
  leaving: 'the pod before it is on its way out',
};

const TOO_SMALL: Readonly<Partial<Record<CellCause, string>>> = {
  cpu: 'the node has too little cpu',
  memory: 'the node has too little memory',
  pods: 'the node takes no pods',
  other: 'the node lacks a resource',
};

/** Why it is as it is; empty when there is nothing to say. */
export function causeWords({ state, cause }: Pick<Cell, 'state' | 'cause'>): string {
  return (state === 'never-fits' && TOO_SMALL[cause]) || SHORT[cause];
}

/** @example cellWords(cell, 1_800_000_000) // 'waiting: cpu is short; room held until 14:20:00' */
export function cellWords(cell: Cell, end: number | undefined): string {
  const cause = causeWords(cell);
  const parts = [
    STATE_WORDS[cell.state] + (cause ? `: ${cause}` : ''),
    ...(cell.outdated ? ['of an older template'] : []),
    ...(cell.holds ? [endWords(cell, end)] : []),
  ];
  return parts.join('; ');
}

function endWords({ state }: Cell, end: number | undefined): string {
  const until = end ? `until ${timeText(end)}` : 'until the node has started';
  return state === 'held' ? until : `room held ${until}`;
}

export function timeText(second: number): string {
  return new Date(second * 1000).toLocaleTimeString([], {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

/** @example counted(1, 'node') // '1 node' */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;
}

/** Amounts by resource, as the service writes them. That a pod takes the place of a pod goes without saying. */
export function amounts(texts: Readonly<Record<string, string>>): string {
  return Object.entries(texts)
    .filter(([resource]) => resource !== 'pods')
    .map(([resource, amount]) => `${amount} ${resource}`)
    .join(', ');
}
