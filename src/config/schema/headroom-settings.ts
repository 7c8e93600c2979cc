/** The settings of the scheduler extender: whose room is kept, for how long, and who is not evicted. */
import { ARKTOS_SYSTEM } from '../../kube/flavor.ts';
import { EXTENDER_MODES } from '../../policy/modes.ts';
import { listOf, oneOf, section, text } from './schema-node.ts';

/** Long enough to pull a large image and to bring a slow controller back, short enough not to waste a node. */
const PATIENCE = '10m';

export const headroomSettings = section({
  reload: 'live',
  description: 'The room that is kept on every node for the daemons that belong there.',
  properties: {
    mode: oneOf(EXTENDER_MODES, {
      default: 'enforce',
      description:
        '`off` lets the filter pass every node, `audit` does so too and counts and logs what it would have refused, ' +
        '`enforce` refuses. By default room is kept: it takes effect only once a scheduler calls.',
    }),
    patience: text('duration', {
      default: PATIENCE,
      description:
        'How long the room of a daemon is kept that does not come, such as `30s`, `10m` or `1h30m`: a broken DaemonSet ' +
        'never keeps it for good. By default long enough for a slow image or a controller that was away.',
    }),
    daemonSets: {
      type: 'array',
      default: [],
      uniqueItems: true,
      description:
        'The DaemonSets that are protected: their room is kept, and their pods are not evicted for others. None means ' +
        'every DaemonSet of the system tenant; otherwise those that an item names, of whatever tenant.',
      items: {
        ...section({
          reload: 'live',
          description: 'Protected DaemonSets.',
          properties: {
            namespace: text('pattern', {
              description:
                'Their namespace, a name or a pattern. No default: all of them is written out as `*`.',
            }),
            tenant: text('pattern', {
              'x-arktos-default': ARKTOS_SYSTEM,
              description:
                'On Arktos their tenant, a name or a pattern: every tenant has namespaces of the same names. By default there ' +
                'the system tenant.',
            }),
            name: text('pattern', {
              default: '*',
              description: 'Their name, a name or a pattern. By default all of the namespace.',
            }),
          },
        }),
        required: ['namespace'],
      },
    },
    resources: listOf('resource', {
      default: [],
      description:
        'The resources that are kept, such as `cpu`, `memory` or `pods` (the places for pods). None means all that ' +
        'the daemons request, and their places.',
    }),
  },
});

export const preemptSettings = section({
  reload: 'live',
  description: 'Who is not evicted to make room for others.',
  properties: {
    mode: oneOf(EXTENDER_MODES, {
      default: 'enforce',
      description:
        '`off` leaves the choice to the scheduler, `audit` does so too and counts and logs what it would have changed, ' +
        '`enforce` takes protected daemons, and for a tenant the pods of the system, off the list.',
    }),
  },
});
