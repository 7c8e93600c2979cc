/** Every setting, described once as a JSON schema: type, defaults, checks and documentation come from here. */
import { clusterSettings } from './cluster-settings.ts';
import { daemonSettings } from './daemon-settings.ts';
import { exemptionSettings } from './exemption-settings.ts';
import { headroomSettings, preemptSettings } from './headroom-settings.ts';
import { ruleSettings } from './rule-settings.ts';
import type { SectionNode } from './schema-node.ts';
import { opsSettings, serverSettings } from './server-settings.ts';
import { tenancySettings } from './tenancy-settings.ts';

const logSettings = {
  type: 'object',
  description: 'What is logged.',
  additionalProperties: false,
  default: {},
  properties: {
    level: {
      type: 'string',
      enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      default: 'info',
      'x-reload': 'live',
      description: 'The least urgent level that is still written.',
    },
  },
} as const satisfies SectionNode;

export const configurationSchema = {
  type: 'object',
  description: 'What one Daemonward process does.',
  additionalProperties: false,
  required: ['apiVersion', 'kind'],
  properties: {
    apiVersion: {
      type: 'string',
      const: 'daemonward.dev/v1alpha1',
      'x-reload': 'restart',
      description: 'The version of this format.',
    },
    kind: {
      type: 'string',
      const: 'Configuration',
      'x-reload': 'restart',
      description: 'The kind of this document.',
    },
    server: serverSettings,
    ops: opsSettings,
    log: logSettings,
    cluster: clusterSettings,
    tenancy: tenancySettings,
    rules: ruleSettings,
    exemptions: exemptionSettings,
    daemons: daemonSettings,
    headroom: headroomSettings,
    preempt: preemptSettings,
  },
} as const satisfies SectionNode;
