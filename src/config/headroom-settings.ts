/** The settings of the scheduler extender: whose room is kept, for how long, and who is not evicted. */
import { EXTENDER_MODES } from '../policy/modes.ts';
import type { SectionNode } from './schema-node.ts';

/** Long enough to pull a large image and to bring a slow controller back, short enough not to waste a node. */
const PATIENCE = '10m';

export const headroomSettings = {
  type: 'object',
  description: 'The room that is kept on every node for the daemons that belong there.',
  additionalProperties: false,
  default: {},
  properties: {
    mode: {
      type: 'string',
      enum: EXTENDER_MODES,
      default: 'enforce',
      'x-reload': 'live',
      description:
        '`off` lets the filter pass every node, `audit` does so too and counts and logs what it would have refused, ' +
        '`enforce` refuses. By default room is kept: it takes effect only once a scheduler calls.',
    },
    patience: {
      type: 'string',
      format: 'duration',
      default: PATIENCE,
      'x-reload': 'live',
      description:
        'How long the room of a daemon is kept that does not come, such as `30s`, `10m` or `1h30m`: a broken DaemonSet ' +
        'never keeps it for good. By default long enough for a slow image or a controller that was away.',
    },
    daemonSets: {
      type: 'array',
      default: [],
      uniqueItems: true,
      'x-reload': 'live',
      description:
        'The DaemonSets that are protected: their room is kept, and their pods are not evicted for others. None means ' +
        'every DaemonSet of the system tenant; otherwise those that an item names, of whatever tenant.',
      items: {
        type: 'object',
        description: 'Protected DaemonSets.',
        additionalProperties: false,
        required: ['namespace'],
        properties: {
          namespace: {
            type: 'string',
            format: 'pattern',
            'x-reload': 'live',
            description:
              'Their namespace, a name or a pattern. No default: all of them is written out as `*`.',
          },
          name: {
            type: 'string',
            format: 'pattern',
            default: '*',
            'x-reload': 'live',
            description: 'Their name, a name or a pattern. By default all of the namespace.',
          },
        },
      },
    },
    resources: {
      type: 'array',
      items: { type: 'string', format: 'resource' },
      uniqueItems: true,
      default: [],
      'x-reload': 'live',
      description:
        'The resources that are kept, such as `cpu`, `memory` or `pods` (the places for pods). None means all that ' +
        'the daemons request, and their places.',
    },
  },
} as const satisfies SectionNode;

export const preemptSettings = {
  type: 'object',
  description: 'Who is not evicted to make room for others.',
  additionalProperties: false,
  default: {},
  properties: {
    mode: {
      type: 'string',
      enum: EXTENDER_MODES,
      default: 'enforce',
      'x-reload': 'live',
      description:
        '`off` leaves the choice to the scheduler, `audit` does so too and counts and logs what it would have changed, ' +
        '`enforce` takes protected daemons, and for a tenant the pods of the system, off the list.',
    },
  },
} as const satisfies SectionNode;
