/** The settings of exemptions: who is let off which rule, why, and until when. */
import { REASON_CODES } from '../policy/reasons.ts';
import type { SectionListNode } from './schema-node.ts';

export const exemptionSettings = {
  type: 'array',
  description:
    'Objects that a rule lets pass although it finds something. None by default: each one is a hole, so that it has ' +
    'to name its rule, its reason and its end.',
  default: [],
  uniqueItems: true,
  'x-reload': 'live',
  items: {
    type: 'object',
    description: 'One exemption.',
    additionalProperties: false,
    required: ['rule', 'namespace', 'reason', 'expires'],
    properties: {
      rule: {
        type: 'string',
        enum: REASON_CODES,
        'x-reload': 'live',
        description: 'The one rule that does not apply. No default: there is no exemption from everything.',
      },
      namespace: {
        type: 'string',
        format: 'pattern',
        'x-reload': 'live',
        description:
          'The namespaces of the objects, a name or a pattern. No default: an exemption for all namespaces is written out as `*`.',
      },
      name: {
        type: 'string',
        format: 'pattern',
        default: '*',
        'x-reload': 'live',
        description:
          'The names of the objects, a name or a pattern. By default all, because pods have names that nobody knows before.',
      },
      reason: {
        type: 'string',
        format: 'sentence',
        'x-reload': 'live',
        description: 'Why, for those who find it later. No default: nobody else can know.',
      },
      expires: {
        type: 'string',
        format: 'expiry',
        'x-reload': 'live',
        description:
          'When it ends: a day such as `2030-06-30` lasts to its end in UTC, a time such as `2030-06-30T12:00:00Z` is exact. ' +
          'No default: what never ends is forgotten. One in the past has no effect and is a warning.',
      },
    },
  },
} as const satisfies SectionListNode;
