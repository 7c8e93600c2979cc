/** Whole DaemonSets and their pods, as an API server shows them. */
import type { Json } from './kubectl-text.ts';
import { container, podStatus, VOLUMES } from './large-pods.ts';
import type { Random } from './random.ts';

const DAEMON_REVISION = '6d5f7c9b84';

function daemonSpec(daemon: string): { readonly [key: string]: Json } {
  return {
    containers: [container(daemon, `registry.example/platform/${daemon}:2.0.0`, 100, 128)],
    dnsPolicy: 'ClusterFirst',
    priorityClassName: 'system-node-critical',
    restartPolicy: 'Always',
    schedulerName: 'default-scheduler',
    serviceAccountName: daemon,
    terminationGracePeriodSeconds: 30,
    volumes: VOLUMES,
  };
}

const DAEMON_TOLERATIONS: Json = [
  { operator: 'Exists' },
  ...['not-ready', 'unreachable'].map((key) => ({
    effect: 'NoExecute',
    key: `node.kubernetes.io/${key}`,
    operator: 'Exists',
  })),
  ...['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map((key) => ({
    effect: 'NoSchedule',
    key: `node.kubernetes.io/${key}`,
    operator: 'Exists',
  })),
];

export function daemonPod(daemon: string, ownerUid: string, nodeName: string, random: Random): Json {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      creationTimestamp: '2026-03-04T05:07:00Z',
      generateName: `${daemon}-`,
      labels: { app: daemon, 'controller-revision-hash': DAEMON_REVISION, 'pod-template-generation': '3' },
      name: `${daemon}-${random.suffix(5)}`,
      namespace: 'kube-system',
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          blockOwnerDeletion: true,
          controller: true,
          kind: 'DaemonSet',
          name: daemon,
          uid: ownerUid,
        },
      ],
      resourceVersion: String(1_000_000 + random.below(9_000_000)),
      uid: random.uid(),
    },
    spec: {
      ...daemonSpec(daemon),
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              { matchFields: [{ key: 'metadata.name', operator: 'In', values: [nodeName] }] },
            ],
          },
        },
      },
      nodeName,
      preemptionPolicy: 'PreemptLowerPriority',
      priority: 2_000_001_000,
      tolerations: DAEMON_TOLERATIONS,
    },
    status: podStatus([daemon], random),
  };
}

export function largeDaemonSet(daemon: string, uid: string, nodes: number, random: Random): Json {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: {
      annotations: { 'deprecated.daemonset.template.generation': '3' },
      creationTimestamp: '2026-03-04T05:00:30Z',
      generation: 3,
      labels: { app: daemon },
      name: daemon,
      namespace: 'kube-system',
      resourceVersion: String(1_000_000 + random.below(9_000_000)),
      uid,
    },
    spec: {
      revisionHistoryLimit: 10,
      selector: { matchLabels: { app: daemon } },
      template: {
        metadata: { labels: { app: daemon } },
        spec: { ...daemonSpec(daemon), tolerations: [{ operator: 'Exists' }] },
      },
      updateStrategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: '10%' }, type: 'RollingUpdate' },
    },
    status: {
      currentNumberScheduled: nodes,
      desiredNumberScheduled: nodes,
      numberAvailable: nodes,
      numberMisscheduled: 0,
      numberReady: nodes,
      observedGeneration: 3,
      updatedNumberScheduled: nodes,
    },
  };
}
