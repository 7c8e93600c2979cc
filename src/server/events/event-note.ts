/** What is told in the cluster itself, as an Event on a DaemonSet or an Order: for whom it is, and in which words. */
import type { AdmissionEvent } from '../../admission/door.ts';
import { shownFindings, shownName } from '../../admission/shown-findings.ts';
import { clipped } from '../../json/clipped.ts';
import { findingText } from '../../policy/finding.ts';

/** Of Events; each is a label of a metric, and a word to look for with kubectl. */
const EVENT_REASONS = [
  'Refused',
  'WaitingForRoom',
  'RoomGivenUp',
  'OrderShort',
  'OrderConflicting',
  'OrderExpired',
] as const;
export type EventReason = (typeof EVENT_REASONS)[number];

export interface EventObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Empty when there is no object: a create that was refused. */
  readonly uid: string;
}

export interface EventNote {
  readonly about: EventObject;
  readonly type: 'Normal' | 'Warning';
  readonly reason: EventReason;
  /** What was being done: `Create`, `Schedule`. */
  readonly action: string;
  readonly message: string;
  /** Every replica knows of it: only the holder of the Lease tells. */
  readonly isKnownToAll: boolean;
}

/** The API server refuses a message beyond 1,024 bytes where it checks; a character may have three. */
export const LONGEST_MESSAGE = 340;

/** More of them are in the answer that the caller got. */
const FINDINGS_SHOWN = 2;

/** As many as fit beside the other words. */
const NODES_SHOWN = 5;

const DAEMON_SET = { apiVersion: 'apps/v1', kind: 'DaemonSet' } as const;

/** Null when nobody is told: it passed, it was only tried, or it is not about what runs on every node. */
export function refusalNote(event: AdmissionEvent): EventNote | null {
  const { path, subject, operation, dryRun, kind, decision, objectUid } = event;
  const { denied } = decision;
  if (denied.length === 0 || dryRun || !path.endsWith('/daemonsets') || subject.name === '') return null;
  const { findings, more } = shownFindings(denied);
  const shown = findings.slice(0, FINDINGS_SHOWN).map(findingText);
  const left = findings.length - shown.length + more;
  const verb = operation.toLowerCase();
  const words = `${verb} refused: ${shown.join('; ')}${left > 0 ? `; and ${left} more` : ''}`;
  return {
    about: {
      apiVersion: kind.group ? `${kind.group}/${kind.version}` : kind.version,
      kind: kind.kind,
      namespace: subject.namespace,
      name: shownName(subject.name),
      uid: objectUid,
    },
    type: 'Warning',
    reason: 'Refused',
    action: `${operation.charAt(0)}${verb.slice(1)}`,
    message: clipped(words, LONGEST_MESSAGE),
    isKnownToAll: false,
  };
}

export interface Waiting {
  readonly nodes: readonly string[];
  /** How many of them have not the room now. */
  readonly full: number;
  /** When the patience of the last one ends, in ms since 1970. */
  readonly until: number;
}

type DaemonSetKey = Pick<EventObject, 'namespace' | 'name' | 'uid'>;

export function waitingNote(daemonSet: DaemonSetKey, { nodes, full, until }: Waiting): EventNote {
  const why = full > 0 ? `${full} without the room now` : 'all with room';
  const words =
    `waits for its pods on ${nodesText(nodes)} (${why}); others are kept out of that room until ` +
    `${new Date(until).toISOString()} at the latest`;
  return schedulingNote(daemonSet, 'Normal', 'WaitingForRoom', words);
}

export function givenUpNote(daemonSet: DaemonSetKey, nodes: readonly string[], total: number): EventNote {
  const words =
    `room is not kept any longer on ${nodesText(nodes, total)}: no pod was bound there within headroom.patience, so ` +
    'that others may take it';
  return schedulingNote(daemonSet, 'Warning', 'RoomGivenUp', words);
}

function schedulingNote(
  { namespace, name, uid }: DaemonSetKey,
  type: EventNote['type'],
  reason: EventReason,
  words: string,
): EventNote {
  return {
    about: { ...DAEMON_SET, namespace, name, uid },
    type,
    reason,
    action: 'Schedule',
    message: clipped(words, LONGEST_MESSAGE),
    isKnownToAll: true,
  };
}

function nodesText(nodes: readonly string[], total = nodes.length): string {
  const shown = nodes.slice(0, NODES_SHOWN);
  const more = total - shown.length;
  const words = total === 1 ? 'node' : 'nodes';
  return `${total} ${words}: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
