/** A kube-scheduler beside the cluster's own, for pods that name it: its account, its rights, its configuration, its pods. */
import { stringify } from 'yaml';
import { SECOND_SCHEDULER, SERVICE_NAME } from '../../config/identity.ts';
import { type KubeManifest, type KubeObject, labelsOf } from '../manifest.ts';
import { CLIENT_FILES } from '../scheduler/client.ts';
import { secondScheduler as schedulerConfiguration } from '../scheduler/scheduler.ts';
import { addressOf, hostOf } from '../target.ts';
import { SCHEDULER_CLIENT_SECRET, SERVING_SECRET } from './cert-manager.ts';
import { secretOf } from './configuration.ts';
import { CONTAINER_SECURITY, POD_SECURITY, TOLERATIONS } from './deployment.ts';
import { type Installation, partName, partsOf, TLS_SECRET } from './installation.ts';
import { binding, plain, RBAC_GROUP } from './rights.ts';

/** Where kubeadm's schedulers have theirs, too. */
const CLIENT_FOLDER = '/etc/kubernetes/daemonward';
const CA_FILE = `${CLIENT_FOLDER}/ca.crt`;
const CONFIGURATION_FOLDER = '/etc/scheduler';
const CONFIGURATION_FILE = 'scheduler.yaml';
const CONFIGURATION_NAME = `${SECOND_SCHEDULER}-configuration`;

const PORT = 10_259;

/** One places pods, the other waits. */
const REPLICAS = 2;

const RESOURCES = { requests: { cpu: '100m', memory: '128Mi' } };

export function secondScheduler(installation: Installation): KubeManifest[] {
  const { namespace, overlays } = installation;
  if (!overlays.has('second-scheduler')) return [];
  const labels = labelsOf('scheduler', SECOND_SCHEDULER);
  const metadata = { name: SECOND_SCHEDULER, namespace, labels };
  return [
    plain({ apiVersion: 'v1', kind: 'ServiceAccount', metadata }),
    ...rights(metadata),
    {
      about: 'No key is in it: the certificates are files.',
      object: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { ...metadata, name: CONFIGURATION_NAME },
        data: { [CONFIGURATION_FILE]: stringify(configuration(installation), { lineWidth: 0 }) },
      },
    },
    {
      about:
        'Its version is the cluster’s. It reads its certificates once: start it again when they are new.',
      object: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata,
        spec: {
          replicas: REPLICAS,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: podSpec(installation) },
        },
      },
    },
  ];
}

/** Kubernetes' own roles for a scheduler, and a lease of its own. */
function rights(metadata: KubeObject['metadata'] & { readonly namespace: string }): KubeManifest[] {
  const { name, namespace, labels } = metadata;
  const account = { name, namespace };
  const volumes = { name: `${name}-volumes`, labels };
  const inKubeSystem = { name, namespace: 'kube-system', labels };
  const reader = 'extension-apiserver-authentication-reader';
  return [
    binding('ClusterRoleBinding', { name, labels }, 'ClusterRole', 'system:kube-scheduler', account),
    binding('ClusterRoleBinding', volumes, 'ClusterRole', 'system:volume-scheduler', account),
    binding('RoleBinding', inKubeSystem, 'Role', reader, account),
    {
      apiVersion: `${RBAC_GROUP}/v1`,
      kind: 'Role',
      metadata,
      rules: [
        {
          apiGroups: ['coordination.k8s.io'],
          resources: ['leases'],
          resourceNames: [name],
          verbs: ['get', 'update'],
        },
      ],
    },
    binding('RoleBinding', metadata, 'Role', name, account),
  ].map(plain);
}

/** By the Service's name, which a pod can look up. */
function configuration({ namespace, overlays }: Installation): object {
  const part = partsOf({ overlays }).includes('extender') ? partName('extender') : SERVICE_NAME;
  const { object } = schedulerConfiguration({
    name: SECOND_SCHEDULER,
    namespace,
    profile: 'lean',
    witness: true,
    url: addressOf({ service: { namespace, name: part } }),
    serverName: hostOf({ service: { namespace, name: SERVICE_NAME } }),
    caBundle: '',
    caFile: CA_FILE,
    client: CLIENT_FILES,
  });
  return object;
}

function podSpec(installation: Installation) {
  const { schedulerImage } = installation;
  const probe = (path: string) => ({ httpGet: { path, port: PORT, scheme: 'HTTPS' } });
  return {
    serviceAccountName: SECOND_SCHEDULER,
    priorityClassName: 'system-cluster-critical',
    tolerations: TOLERATIONS,
    securityContext: POD_SECURITY,
    containers: [
      {
        name: 'scheduler',
        image: schedulerImage,
        command: ['kube-scheduler', `--config=${CONFIGURATION_FOLDER}/${CONFIGURATION_FILE}`],
        livenessProbe: probe('/livez'),
        readinessProbe: probe('/readyz'),
        resources: RESOURCES,
        securityContext: CONTAINER_SECURITY,
        volumeMounts: [
          { name: 'configuration', mountPath: CONFIGURATION_FOLDER, readOnly: true },
          { name: 'certificates', mountPath: CLIENT_FOLDER, readOnly: true },
        ],
      },
    ],
    volumes: [
      { name: 'configuration', configMap: { name: CONFIGURATION_NAME } },
      { name: 'certificates', projected: { sources: certificateSources(installation) } },
    ],
  };
}

/** The authority of the leaf, and what the scheduler shows: nothing else of what the Secrets hold. */
function certificateSources({ overlays, configuration: text }: Installation) {
  const secret = (name: string, items: Readonly<Record<string, string>>) => ({
    secret: { name, items: Object.entries(items).map(([key, path]) => ({ key, path })) },
  });
  if (!overlays.has('cert-manager')) {
    return [
      secret(secretOf(text) ?? TLS_SECRET, {
        'ca.crt': 'ca.crt',
        'scheduler.crt': 'scheduler.crt',
        'scheduler.key': 'scheduler.key',
      }),
    ];
  }
  return [
    secret(SERVING_SECRET, { 'ca.crt': 'ca.crt' }),
    secret(SCHEDULER_CLIENT_SECRET, { 'tls.crt': 'scheduler.crt', 'tls.key': 'scheduler.key' }),
  ];
}
