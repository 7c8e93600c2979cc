/** The part of an Order's schema that says who may use the room. Pods claim nothing themselves: anybody could. */

import { list, map, object, oneOf, text } from './open-api-node.ts';
import { celRules, OWNER_RULES } from './order-rules.ts';

const LONGEST_NAME = 253;
const LONGEST_KIND = 63;
const LONGEST_API_VERSION = 317;
const LONGEST_LABEL_KEY = 317;
const LONGEST_VALUE = 63;
/** An Order is for an agent or a few of them. */
const MOST_OWNERS = 16;
const MOST_LABELS = 16;
const MOST_REQUIREMENTS = 16;
const MOST_VALUES = 32;

const SELECTOR = object('Labels of the pods.', {
  matchLabels: map('Labels that a pod must have.', text('A value.', LONGEST_VALUE), MOST_LABELS),
  matchExpressions: list(
    'Requirements on the labels of a pod, all of which must hold.',
    object(
      'A requirement on one label.',
      {
        key: text('The key of the label.', LONGEST_LABEL_KEY),
        operator: oneOf('How key and values belong together.', ['In', 'NotIn', 'Exists', 'DoesNotExist']),
        values: list('Values.', text('A value.', LONGEST_VALUE), MOST_VALUES),
      },
      {
        required: ['key', 'operator'],
        'x-kubernetes-validations': [
          {
            rule: '(self.operator in ["In", "NotIn"]) == (has(self.values) && size(self.values) > 0)',
            message: 'must be given for In and NotIn, and left out for Exists and DoesNotExist',
            fieldPath: '.values',
          },
        ],
      },
    ),
    MOST_REQUIREMENTS,
  ),
});

const OWNER = object(
  'All that is said of the pods has to be so.',
  {
    namespace: text(
      "The namespace of the pods, which must be the system tenant's; that of the Order unless given.",
      LONGEST_KIND,
    ),
    apiVersion: text('Of the controller of the pods, such as apps/v1.', LONGEST_API_VERSION),
    kind: text(
      'Of the controller of the pods, such as DaemonSet; Pod, or none, for pods themselves.',
      LONGEST_KIND,
    ),
    name: text('Of the controller, or of the pod.', LONGEST_NAME),
    selector: SELECTOR,
  },
  { 'x-kubernetes-validations': celRules(OWNER_RULES) },
);

export const OWNERS = list('Whose pods may use the room.', OWNER, MOST_OWNERS);
