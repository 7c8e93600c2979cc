/** The configuration of a kube-scheduler that asks an extender, as `extenders:` in a cluster would say it. */
import type { SchedulerConfiguration } from './scheduler.ts';

/** What the scheduler sends: names to an extender that has the nodes itself, or all of every node. */
export const NODE_FORMS = ['names', 'nodes'] as const;
export type NodeForm = (typeof NODE_FORMS)[number];

export interface Extender {
  /** Pods name the scheduler by it. */
  schedulerName: string;
  url: string;
  /** PEM. */
  ca: string;
  form: NodeForm;
  /** What it shows to be known; PEM. */
  client?: { cert: string; key: string };
}

function base64(pem: string): string {
  return Buffer.from(pem).toString('base64');
}

export function withExtender({ schedulerName, url, ca, form, client }: Extender): SchedulerConfiguration {
  return {
    profiles: [{ schedulerName }],
    extenders: [
      {
        urlPrefix: `${url}/scheduler`,
        filterVerb: 'filter',
        prioritizeVerb: 'prioritize',
        preemptVerb: 'preempt',
        weight: 1,
        enableHTTPS: true,
        tlsConfig: {
          caData: base64(ca),
          ...(client && { certData: base64(client.cert), keyData: base64(client.key) }),
        },
        httpTimeout: '5s',
        nodeCacheCapable: form === 'names',
        // As users have it; so only the counts of what was answered show that it was asked.
        ignorable: true,
      },
    ],
  };
}
