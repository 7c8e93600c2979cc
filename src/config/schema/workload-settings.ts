/** The settings of workloads: what is said of a Deployment or a Job whose pods would be refused. */
import { oneOf, section } from './schema-node.ts';

const WORKLOAD_MODES = ['warn', 'off'] as const;

export const workloadSettings = section({
  reload: 'live',
  description:
    'What makes pods: Deployments, StatefulSets, ReplicaSets, ReplicationControllers, Jobs, CronJobs.',
  properties: {
    mode: oneOf(WORKLOAD_MODES, {
      default: 'warn',
      description:
        'Whether somebody who writes one is warned that its pods will be refused (`DW103`, `DW105`), or are above the ceiling ' +
        '(`DW106`). It is never refused itself, and nobody waits for Daemonward when it is down. `off` also leaves out the webhook ' +
        'that asks. Never on Arktos.',
    }),
  },
});
