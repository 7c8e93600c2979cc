/** The schema of an Order's status: numbers that an alert can read, and what a person asks first. */
import { count, list, type ObjectNode, object, oneOf, text } from './open-api-node.ts';

/** Nobody reads more; all are counted, and `explain` names each. */
export const MOST_SHORT_NODES = 20;

const LONGEST_NAME = 253;
const LONGEST_TYPE = 316;
const LONGEST_REASON = 1_024;
const LONGEST_MESSAGE = 32_768;
const MOST_CONDITIONS = 8;

const time = (description: string) => ({ type: 'string', format: 'date-time', description }) as const;

const CONDITION = object(
  'As the conditions of other objects.',
  {
    type: text('Ready or Conflicting.', LONGEST_TYPE),
    status: oneOf('Whether it is so.', ['True', 'False', 'Unknown']),
    reason: text('One word.', LONGEST_REASON),
    message: text('In words.', LONGEST_MESSAGE),
    lastTransitionTime: time('Since when it is so.'),
    observedGeneration: count('Of which generation of the spec it speaks.', { format: 'int64' }),
  },
  { required: ['type', 'status', 'reason', 'message', 'lastTransitionTime'] },
);

export const STATUS: ObjectNode = object('What has become of it; written by Daemonward.', {
  observedGeneration: count('The generation of the spec that the rest is about.', { format: 'int64' }),
  eligible: count('Nodes on which room should be reserved.'),
  held: count('Nodes on which what is not claimed of it is kept.'),
  claimed: count('Nodes on which an owner uses it.'),
  short: count('Nodes that cannot give what is still to be kept.'),
  shortNodes: list(
    'The first of them, by name.',
    object(
      'A node without the room.',
      { node: text('Its name.', LONGEST_NAME), reason: text('What is too little there.', LONGEST_REASON) },
      { required: ['node', 'reason'] },
    ),
    MOST_SHORT_NODES,
  ),
  periodStart: time('When what is held now was reserved.'),
  nextRefresh: time(
    'When it is next refreshed, or begins anew; without it, what is held ends with its duration.',
  ),
  conditions: list(
    'Ready: every eligible node is held or claimed. Conflicting: another Order comes first.',
    CONDITION,
    MOST_CONDITIONS,
    {
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
    },
  ),
});
