/** The settings of daemons: which priority they get, and which schedulers keep room for them. */
import type { SectionNode } from './schema-node.ts';

/** Pods without a priority class have priority 0, and tenants have no other unless somebody gave them a class. */
const TENANT_PRIORITY_CEILING = 0;
/** A priority is a signed number of 32 bits. */
const LOWEST_PRIORITY = -2_147_483_648;
/** Kubernetes keeps what is above for its own classes. */
const HIGHEST_USER_PRIORITY = 1_000_000_000;

export const daemonSettings = {
  type: 'object',
  description: 'How DaemonSets come first.',
  additionalProperties: false,
  default: {},
  properties: {
    defaultPriorityClass: {
      type: 'string',
      format: 'object-name',
      'x-reload': 'live',
      description:
        'The priority class for DaemonSets of the system tenant whose template names none, such as `system-node-critical`. ' +
        'Not set by default: a higher priority preempts other pods, so that somebody has to want it.',
    },
    tenantPriorityCeiling: {
      type: 'integer',
      minimum: LOWEST_PRIORITY,
      maximum: HIGHEST_USER_PRIORITY,
      default: TENANT_PRIORITY_CEILING,
      'x-reload': 'live',
      description:
        'The highest priority that tenants may use; daemons belong above it. By default that of pods without a priority class.',
    },
    schedulers: {
      type: 'array',
      items: { type: 'string', format: 'identity' },
      uniqueItems: true,
      default: ['default-scheduler'],
      'x-reload': 'live',
      description:
        'The names of the schedulers that call this extender. By default the one of pods that name none.',
    },
  },
} as const satisfies SectionNode;
