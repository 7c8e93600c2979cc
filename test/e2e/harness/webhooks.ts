/** Registers a service at the API server, by a URL with its authority, for the namespaces of one test. */
import type { Client, KubeObject } from './client.ts';
import { waitFor } from './wait-for.ts';
import { daemonSetObject, daemonSetsPath, podObject, podsPath } from './workloads.ts';

const GROUP = '/apis/admissionregistration.k8s.io/v1';
const KINDS = {
  mutate: `${GROUP}/mutatingwebhookconfigurations`,
  validate: `${GROUP}/validatingwebhookconfigurations`,
} as const;

const RULES = {
  daemonsets: {
    apiGroups: ['apps'],
    apiVersions: ['v1'],
    resources: ['daemonsets'],
    operations: ['CREATE', 'UPDATE', 'DELETE'],
  },
  pods: { apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['CREATE'] },
} as const;

export type Door = keyof typeof KINDS;
export type Reviewed = keyof typeof RULES;

export function reviewPath(door: Door, resource: Reviewed): string {
  return `/${door}/${resource}`;
}

export const REVIEW_PATHS = [
  reviewPath('mutate', 'daemonsets'),
  reviewPath('mutate', 'pods'),
  reviewPath('validate', 'daemonsets'),
  reviewPath('validate', 'pods'),
];

export interface Registration {
  /** Of both configurations; not used by another test. */
  name: string;
  url: string;
  /** PEM. */
  ca: string;
  /** All others go on without it, so that tests do not disturb each other. */
  namespaces: readonly string[];
  reviewVersion?: 'v1' | 'v1beta1';
}

interface WebhookConfiguration extends KubeObject {
  webhooks: unknown[];
}

function configuration(door: Door, registration: Registration): WebhookConfiguration {
  const { name, url, ca, namespaces, reviewVersion = 'v1' } = registration;
  const namespace = { key: 'kubernetes.io/metadata.name', operator: 'In', values: namespaces };
  const hook = (resource: Reviewed) => ({
    name: `${resource}.e2e.daemonward.dev`,
    clientConfig: {
      url: `${url}${reviewPath(door, resource)}`,
      caBundle: Buffer.from(ca).toString('base64'),
    },
    rules: [RULES[resource]],
    namespaceSelector: { matchExpressions: [namespace] },
    // Closed, so that a request that passes has been answered.
    failurePolicy: 'Fail',
    sideEffects: 'None',
    admissionReviewVersions: [reviewVersion],
  });
  return { metadata: { name }, webhooks: [hook('daemonsets'), hook('pods')] };
}

/** Reviews that arrived so far, by path. */
export type ArrivedByPath = Readonly<Record<string, number>>;

/** Registers both configurations, and waits until the API server calls all four paths: it reads them a little later. */
export async function registerWebhooks(
  client: Client,
  registration: Registration,
  arrived: () => Promise<ArrivedByPath> | ArrivedByPath,
): Promise<void> {
  await client.create(KINDS.mutate, configuration('mutate', registration));
  await client.create(KINDS.validate, configuration('validate', registration));
  for (const namespace of registration.namespaces) {
    await waitFor(
      `${registration.name} is called for ${namespace}`,
      async () => {
        const before = await arrived();
        await tryOut(client, namespace);
        const after = await arrived();
        return REVIEW_PATHS.filter((path) => (after[path] ?? 0) <= (before[path] ?? 0));
      },
      (missing) => missing.length === 0,
    );
  }
}

async function tryOut(client: Client, namespace: string): Promise<void> {
  const work = { pool: 'none' };
  await client.create(`${daemonSetsPath(namespace)}?dryRun=All`, daemonSetObject('try-out', work));
  await client.create(`${podsPath(namespace)}?dryRun=All`, podObject('try-out', work));
}

export async function unregisterWebhooks(client: Client, name: string): Promise<void> {
  await client.delete(`${KINDS.mutate}/${name}`);
  await client.delete(`${KINDS.validate}/${name}`);
}
