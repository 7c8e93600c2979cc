/** A large cluster of whole objects, as an API server would show it: nodes, namespaces, DaemonSets and all pods. */
import type { Json } from './kubectl-text.ts';
import { daemonPod, largeDaemonSet } from './large-daemons.ts';
import { type Workload, workloadPod } from './large-pods.ts';
import { type Random, seededRandom } from './random.ts';

export interface LargeCluster {
  readonly nodes: number;
  readonly pods: number;
  readonly seed: number;
}

const DAEMONS = [
  'overlay-net',
  'block-csi',
  'log-shipper',
  'node-metrics',
  'dns-cache',
  'image-warmer',
] as const;
const POOLS = ['general', 'memory', 'compute', 'batch', 'edge'] as const;
const TENANTS = ['orchid', 'maple', 'cedar', 'willow', 'juniper', 'aspen', 'hazel', 'rowan'] as const;
const STAGES = ['prod', 'staging', 'dev', 'ci', 'data'] as const;
const APPS = [
  'api',
  'web',
  'worker',
  'cache',
  'ingest',
  'search',
  'billing',
  'mailer',
  'report',
  'auth',
] as const;
/** More replicas than this are rare. */
const MAX_REPLICAS = 24;
const IMAGES_PER_NODE = 20;

function nodeName(number: number): string {
  return `node-${String(number).padStart(5, '0')}.${POOLS[number % POOLS.length]}.internal`;
}

function largeNode(number: number, random: Random): Json {
  const name = nodeName(number);
  const pool = POOLS[number % POOLS.length] ?? 'general';
  const cores = [16, 32, 48, 64, 96][number % POOLS.length] ?? 16;
  const zone = `region-1${'abc'[number % 3]}`;
  const resources = {
    cpu: String(cores),
    'ephemeral-storage': `${900_000_000 + random.below(1000) * 4}Ki`,
    'hugepages-1Gi': '0',
    'hugepages-2Mi': '0',
    memory: `${cores * 4 * 1024 * 1024 - random.below(64) * 4}Ki`,
    pods: '250',
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      annotations: {
        'csi.volume.kubernetes.io/nodeid': `{"block.csi.example":"${name}"}`,
        'node.alpha.kubernetes.io/ttl': '300',
        'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
      },
      creationTimestamp: '2026-03-04T05:06:07Z',
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'node.kubernetes.io/instance-type': `${pool}-${cores}`,
        'topology.kubernetes.io/region': 'region-1',
        'topology.kubernetes.io/zone': zone,
        'example.com/pool': pool,
        'example.com/rack': `r${random.below(400)}`,
        'example.com/serial': random.suffix(12),
      },
      name,
      resourceVersion: String(1_000_000 + random.below(9_000_000)),
      uid: random.uid(),
    },
    spec: {
      podCIDR: `10.${number % 256}.${(number >> 8) % 256}.0/24`,
      providerID: `example:///${zone}/${random.suffix(17)}`,
      ...(pool === 'edge' && { taints: [{ effect: 'NoSchedule', key: 'example.com/edge', value: 'true' }] }),
    },
    status: {
      addresses: [
        { address: `192.168.${(number >> 8) % 256}.${number % 256}`, type: 'InternalIP' },
        { address: name, type: 'Hostname' },
      ],
      allocatable: resources,
      capacity: { ...resources, memory: `${cores * 4 * 1024 * 1024}Ki` },
      conditions: ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'].map((type) => ({
        lastHeartbeatTime: '2026-08-01T10:00:00Z',
        lastTransitionTime: '2026-03-04T05:06:27Z',
        message: `the kubelet says so of ${type}`,
        reason: `Kubelet${type}`,
        status: type === 'Ready' ? 'True' : 'False',
        type,
      })),
      images: Array.from({ length: IMAGES_PER_NODE }, (_, i) => ({
        names: [`registry.example/team/${APPS[i % APPS.length]}@sha256:${random.uid()}${random.uid()}`],
        sizeBytes: 10_000_000 + random.below(900_000_000),
      })),
      nodeInfo: { architecture: 'amd64', kubeletVersion: 'v1.36.3', operatingSystem: 'linux' },
    },
  };
}

function namespaceObject(name: string, tenant: string | undefined, random: Random): Json {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      creationTimestamp: '2026-03-04T05:00:00Z',
      labels: {
        'kubernetes.io/metadata.name': name,
        ...(tenant !== undefined && { 'capsule.clastix.io/tenant': tenant }),
      },
      name,
      uid: random.uid(),
    },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
}

function priorityClassObject(name: string, value: number, random: Random): Json {
  return {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { creationTimestamp: '2026-03-04T05:00:00Z', name, uid: random.uid() },
    preemptionPolicy: 'PreemptLowerPriority',
    value,
  };
}

function limitRangeObject(namespace: string, random: Random): Json {
  return {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { creationTimestamp: '2026-03-04T05:00:00Z', name: 'defaults', namespace, uid: random.uid() },
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

/** All objects in the order in which kubectl lists the kinds. Pods are made one by one, never held. */
export function* largeCluster({ nodes, pods, seed }: LargeCluster): Generator<Json> {
  const random = seededRandom(seed);
  for (let number = 0; number < nodes; number++) yield largeNode(number, random);

  let made = 0;
  const daemonUids = DAEMONS.map(() => random.uid());
  for (let number = 0; number < nodes; number++) {
    for (const [index, daemon] of DAEMONS.entries()) {
      if (made++ >= pods) break;
      yield daemonPod(daemon, daemonUids[index] ?? '', nodeName(number), random);
    }
  }
  while (made < pods) {
    const workload: Workload = {
      namespace: `${random.pick(TENANTS)}-${random.pick(STAGES)}`,
      app: `${random.pick(APPS)}-${random.suffix(4)}`,
      hash: random.suffix(10),
      uid: random.uid(),
      cpu: 50 * (1 + random.below(40)),
      memory: 64 * (1 + random.below(32)),
      containers: random.below(4) === 0 ? 2 : 1,
    };
    const replicas = 1 + random.below(MAX_REPLICAS);
    for (let i = 0; i < replicas && made < pods; i++, made++) {
      yield workloadPod(workload, nodeName(random.below(nodes)), random);
    }
  }

  for (const [index, daemon] of DAEMONS.entries()) {
    yield largeDaemonSet(daemon, daemonUids[index] ?? '', nodes, random);
  }
  yield namespaceObject('kube-system', undefined, random);
  for (const tenant of TENANTS) {
    for (const stage of STAGES) yield namespaceObject(`${tenant}-${stage}`, tenant, random);
  }
  yield priorityClassObject('system-node-critical', 2_000_001_000, random);
  yield priorityClassObject('system-cluster-critical', 2_000_000_000, random);
  for (const tenant of TENANTS) {
    for (const stage of STAGES) yield limitRangeObject(`${tenant}-${stage}`, random);
  }
}
