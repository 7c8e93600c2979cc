/** The explanation of a node, as a person reads it. */
import type { NodeExplanation } from '../node.ts';
import { STATE_WORDS } from './daemonset-text.ts';
import { amountWords, countWords, problemLines, table } from './lines.ts';

const ROOM_HEADING = ['', 'allocatable', 'requested', 'free', 'held', 'on the way', 'left'];

export function nodeText(explanation: NodeExplanation): string {
  const { name, ready, cordoned, taints, pods, room, daemons, daemonSetsNotEligible } = explanation;
  const standing = [
    ready ? 'ready' : 'not ready',
    ...(cordoned ? ['cordoned'] : []),
    countWords(pods, 'pod'),
  ];
  return [
    ...problemLines(explanation.problem),
    `Node ${name}: ${standing.join(', ')}`,
    ...(taints.length === 0 ? [] : [`  taints: ${taints.join(', ')}`]),
    '',
    ...table([
      ROOM_HEADING,
      ...room.map(({ resource, allocatable, requested, free, held, onTheWay, left }) => [
        resource,
        allocatable,
        requested,
        free,
        held,
        onTheWay,
        left,
      ]),
    ]),
    '',
    ...holdLines(explanation),
    ...orderLines(explanation),
    '',
    'Daemons:',
    ...table(
      daemons.map(({ daemonSet, state, pod, why }) => [
        daemonSet,
        STATE_WORDS[state],
        why.verdict === 'yes' ? (pod ?? '') : why.words,
      ]),
    ),
    ...(daemonSetsNotEligible === 0
      ? []
      : [`  beside ${countWords(daemonSetsNotEligible, 'DaemonSet')} without a place here`]),
    '',
  ].join('\n');
}

function holdLines({ holds }: NodeExplanation): string[] {
  if (holds.length === 0) return ['No room is held for daemons here.'];
  const rows = holds.map(({ daemonSet, kind, amounts, until, givenUp }) => [
    daemonSet,
    kind,
    amountWords(amounts),
    givenUp ? 'given up' : until === null ? '' : `until ${until}`,
  ]);
  return ['Room held for daemons:', ...table(rows)];
}

function orderLines({ orders }: NodeExplanation): string[] {
  if (orders.length === 0) return [];
  const rows = orders.map(({ order, wanted, claimed, guarded, tooSmall, short, until }) => [
    order,
    [...(tooSmall ? [] : [amountWords(wanted) || 'all of it is claimed']), short].filter(Boolean).join('; '),
    [...(claimed ? ['claimed'] : []), ...(guarded ? ['by a guardian'] : [])].join(', '),
    `until ${until}`,
  ]);
  return ['', 'Room held by orders:', ...table(rows)];
}
