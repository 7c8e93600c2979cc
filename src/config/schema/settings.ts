/** Every setting, described once as a JSON schema: type, defaults, checks and documentation come from here. */
import { clusterSettings } from './cluster-settings.ts';
import { daemonSettings } from './daemon-settings.ts';
import { fairnessSettings } from './fairness-settings.ts';
import { headroomSettings, preemptSettings } from './headroom-settings.ts';
import { orderSettings } from './order-settings.ts';
import { exemptionSettings, ruleSettings } from './rule-settings.ts';
import { oneOf, section } from './schema-node.ts';
import { opsSettings, serverSettings } from './server-settings.ts';
import { tenancySettings } from './tenancy-settings.ts';
import { workloadSettings } from './workload-settings.ts';

const logSettings = section({
  reload: 'live',
  description: 'What is logged.',
  properties: {
    level: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      default: 'info',
      description:
        'The least urgent level that is still written. At `debug` every review has its line, also one that nothing was found in.',
    }),
    format: oneOf(['auto', 'json', 'text'], {
      default: 'auto',
      'x-reload': 'restart',
      description:
        'The form of the lines on standard error: `json`, one object a line, or `text` for people. `auto` is `text` on a ' +
        'terminal and `json` everywhere else.',
    }),
  },
});

const eventSettings = section({
  reload: 'restart',
  description: 'What is told in the cluster itself.',
  properties: {
    mode: oneOf(['on', 'off'], {
      default: 'on',
      description:
        'Kubernetes Events on DaemonSets: refusals, daemons that wait for room, and rooms that are not kept any longer. Needs the ' +
        'right to create and patch events; without it the service goes on, and `/state` says so. Never on Arktos.',
    }),
  },
});

export const configurationSchema = {
  ...section({
    reload: 'restart',
    description: 'What one Daemonward process does.',
    properties: {
      apiVersion: {
        type: 'string',
        const: 'daemonward.dev/v1alpha1',
        description: 'The version of this format.',
      },
      kind: { type: 'string', const: 'Configuration', description: 'The kind of this document.' },
      server: serverSettings,
      ops: opsSettings,
      log: logSettings,
      events: eventSettings,
      cluster: clusterSettings,
      tenancy: tenancySettings,
      rules: ruleSettings,
      exemptions: exemptionSettings,
      workloads: workloadSettings,
      daemons: daemonSettings,
      headroom: headroomSettings,
      preempt: preemptSettings,
      orders: orderSettings,
      fairness: fairnessSettings,
    },
  }),
  required: ['apiVersion', 'kind'],
} as const;
