/** The part of an Order's schema that says on which nodes: Kubernetes' own fields, in Kubernetes' own shape. */
import { count, list, map, type ObjectNode, object, oneOf, text } from './open-api-node.ts';

/** A key of a label has a domain of at most 253 characters, a slash and a name of 63. */
const LONGEST_KEY = 317;
const LONGEST_VALUE = 63;
/** matchFields names nodes, whose names are DNS subdomains. */
const LONGEST_NODE_NAME = 253;

/** Nobody writes more by hand; what has a bound can be checked by the API server at a cost that it accepts. */
const MOST_LABELS = 64;
const MOST_TERMS = 64;
const MOST_REQUIREMENTS = 32;
const MOST_VALUES = 128;
const MOST_TOLERATIONS = 64;

export const NODE_SELECTOR: ObjectNode = map(
  'Labels that a node must have.',
  text('A value.', LONGEST_VALUE),
  MOST_LABELS,
);

const EXPRESSIONS = list(
  'Requirements on the labels of a node, all of which must hold.',
  object(
    'A requirement on one label.',
    {
      key: text('The key of the label.', LONGEST_KEY),
      operator: oneOf('How key and values belong together.', [
        'In',
        'NotIn',
        'Exists',
        'DoesNotExist',
        'Gt',
        'Lt',
      ]),
      values: list(
        'Values: some for In and NotIn, one whole number for Gt and Lt, none for the others.',
        text('A value.', LONGEST_VALUE),
        MOST_VALUES,
      ),
    },
    {
      required: ['key', 'operator'],
      'x-kubernetes-validations': [
        {
          rule: 'self.operator in ["In", "NotIn"] ? has(self.values) && size(self.values) > 0 : true',
          message: 'must name at least one value for In and NotIn',
          fieldPath: '.values',
        },
        {
          rule: 'self.operator in ["Exists", "DoesNotExist"] ? !has(self.values) || size(self.values) == 0 : true',
          message: 'must be left out for Exists and DoesNotExist',
          fieldPath: '.values',
        },
        {
          rule:
            'self.operator in ["Gt", "Lt"] ? has(self.values) && size(self.values) == 1 && ' +
            'self.values[0].matches("^-?[0-9]+$") : true',
          message: 'must be one whole number for Gt and Lt',
          fieldPath: '.values',
        },
      ],
    },
  ),
  MOST_REQUIREMENTS,
);

const FIELDS = list(
  'Requirements on the name of a node, all of which must hold.',
  object(
    'A requirement on the name of a node.',
    {
      key: oneOf('The only field there is.', ['metadata.name']),
      operator: oneOf('Whether it is this node, or any other.', ['In', 'NotIn']),
      values: list('One name.', text('The name of a node.', LONGEST_NODE_NAME), 1, { minItems: 1 }),
    },
    { required: ['key', 'operator', 'values'] },
  ),
  MOST_REQUIREMENTS,
);

const TERM = object('Holds when all of its requirements do; an empty one matches no node.', {
  matchExpressions: EXPRESSIONS,
  matchFields: FIELDS,
});

/** Preferences choose between nodes, and an Order is about every one of them: they are taken, and have no effect. */
export const AFFINITY: ObjectNode = object('Requirements on nodes beyond plain labels.', {
  nodeAffinity: object('Which nodes.', {
    requiredDuringSchedulingIgnoredDuringExecution: object(
      'A node is eligible when one of the terms holds.',
      {
        nodeSelectorTerms: list('The terms.', TERM, MOST_TERMS, { minItems: 1 }),
      },
      { required: ['nodeSelectorTerms'] },
    ),
    preferredDuringSchedulingIgnoredDuringExecution: list(
      'Taken as it is, and without effect: an Order is about every eligible node.',
      object(
        'A preferred term.',
        {
          weight: {
            type: 'integer',
            format: 'int32',
            minimum: 1,
            maximum: 100,
            description: 'From 1 to 100.',
          },
          preference: TERM,
        },
        { required: ['weight', 'preference'] },
      ),
      MOST_TERMS,
    ),
  }),
});

export const TOLERATIONS = list(
  'Taints that do not keep the reservation off a node, as Kubernetes means them: the effect counts.',
  object(
    'Tolerates the taints that it matches.',
    {
      key: text('The key of the taint; none, with Exists, matches every key.', LONGEST_KEY),
      operator: oneOf('How the value is compared; Equal unless given.', ['Equal', 'Exists']),
      value: text('The value of the taint.', LONGEST_VALUE),
      effect: oneOf('The effect of the taint; none matches every effect.', [
        '',
        'NoSchedule',
        'PreferNoSchedule',
        'NoExecute',
      ]),
      tolerationSeconds: count('For NoExecute: how long. Only guardians can be evicted by it.', {
        format: 'int64',
      }),
    },
    {
      'x-kubernetes-validations': [
        {
          rule: '(has(self.key) && self.key != "") || (has(self.operator) && self.operator == "Exists")',
          message: 'must be Exists when key is empty',
          fieldPath: '.operator',
        },
        {
          rule: '!has(self.operator) || self.operator != "Exists" || !has(self.value) || self.value == ""',
          message: 'must be empty when operator is Exists',
          fieldPath: '.value',
        },
        {
          rule: '!has(self.tolerationSeconds) || (has(self.effect) && self.effect == "NoExecute")',
          message: 'must be NoExecute when tolerationSeconds is set',
          fieldPath: '.effect',
        },
      ],
    },
  ),
  MOST_TOLERATIONS,
);
