/** Makes the objects of `examples/cluster.yaml`, in the order in which kubectl lists the kinds. */
import {
  containerObject,
  exampleDaemonPod,
  exampleStaticPod,
  exampleWorkloadPods,
  tolerationObject,
} from './example-pods.ts';
import {
  CONTROL_PLANE_PODS,
  DAEMONS,
  type DaemonShape,
  NAMESPACES,
  NODES,
  type NodeShape,
  PENDING_DAEMON,
  PRIORITY_CLASSES,
} from './example-shapes.ts';
import { WORKLOADS } from './example-workloads.ts';
import { type Json, yamlList } from './kubectl-text.ts';
import { type Random, seededRandom } from './random.ts';

const SEED = 36;
const CREATED = '2026-08-03T06:10:00Z';

const COMMENT = `# A cluster to try Daemonward on, as this command prints one:
#   kubectl get nodes,pods,daemonsets.apps,namespaces,priorityclasses,limitranges,runtimeclasses -A -o yaml
# Thirteen nodes: a control plane, two pools of workers and one with GPUs. general-4 is cordoned, general-5 is not
# ready, memory-3 is dedicated by a taint. The tenants are garden, kitchen and library; every other namespace is the
# platform's own. On general-2 the tenants have taken the room of the log shipper, whose pod there is Pending.
# Written by test/snapshot/write-example.ts.
`;

function taintsOf({ taint, state }: NodeShape): Json {
  const since = '2026-08-20T09:00:00Z';
  return [
    ...(taint === undefined ? [] : [{ effect: 'NoSchedule', ...taint }]),
    ...(state === 'cordoned'
      ? [{ effect: 'NoSchedule', key: 'node.kubernetes.io/unschedulable', timeAdded: since }]
      : []),
    ...(state === 'not-ready'
      ? ['NoSchedule', 'NoExecute'].map((effect) => ({
          effect,
          key: 'node.kubernetes.io/not-ready',
          timeAdded: since,
        }))
      : []),
  ];
}

function nodeObject(node: NodeShape, uid: string): Json {
  const gpu = node.gpus === undefined ? {} : { 'nvidia.com/gpu': String(node.gpus) };
  const taints = taintsOf(node);
  const isReady = node.state !== 'not-ready';
  const role = node.pool === 'control-plane' ? { 'node-role.kubernetes.io/control-plane': '' } : {};
  // Kubernetes and the system itself keep a part of what the machine has.
  const cores = Math.ceil(node.cpu / 1000);
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      creationTimestamp: CREATED,
      labels: {
        ...role,
        'example.com/pool': node.pool,
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': node.name,
        'kubernetes.io/os': 'linux',
        'node.kubernetes.io/instance-type': `${node.pool}-${cores}`,
        'topology.kubernetes.io/region': 'region-1',
        'topology.kubernetes.io/zone': `region-1${node.zone}`,
      },
      name: node.name,
      uid,
    },
    spec: {
      taints: Array.isArray(taints) && taints.length === 0 ? undefined : taints,
      unschedulable: node.state === 'cordoned' ? true : undefined,
    },
    status: {
      allocatable: {
        cpu: `${node.cpu}m`,
        'ephemeral-storage': '94Gi',
        'hugepages-2Mi': '0',
        memory: `${node.memory}Mi`,
        ...gpu,
        pods: '110',
      },
      capacity: {
        cpu: String(cores),
        'ephemeral-storage': '100Gi',
        'hugepages-2Mi': '0',
        memory: `${node.memory + 1024}Mi`,
        ...gpu,
        pods: '110',
      },
      conditions: [
        {
          lastTransitionTime: isReady ? CREATED : '2026-08-20T09:00:00Z',
          reason: isReady ? 'KubeletReady' : 'KubeletNotReady',
          status: isReady ? 'True' : 'False',
          type: 'Ready',
        },
      ],
      nodeInfo: { architecture: 'amd64', kubeletVersion: 'v1.36.3', operatingSystem: 'linux' },
    },
  };
}

function daemonSetObject(daemon: DaemonShape, uid: string): Json {
  const labels = { 'app.kubernetes.io/name': daemon.name };
  const present = NODES.filter(daemon.runsOn);
  // Without a toleration for everything, a daemon stays on a node that is not ready but is not wanted there.
  const isWantedAnywhere = daemon.tolerations.some(({ key }) => key === undefined);
  const desired = present.filter(({ state }) => isWantedAnywhere || state !== 'not-ready').length;
  const available =
    present.filter(({ state }) => state !== 'not-ready').length - (daemon.name === PENDING_DAEMON ? 1 : 0);
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: {
      annotations: { 'deprecated.daemonset.template.generation': '1' },
      creationTimestamp: CREATED,
      generation: 1,
      labels,
      name: daemon.name,
      namespace: daemon.namespace,
      uid,
    },
    spec: {
      revisionHistoryLimit: 10,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: daemon.containers.map(containerObject),
          hostNetwork: daemon.hostNetwork,
          nodeSelector: daemon.nodeSelector,
          priorityClassName: daemon.priorityClassName,
          restartPolicy: 'Always',
          schedulerName: 'default-scheduler',
          serviceAccountName: daemon.name,
          tolerations: daemon.tolerations.map(tolerationObject),
        },
      },
      updateStrategy: {
        rollingUpdate: { maxSurge: 0, maxUnavailable: daemon.maxUnavailable },
        type: 'RollingUpdate',
      },
    },
    status: {
      currentNumberScheduled: desired,
      desiredNumberScheduled: desired,
      numberAvailable: available,
      numberMisscheduled: present.length - desired,
      numberReady: available,
      numberUnavailable: desired - available,
      observedGeneration: 1,
      updatedNumberScheduled: desired,
    },
  };
}

function namespaceObject(name: string, tenant: string | undefined, random: Random): Json {
  const labels = { 'kubernetes.io/metadata.name': name };
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      creationTimestamp: CREATED,
      labels: tenant === undefined ? labels : { 'capsule.clastix.io/tenant': tenant, ...labels },
      name,
      uid: random.uid(),
    },
    status: { phase: 'Active' },
  };
}

function priorityClassObject(name: string, value: number, random: Random): Json {
  return {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { creationTimestamp: CREATED, name, uid: random.uid() },
    preemptionPolicy: 'PreemptLowerPriority',
    value,
  };
}

function limitRangeObject(namespace: string, random: Random): Json {
  return {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { creationTimestamp: CREATED, name: 'defaults', namespace, uid: random.uid() },
    spec: {
      limits: [
        {
          default: { cpu: '1', memory: '1Gi' },
          defaultRequest: { cpu: '100m', memory: '256Mi' },
          type: 'Container',
        },
      ],
    },
  };
}

function runtimeClassObject(name: string, random: Random): Json {
  return {
    apiVersion: 'node.k8s.io/v1',
    handler: name,
    kind: 'RuntimeClass',
    metadata: { creationTimestamp: CREATED, name, uid: random.uid() },
    overhead: { podFixed: { cpu: '50m', memory: '64Mi' } },
  };
}

export function exampleObjects(): Json[] {
  const random = seededRandom(SEED);
  const nodes = NODES.map((node) => ({ node, uid: random.uid() }));
  const daemons = DAEMONS.map((daemon) => ({ daemon, uid: random.uid(), revision: random.suffix(10) }));
  return [
    ...nodes.map(({ node, uid }) => nodeObject(node, uid)),
    ...nodes
      .filter(({ node }) => node.pool === 'control-plane')
      .flatMap(({ node, uid }) =>
        CONTROL_PLANE_PODS.map((container) => exampleStaticPod(container, node, uid, random)),
      ),
    ...daemons.flatMap(({ daemon, uid, revision }) =>
      NODES.filter(daemon.runsOn).map((node) => exampleDaemonPod(daemon, node, { uid, revision }, random)),
    ),
    ...WORKLOADS.flatMap((workload) => exampleWorkloadPods(workload, random)),
    ...daemons.map(({ daemon, uid }) => daemonSetObject(daemon, uid)),
    ...NAMESPACES.map(([name, tenant]) => namespaceObject(name, tenant, random)),
    ...Object.entries(PRIORITY_CLASSES).map(([name, value]) => priorityClassObject(name, value, random)),
    ...NAMESPACES.filter(([, tenant]) => tenant !== undefined).map(([name]) =>
      limitRangeObject(name, random),
    ),
    runtimeClassObject('sandboxed', random),
  ];
}

/** The whole text of `examples/cluster.yaml`. */
export function exampleYaml(): string {
  return COMMENT + [...yamlList(exampleObjects())].join('');
}
