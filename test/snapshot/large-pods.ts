/** Whole pods as an API server shows them, with the many fields that no decision reads. */
import type { Json } from './kubectl-text.ts';
import type { Random } from './random.ts';

export interface Workload {
  readonly namespace: string;
  readonly app: string;
  readonly hash: string;
  readonly uid: string;
  /** Millicores. */
  readonly cpu: number;
  /** MiB. */
  readonly memory: number;
  readonly containers: number;
}

export function container(
  name: string,
  image: string,
  cpu: number,
  memory: number,
): { readonly [key: string]: Json } {
  return {
    args: ['--listen=:8080', '--log-level=info', `--name=${name}`],
    env: [
      { name: 'POD_NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
      { name: 'POD_IP', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } } },
      { name: 'MODE', value: 'production' },
    ],
    image,
    imagePullPolicy: 'IfNotPresent',
    livenessProbe: {
      failureThreshold: 3,
      httpGet: { path: '/healthz', port: 8080, scheme: 'HTTP' },
      periodSeconds: 10,
      timeoutSeconds: 1,
    },
    name,
    ports: [{ containerPort: 8080, name: 'http', protocol: 'TCP' }],
    resources: {
      limits: { memory: `${memory * 2}Mi` },
      requests: { cpu: `${cpu}m`, memory: `${memory}Mi` },
    },
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    volumeMounts: [
      { mountPath: '/etc/app', name: 'config', readOnly: true },
      { mountPath: '/var/run/secrets/kubernetes.io/serviceaccount', name: 'kube-api-access', readOnly: true },
    ],
  };
}

export function podStatus(names: readonly string[], random: Random): Json {
  return {
    conditions: ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map(
      (type) => ({
        lastProbeTime: null,
        lastTransitionTime: '2026-07-30T08:01:02Z',
        status: 'True',
        type,
      }),
    ),
    containerStatuses: names.map((name) => ({
      containerID: `containerd://${random.uid()}${random.uid()}`,
      image: `registry.example/team/${name}:1.4.2`,
      imageID: `registry.example/team/${name}@sha256:${random.uid()}${random.uid()}`,
      lastState: {},
      name,
      ready: true,
      restartCount: random.below(3),
      started: true,
      state: { running: { startedAt: '2026-07-30T08:01:01Z' } },
    })),
    hostIP: '192.168.1.1',
    phase: 'Running',
    podIP: `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`,
    qosClass: 'Burstable',
    startTime: '2026-07-30T08:00:58Z',
  };
}

export const VOLUMES: Json = [
  { configMap: { defaultMode: 420, name: 'app-config' }, name: 'config' },
  {
    name: 'kube-api-access',
    projected: {
      defaultMode: 420,
      sources: [
        { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
        { configMap: { items: [{ key: 'ca.crt', path: 'ca.crt' }], name: 'kube-root-ca.crt' } },
      ],
    },
  },
];

export function workloadPod(workload: Workload, nodeName: string, random: Random): Json {
  const { namespace, app, hash } = workload;
  const names = Array.from({ length: workload.containers }, (_, i) => (i === 0 ? app : `sidecar-${i}`));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      annotations: {
        'example.com/config-checksum': `${random.uid()}${random.uid()}`,
        'prometheus.io/scrape': 'true',
      },
      creationTimestamp: `2026-07-${String(1 + random.below(30)).padStart(2, '0')}T08:00:${String(random.below(60)).padStart(2, '0')}Z`,
      generateName: `${app}-${hash}-`,
      labels: {
        'app.kubernetes.io/instance': app,
        'app.kubernetes.io/name': app.replace(/-[^-]*$/, ''),
        'app.kubernetes.io/version': `1.${random.below(40)}.${random.below(10)}`,
        'example.com/build': random.suffix(12),
        'example.com/owner': namespace,
        'pod-template-hash': hash,
      },
      name: `${app}-${hash}-${random.suffix(5)}`,
      namespace,
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          blockOwnerDeletion: true,
          controller: true,
          kind: 'ReplicaSet',
          name: `${app}-${hash}`,
          uid: workload.uid,
        },
      ],
      resourceVersion: String(1_000_000 + random.below(9_000_000)),
      uid: random.uid(),
    },
    spec: {
      containers: names.map((name, i) =>
        container(
          name,
          `registry.example/team/${name}:1.4.2`,
          i === 0 ? workload.cpu : 10,
          i === 0 ? workload.memory : 32,
        ),
      ),
      dnsPolicy: 'ClusterFirst',
      enableServiceLinks: true,
      nodeName,
      preemptionPolicy: 'PreemptLowerPriority',
      priority: 0,
      restartPolicy: 'Always',
      schedulerName: 'default-scheduler',
      serviceAccountName: 'default',
      terminationGracePeriodSeconds: 30,
      tolerations: ['not-ready', 'unreachable'].map((key) => ({
        effect: 'NoExecute',
        key: `node.kubernetes.io/${key}`,
        operator: 'Exists',
        tolerationSeconds: 300,
      })),
      volumes: VOLUMES,
    },
    status: podStatus(names, random),
  };
}
