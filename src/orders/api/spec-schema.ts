/** The schema of an Order's spec: the fields of korder's DaemonSet mode under their own names, and two of ours. */
import { ENFORCEMENTS, ORDER_DEFAULTS, REFRESH_POLICIES, STRATEGIES } from '../../kube/orders.ts';
import {
  count,
  map,
  type ObjectNode,
  object,
  oneOf,
  type QuantityNode,
  text,
  yesNo,
} from './open-api-node.ts';
import { celRules, DAEMON_SET_RULE, DURATION_RULE, RESOURCE_RULES, STRATEGY_RULES } from './order-rules.ts';
import { OWNERS } from './owners-schema.ts';
import { AFFINITY, NODE_SELECTOR, TOLERATIONS } from './placement-schema.ts';

/** Five fields of cron with lists in them; more is a mistake. */
const LONGEST_SCHEDULE = 128;
const LONGEST_DURATION = 32;
const LONGEST_TIME_ZONE = 64;
const LONGEST_NAME = 253;
const LONGEST_LABEL = 63;
const LONGEST_ANNOTATION = 1_024;
const MOST_LABELS = 64;
/** cpu, memory, storage, and a device or two for each vendor. */
const MOST_RESOURCES = 32;
const LONGEST_QUANTITY = 32;

/** Kubernetes' own pattern, without a sign that makes it less than nothing, and without powers of ten that nobody can count. */
const QUANTITY: QuantityNode = {
  'x-kubernetes-int-or-string': true,
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  pattern: '^[+]?(([0-9]+([.][0-9]*)?)|([.][0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE]([+]|-)?(1[0-8]|[0-9])))?$',
  minimum: 0,
  maxLength: LONGEST_QUANTITY,
  description: 'A quantity such as 100m, 2 or 128Mi.',
};

const STRATEGY = object(
  'When room is reserved, and what becomes of it when it is used.',
  {
    type: oneOf(
      'OneTime reserves from when the Order is made, and is refreshed when its time is over. Scheduled reserves at the times of ' +
        'the schedule, and in between nothing once its time is over. Recurring reserves always, and is refreshed at the times ' +
        'of the schedule.',
      STRATEGIES,
      { default: 'OneTime' },
    ),
    schedule: text(
      'For Scheduled and Recurring: five fields of cron, such as "0 */6 * * *".',
      LONGEST_SCHEDULE,
      { minLength: 1 },
    ),
    timeZone: text('The time zone of the schedule, such as Europe/Berlin.', LONGEST_TIME_ZONE, {
      default: ORDER_DEFAULTS.timeZone,
    }),
    refreshPolicy: oneOf(
      'Where a refresh reserves all of the room anew, whatever was claimed of it: OnClaim on nodes where it was claimed, ' +
        'Always on every node, Never nowhere.',
      REFRESH_POLICIES,
      { default: ORDER_DEFAULTS.refreshPolicy },
    ),
  },
  {
    // Rules are tried on a default before the defaults of its fields are filled in.
    default: {
      type: 'OneTime',
      timeZone: ORDER_DEFAULTS.timeZone,
      refreshPolicy: ORDER_DEFAULTS.refreshPolicy,
    },
    'x-kubernetes-validations': celRules(STRATEGY_RULES),
  },
);

const RESOURCES = object(
  'The room on each node.',
  {
    requests: map('What is reserved.', QUANTITY, MOST_RESOURCES),
    limits: map(
      'What is reserved of a resource that requests leave out, as for containers.',
      QUANTITY,
      MOST_RESOURCES,
    ),
  },
  { 'x-kubernetes-validations': celRules(RESOURCE_RULES) },
);

/** korder's tickets lie about when they are over; here nothing does. */
const LIFECYCLE = object(
  'Taken as it is, and without effect: a reservation that has expired leaves nothing behind, and an Order is never deleted.',
  {
    cleanupPolicy: oneOf('Without effect.', ['Delete', 'Retain']),
    ttlSecondsAfterFinished: count('Without effect.'),
  },
);

const TEMPLATE_SPEC = object(
  'One reservation.',
  {
    duration: text('How long a reservation lasts, such as 30m or 24h.', LONGEST_DURATION, {
      default: ORDER_DEFAULTS.duration,
      'x-kubernetes-validations': [{ rule: DURATION_RULE.rule, message: DURATION_RULE.message }],
    }),
    startTime: { type: 'string', format: 'date-time', description: 'Nothing is reserved before.' },
    resources: RESOURCES,
    nodeSelector: NODE_SELECTOR,
    affinity: AFFINITY,
    tolerations: TOLERATIONS,
    priorityClassName: text(
      'Which of several Orders comes first on a node that has not room for all of them; also the class of guardians.',
      LONGEST_NAME,
    ),
    schedulerName: text('The scheduler that places guardians.', LONGEST_NAME),
    lifecycle: LIFECYCLE,
  },
  { required: ['resources'] },
);

const TEMPLATE = object(
  'What is reserved on each eligible node.',
  {
    metadata: object('Taken as it is, and without effect.', {
      labels: map('Without effect.', text('A value.', LONGEST_LABEL), MOST_LABELS),
      annotations: map('Without effect.', text('A value.', LONGEST_ANNOTATION), MOST_LABELS),
    }),
    spec: TEMPLATE_SPEC,
  },
  { required: ['spec'] },
);

export const SPEC: ObjectNode = object(
  'What is to be reserved, where, when and for whom.',
  {
    daemonSet: yesNo('Must be true: one reservation on every eligible node.'),
    paused: yesNo('True: nothing is reserved while it is so. The clock goes on.'),
    enforcement: oneOf(
      'Hold: the scheduler extender keeps the room, and nothing is made. Guardian: also a pause pod on each node, for ' +
        'schedulers that never ask, and for autoscalers.',
      ENFORCEMENTS,
      { default: ORDER_DEFAULTS.enforcement },
    ),
    strategy: STRATEGY,
    owners: OWNERS,
    template: TEMPLATE,
  },
  { required: ['template'], 'x-kubernetes-validations': celRules([DAEMON_SET_RULE]) },
);
