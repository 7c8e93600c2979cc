/** The processes: how many, where, with how much, and with how little. */
import { createHash } from 'node:crypto';
import { type KubeManifest, labelsOf } from '../manifest.ts';
import { certificateMounts, certificateVolumes } from './cert-manager.ts';
import { configurationOf } from './configuration.ts';
import {
  configurationName,
  type Installation,
  OPS_PORT,
  type Part,
  partName,
  SERVICE_ACCOUNT,
  SERVICE_PORT,
} from './installation.ts';

/** One may go while the other serves. Three, where a node may fail during an update. */
const REPLICAS = 2;
const HIGHLY_AVAILABLE_REPLICAS = 3;

/** `server.drainSeconds` is 10 by default; what was accepted before then is answered within seconds. */
const GRACE_SECONDS = 60;

/** The view of a large cluster is complete within half a minute; the process itself answers long before. */
const STARTUP_SECONDS = 60;

/**
 * A view of 5,000 nodes and 150,000 pods takes up to 200 MB, bodies in flight up to 128 MB beside the heap. No limit of
 * CPU: a throttled webhook makes everybody wait.
 */
export const RESOURCES = {
  requests: { cpu: '100m', memory: '256Mi' },
  limits: { memory: '1Gi' },
};

/** Of the memory limit, whatever it is: bodies in flight, connections and Node itself need the rest. */
const HEAP_PERCENT = 60;

/**
 * Of each half of what is young, 16 by default: to copy what lives of so much holds everybody up for 20 to 30 ms when
 * connections come by the thousand.
 */
const YOUNG_MIB = 4;

const CONFIGURATION_FOLDER = '/etc/daemonward';

/** A changed configuration makes new pods, also where a setting is read once at the start. */
export const CONFIGURATION_HASH = 'daemonward.dev/configuration-sha256';

/** As strict as Kubernetes can be told to be; the image runs as this user anyway. */
export const POD_SECURITY = {
  runAsNonRoot: true,
  runAsUser: 65_532,
  runAsGroup: 65_532,
  seccompProfile: { type: 'RuntimeDefault' },
};

export const CONTAINER_SECURITY = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  readOnlyRootFilesystem: true,
};

/** Also where nobody else may run: a webhook is part of the control plane. */
export const TOLERATIONS = [
  { key: 'node-role.kubernetes.io/control-plane', operator: 'Exists', effect: 'NoSchedule' },
];

export function deployments(installation: Installation, parts: readonly Part[]): KubeManifest[] {
  return parts.flatMap((part) => [configMap(part, installation), deployment(part, installation)]);
}

export const CONFIGURATION_FILE = 'daemonward.yaml';

function configMap(part: Part, installation: Installation): KubeManifest {
  return {
    about: 'A change is taken up by the running pods; what is read once at the start, by the next ones.',
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: configurationName(part),
        namespace: installation.namespace,
        labels: labelsOf(part),
      },
      data: { [CONFIGURATION_FILE]: configurationOf(part, installation) },
    },
  };
}

function deployment(part: Part, installation: Installation): KubeManifest {
  const { namespace, overlays } = installation;
  const labels = labelsOf(part);
  const highlyAvailable = overlays.has('high-availability');
  return {
    about: '',
    object: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: {
        name: partName(part),
        namespace,
        labels,
        ...annotationsOf(overlays),
      },
      spec: {
        replicas: highlyAvailable ? HIGHLY_AVAILABLE_REPLICAS : REPLICAS,
        selector: { matchLabels: labels },
        // Never fewer than there should be: a new one is ready before an old one goes.
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
        template: {
          metadata: {
            labels,
            annotations: {
              [CONFIGURATION_HASH]: sha256(configurationOf(part, installation)),
              ...(overlays.has('arktos') ? OLD_SECCOMP : {}),
            },
          },
          spec: podSpec(part, installation),
        },
      },
    },
  };
}

function annotationsOf(overlays: Installation['overlays']) {
  const annotations = {
    ...(overlays.has('guardians') && MAKES_GUARDIANS),
    ...(overlays.has('fairness') && TAKES_TURNS),
  };
  return Object.keys(annotations).length === 0 ? {} : { annotations };
}

/** So that a later installation knows of it: nothing else of the Deployment differs. YAML 1.1 takes `on` for a boolean. */
export const MAKES_GUARDIANS = { 'daemonward.dev/guardians': 'made' };
export const TAKES_TURNS = { 'daemonward.dev/fairness': 'taken' };

/** The API of Kubernetes 1.18 has no field for it. */
export const OLD_SECCOMP = { 'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default' };

function podSpec(part: Part, { image, overlays }: Installation) {
  const matchLabels = labelsOf(part);
  const spread = (topologyKey: string, whenUnsatisfiable: string) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable,
    labelSelector: { matchLabels },
  });
  return {
    serviceAccountName: SERVICE_ACCOUNT,
    automountServiceAccountToken: true,
    enableServiceLinks: false,
    priorityClassName: 'system-cluster-critical',
    terminationGracePeriodSeconds: GRACE_SECONDS,
    tolerations: TOLERATIONS,
    topologySpreadConstraints: [
      spread(
        'kubernetes.io/hostname',
        overlays.has('high-availability') ? 'DoNotSchedule' : 'ScheduleAnyway',
      ),
      spread('topology.kubernetes.io/zone', 'ScheduleAnyway'),
    ],
    securityContext: POD_SECURITY,
    containers: [
      {
        name: 'daemonward',
        image,
        args: ['serve', '--config', `${CONFIGURATION_FOLDER}/${CONFIGURATION_FILE}`],
        env: [
          {
            name: 'NODE_OPTIONS',
            value: `--max-old-space-size-percentage=${HEAP_PERCENT} --max-semi-space-size=${YOUNG_MIB}`,
          },
          { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
          { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        ],
        ports: [
          { name: 'https', containerPort: SERVICE_PORT },
          { name: 'ops', containerPort: OPS_PORT },
        ],
        startupProbe: { ...probe('/livez'), periodSeconds: 2, failureThreshold: STARTUP_SECONDS / 2 },
        livenessProbe: { ...probe('/livez'), periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 },
        readinessProbe: { ...probe('/readyz'), periodSeconds: 3, timeoutSeconds: 2, failureThreshold: 2 },
        resources: RESOURCES,
        securityContext: CONTAINER_SECURITY,
        volumeMounts: [
          { name: 'configuration', mountPath: CONFIGURATION_FOLDER, readOnly: true },
          ...certificateMounts(overlays),
        ],
      },
    ],
    volumes: [
      { name: 'configuration', configMap: { name: configurationName(part) } },
      ...certificateVolumes(overlays),
    ],
  };
}

function probe(path: string) {
  return { httpGet: { path, port: 'ops' } };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
