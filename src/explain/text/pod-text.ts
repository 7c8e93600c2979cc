/** The explanation of a pod, as a person reads it. */
import { partitionKey } from '../../cluster/object-key.ts';
import type { TurnPlace } from '../../fairness/turn-place.ts';
import { FAIR_SHARE_GATE } from '../../kube/scheduling-gates.ts';
import type { PodExplanation } from '../pod.ts';
import type { PodTurn } from '../pod-turn.ts';
import { NODE_VERDICTS, type NodeVerdict, type RefusedNode, type WaitingPod } from '../waiting-pod.ts';
import { cellLines } from './daemonset-text.ts';
import { decisionSection } from './decision-text.ts';
import { amountWords, countWords, problemLines, table } from './lines.ts';

const VERDICT_WORDS = {
  open: 'nothing is against them that Daemonward knows of',
  held: 'refused: DW504 room held for daemons',
  ordered: 'refused: DW505 room held by an order',
  taken: 'refused for now: DW504 room taken by pods on their way',
  others: 'refused: DW509 room taken by pods of other partitions',
  short: 'full, whatever is held: the scheduler itself says so',
  taint: 'a taint is not tolerated',
  selector: 'node selector or affinity does not match',
} as const satisfies Record<NodeVerdict, string>;

export function podText(explanation: PodExplanation): string {
  const { partition, namespace, name, priority, requests, daemonSet, protection, cell, turn, waiting } =
    explanation;
  return [
    ...problemLines(explanation.problem),
    `Pod ${partitionKey(partition, `${namespace}/${name}`)} ${standing(explanation)}`,
    ...(priority === null ? [] : [`  asks for ${amountWords(requests)}; priority ${priority}`]),
    ...(daemonSet === null ? [] : [`  a pod of the DaemonSet ${daemonSet}`]),
    ...(protection === null ? [] : [`  ${protection.code} ${protection.words}`]),
    ...(cell === null ? [] : cellLines(cell)),
    ...(turn === null ? [] : turnLines(turn)),
    ...(waiting === null ? [] : waitingLines(waiting, explanation)),
    ...decisionSection(explanation.decisions),
    '',
  ].join('\n');
}

function standing({ state, node, daemonSet, turn }: PodExplanation): string {
  switch (state) {
    case 'bound':
      return `is on ${node}`;
    case 'waiting':
      if (turn !== null)
        return turn.gates === 'others' ? 'waits behind gates of others' : 'waits for its turn';
      return daemonSet === null || node === null ? 'waits for a node' : `waits for ${node}`;
    case 'leaving':
      return 'is on its way out';
    case 'ended':
      return 'has ended';
    case 'gone':
      return 'is not there';
  }
}

function waitingLines(waiting: WaitingPod, { headroomMode, remedy }: PodExplanation): string[] {
  const { verdicts, nodes, daemons, refused } = waiting;
  const found = NODE_VERDICTS.filter((verdict) => verdicts[verdict] > 0);
  const more = verdicts.held + verdicts.ordered + verdicts.taken + verdicts.others - refused.length;
  return [
    '',
    `Of ${countWords(nodes, 'node')}:`,
    ...table(found.map((verdict) => [String(verdicts[verdict]), VERDICT_WORDS[verdict]])),
    ...(headroomMode === 'audit' ? ['  headroom.mode is audit: what would be refused is let in'] : []),
    ...(daemons.length === 0 ? [] : ['', 'Room is held for:']),
    ...table(
      daemons.map(({ daemonSet, nodes: on, soonest, latest }) => [
        daemonSet,
        `on ${countWords(on, 'node')}`,
        latest === null ? '' : soonest === latest ? `until ${latest}` : `until ${soonest} to ${latest}`,
      ]),
    ),
    ...refused.flatMap(refusedLines),
    ...(more > 0 ? ['', `and ${countWords(more, 'node')} more that are refused`] : []),
    ...(remedy === null ? [] : ['', `what to do: ${remedy}`]),
  ];
}

function turnLines({ gates, place, problem }: PodTurn): string[] {
  if (gates === 'others')
    return ['  has scheduling gates of others: no scheduler looks at it before they are off'];
  const others = gates === 'both' ? ', and gates of others: its turn comes when those are off' : '';
  return [
    `  has the gate ${FAIR_SHARE_GATE} (docs/fairness.md)${others}`,
    ...(place === null ? [] : placeLines(place)),
    ...(problem === null ? [] : [`  STAYS: ${problem}`]),
  ];
}

function placeLines({ state, scheduler, tenant, place, ofTenant, tenants, before }: TurnPlace): string[] {
  const whose = `tenant "${tenant}" before ${scheduler}`;
  switch (state) {
    case 'releasing':
      return ['  its turn has come: the gate is being taken off'];
    case 'refused':
      return ['  its turn had come, and the API server refused to take the gate off: it is tried again'];
    case 'held':
      return [`  of its ${whose} ${countWords(ofTenant, 'other pod')} wait for turns`];
    case 'due':
      return [
        `  number ${place} of ${countWords(ofTenant, 'pod')} of its ${whose}`,
        `  about ${countWords(before ?? 0, 'pod')} of ${countWords(tenants, 'tenant')} go before it`,
      ];
  }
}

function refusedLines({ node, words, lacks, holds, orders }: RefusedNode): string[] {
  return [
    '',
    `${node}: ${words}`,
    ...table([
      ...lacks.map(({ resource, asked, free, missing }) => [
        resource,
        `asks for ${asked}, ${free} free, ${missing} too little beside what is held`,
      ]),
      ...holds.map(({ daemonSet, amounts, until }) => [
        daemonSet,
        `keeps ${amountWords(amounts)}${until === null ? '' : `, until ${until}`}`,
      ]),
      ...orders.map(({ order, wanted, until }) => [order, `keeps ${amountWords(wanted)}, until ${until}`]),
    ]),
  ];
}
