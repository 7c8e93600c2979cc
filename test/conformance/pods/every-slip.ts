/** Each slip in a pod, and in the template of a DaemonSet, whose rules differ; and those of a DaemonSet itself. */
import type { JsonObject } from '../../../src/json/object.ts';
import { CONTAINERS } from './slips/containers.ts';
import { DAEMON_SETS, type DaemonSetSlip } from './slips/daemonsets.ts';
import { ENVIRONMENT } from './slips/environment.ts';
import { HANDLERS } from './slips/handlers.ts';
import { NETWORK } from './slips/network.ts';
import { PLACEMENT } from './slips/placement.ts';
import { RESOURCES } from './slips/resources.ts';
import { SECURITY } from './slips/security.ts';
import type { Slip } from './slips/slip.ts';
import { IN_TEMPLATES } from './slips/templates.ts';
import { VOLUMES } from './slips/volumes.ts';

export interface Manifest {
  readonly about: string;
  readonly object: JsonObject;
}

const LABELS = { app: 'web' };

const pod = ({ about, spec }: Slip): Manifest => ({
  about,
  object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'default' }, spec },
});

const daemonSet = ({ about, spec }: Slip): Manifest => ({
  about: `in a template: ${about}`,
  object: {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector: { matchLabels: LABELS }, template: { metadata: { labels: LABELS }, spec } },
  },
});

const labelled = ({ about, metadata, labels = LABELS, annotations = {}, spec }: DaemonSetSlip): Manifest => ({
  about: `a DaemonSet with ${about}`,
  object: {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'web', namespace: 'default', ...metadata },
    spec: {
      selector: { matchLabels: LABELS },
      template: {
        metadata: { labels, annotations },
        spec: { containers: [{ name: 'main', image: 'main' }] },
      },
      ...spec,
    },
  },
});

const IN_PODS: readonly Slip[] = [
  ...CONTAINERS,
  ...ENVIRONMENT,
  ...RESOURCES,
  ...HANDLERS,
  ...NETWORK,
  ...VOLUMES,
  ...SECURITY,
  ...PLACEMENT,
];

export const MANIFESTS: readonly Manifest[] = [
  ...IN_PODS.map(pod),
  ...[...IN_PODS, ...IN_TEMPLATES].map(daemonSet),
  ...DAEMON_SETS.map(labelled),
];
