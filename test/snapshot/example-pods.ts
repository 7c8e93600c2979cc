/** The example cluster's pods, as the DaemonSet controller, the ReplicaSet controller and the kubelet make them. */
import {
  type ContainerShape,
  type DaemonShape,
  FULL_NODE,
  NODES,
  type NodeShape,
  PENDING_DAEMON,
  PRIORITY_CLASSES,
  type TolerationShape,
} from './example-shapes.ts';
import type { WorkloadShape } from './example-workloads.ts';
import type { Json } from './kubectl-text.ts';
import type { Random } from './random.ts';

type JsonMap = { readonly [key: string]: Json | undefined };

const CREATED = '2026-08-03T06:12:40Z';
const STARTED = '2026-08-03T06:12:52Z';
const NODES_NOT_READY = new Set(NODES.filter(({ state }) => state === 'not-ready').map(({ name }) => name));

export function containerObject({ name, image, cpu, memory, gpus, hostPort }: ContainerShape): Json {
  const gpu = gpus === undefined ? {} : { 'nvidia.com/gpu': String(gpus) };
  return {
    image,
    name,
    ports: hostPort === undefined ? undefined : [{ containerPort: hostPort, hostPort, protocol: 'TCP' }],
    resources: {
      limits: { ...(memory > 0 && { memory: `${memory * 2}Mi` }), ...gpu },
      requests: { cpu: `${cpu}m`, ...(memory > 0 && { memory: `${memory}Mi` }), ...gpu },
    },
  };
}

export function tolerationObject(toleration: TolerationShape): Json {
  return { ...toleration };
}

function exists(key: string, effect: string): TolerationShape {
  return { effect, key: `node.kubernetes.io/${key}`, operator: 'Exists' };
}

/** The seven that the DaemonSet controller adds; the last only for pods on the node's own network. */
function controllerTolerations(hostNetwork: boolean): TolerationShape[] {
  return [
    exists('not-ready', 'NoExecute'),
    exists('unreachable', 'NoExecute'),
    exists('disk-pressure', 'NoSchedule'),
    exists('memory-pressure', 'NoSchedule'),
    exists('pid-pressure', 'NoSchedule'),
    exists('unschedulable', 'NoSchedule'),
    ...(hostNetwork ? [exists('network-unavailable', 'NoSchedule')] : []),
  ];
}

function podObject(metadata: JsonMap, spec: JsonMap, status: JsonMap, random: Random): Json {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      creationTimestamp: CREATED,
      ...metadata,
      resourceVersion: String(400_000 + random.below(99_999)),
      uid: random.uid(),
    },
    spec: {
      preemptionPolicy: 'PreemptLowerPriority',
      priority: 0,
      restartPolicy: 'Always',
      schedulerName: 'default-scheduler',
      ...spec,
    },
    status,
  };
}

function priorityOf(priorityClassName: string | undefined): JsonMap {
  if (priorityClassName === undefined) return {};
  return { priority: PRIORITY_CLASSES[priorityClassName] ?? 0, priorityClassName };
}

function owner(apiVersion: string, kind: string, name: string, uid: string): Json {
  return [{ apiVersion, blockOwnerDeletion: true, controller: true, kind, name, uid }];
}

/** What the kubelet says, and of a node that is not ready the node controller in its place. */
function runningStatus(nodeName: string, phase = 'Running'): JsonMap {
  const isReady = phase === 'Running' && !NODES_NOT_READY.has(nodeName);
  return {
    conditions: [{ lastTransitionTime: STARTED, status: isReady ? 'True' : 'False', type: 'Ready' }],
    phase,
    qosClass: 'Burstable',
    startTime: STARTED,
  };
}

const NO_ROOM: JsonMap = {
  conditions: [
    {
      lastTransitionTime: CREATED,
      message:
        '0/13 nodes are available: 1 Insufficient cpu, 12 node(s) did not satisfy plugin(s) [NodeAffinity].',
      reason: 'Unschedulable',
      status: 'False',
      type: 'PodScheduled',
    },
  ],
  phase: 'Pending',
  qosClass: 'Burstable',
};

export function exampleDaemonPod(
  daemon: DaemonShape,
  node: NodeShape,
  made: { readonly uid: string; readonly revision: string },
  random: Random,
): Json {
  const isPending = node.name === FULL_NODE && daemon.name === PENDING_DAEMON;
  const pin = { matchFields: [{ key: 'metadata.name', operator: 'In', values: [node.name] }] };
  return podObject(
    {
      generateName: `${daemon.name}-`,
      labels: {
        'app.kubernetes.io/name': daemon.name,
        'controller-revision-hash': made.revision,
        'pod-template-generation': '1',
      },
      name: `${daemon.name}-${random.suffix(5)}`,
      namespace: daemon.namespace,
      ownerReferences: owner('apps/v1', 'DaemonSet', daemon.name, made.uid),
    },
    {
      affinity: {
        nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [pin] } },
      },
      containers: daemon.containers.map(containerObject),
      hostNetwork: daemon.hostNetwork,
      nodeName: isPending ? undefined : node.name,
      nodeSelector: daemon.nodeSelector,
      ...priorityOf(daemon.priorityClassName),
      serviceAccountName: daemon.name,
      tolerations: [...daemon.tolerations, ...controllerTolerations(daemon.hostNetwork === true)].map(
        tolerationObject,
      ),
    },
    isPending ? NO_ROOM : runningStatus(node.name),
    random,
  );
}

/** One pod per node that the workload names, all of one ReplicaSet, or each of its own Job. */
export function exampleWorkloadPods(workload: WorkloadShape, random: Random): Json[] {
  const { namespace, app } = workload;
  const isJob = namespace.endsWith('-jobs');
  const hash = random.suffix(10);
  const ownerName = isJob ? app : `${app}-${hash}`;
  const ownerUid = random.uid();
  const [apiVersion, kind] = isJob ? ['batch/v1', 'Job'] : ['apps/v1', 'ReplicaSet'];
  return workload.nodes.map((nodeName) =>
    podObject(
      {
        ...(workload.terminating && {
          deletionGracePeriodSeconds: 30,
          deletionTimestamp: '2026-08-20T09:30:30Z',
        }),
        generateName: `${ownerName}-`,
        labels: {
          'app.kubernetes.io/name': app,
          ...(isJob ? { 'job-name': app } : { 'pod-template-hash': hash }),
        },
        name: `${ownerName}-${random.suffix(5)}`,
        namespace,
        ownerReferences: owner(apiVersion ?? '', kind ?? '', ownerName, ownerUid),
      },
      {
        containers: [
          containerObject({
            ...workload,
            name: app,
            image: `registry.example/${namespace.replace(/-.*/, '')}/${app}:1.8.0`,
          }),
        ],
        nodeName,
        ...priorityOf(workload.priorityClassName),
        ...(isJob && { restartPolicy: 'OnFailure' }),
        serviceAccountName: 'default',
        tolerations: [
          ...(workload.toleration === undefined ? [] : [tolerationObject(workload.toleration)]),
          ...['not-ready', 'unreachable'].map((key) => ({
            ...tolerationMap(exists(key, 'NoExecute')),
            tolerationSeconds: 300,
          })),
        ],
      },
      runningStatus(nodeName, workload.phase),
      random,
    ),
  );
}

function tolerationMap(toleration: TolerationShape): JsonMap {
  return { ...toleration };
}

/** A mirror of a static pod: owned by its node. */
export function exampleStaticPod(
  container: ContainerShape,
  node: NodeShape,
  nodeUid: string,
  random: Random,
): Json {
  return podObject(
    {
      labels: { component: container.name, tier: 'control-plane' },
      name: `${container.name}-${node.name}`,
      namespace: 'kube-system',
      ownerReferences: [{ apiVersion: 'v1', controller: true, kind: 'Node', name: node.name, uid: nodeUid }],
    },
    {
      containers: [containerObject(container)],
      hostNetwork: true,
      nodeName: node.name,
      ...priorityOf('system-node-critical'),
      tolerations: [{ effect: 'NoExecute', operator: 'Exists' }],
    },
    runningStatus(node.name),
    random,
  );
}
