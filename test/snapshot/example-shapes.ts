/** The example cluster's nodes, daemons and namespaces as short tables; `example-cluster.ts` makes objects of them. */

export interface NodeShape {
  readonly name: string;
  readonly pool: 'control-plane' | 'general' | 'memory' | 'gpu';
  /** Millicores and MiB that pods may use. */
  readonly cpu: number;
  readonly memory: number;
  readonly gpus?: number;
  readonly zone: 'a' | 'b' | 'c';
  readonly state?: 'cordoned' | 'not-ready';
  readonly taint?: { readonly key: string; readonly value?: string };
}

const CONTROL_PLANE_TAINT = { key: 'node-role.kubernetes.io/control-plane' };
const GPU_TAINT = { key: 'nvidia.com/gpu', value: 'present' };

export const NODES: readonly NodeShape[] = [
  { name: 'cp-1', pool: 'control-plane', cpu: 3800, memory: 15_000, zone: 'a', taint: CONTROL_PLANE_TAINT },
  { name: 'cp-2', pool: 'control-plane', cpu: 3800, memory: 15_000, zone: 'b', taint: CONTROL_PLANE_TAINT },
  { name: 'cp-3', pool: 'control-plane', cpu: 3800, memory: 15_000, zone: 'c', taint: CONTROL_PLANE_TAINT },
  { name: 'general-1', pool: 'general', cpu: 7800, memory: 30_500, zone: 'a' },
  { name: 'general-2', pool: 'general', cpu: 7800, memory: 30_500, zone: 'b' },
  { name: 'general-3', pool: 'general', cpu: 7800, memory: 30_500, zone: 'c' },
  { name: 'general-4', pool: 'general', cpu: 7800, memory: 30_500, zone: 'a', state: 'cordoned' },
  { name: 'general-5', pool: 'general', cpu: 7800, memory: 30_500, zone: 'b', state: 'not-ready' },
  { name: 'memory-1', pool: 'memory', cpu: 7800, memory: 62_000, zone: 'a' },
  { name: 'memory-2', pool: 'memory', cpu: 7800, memory: 62_000, zone: 'b' },
  {
    name: 'memory-3',
    pool: 'memory',
    cpu: 7800,
    memory: 62_000,
    zone: 'c',
    taint: { key: 'example.com/dedicated', value: 'analytics' },
  },
  { name: 'gpu-1', pool: 'gpu', cpu: 15_600, memory: 124_000, gpus: 4, zone: 'a', taint: GPU_TAINT },
  { name: 'gpu-2', pool: 'gpu', cpu: 15_600, memory: 124_000, gpus: 4, zone: 'b', taint: GPU_TAINT },
];

export interface ContainerShape {
  readonly name: string;
  readonly image: string;
  readonly cpu: number;
  readonly memory: number;
  readonly gpus?: number;
  readonly hostPort?: number;
}

export interface TolerationShape {
  readonly key?: string;
  readonly operator: 'Exists' | 'Equal';
  readonly value?: string;
  readonly effect?: string;
}

export interface DaemonShape {
  readonly namespace: string;
  readonly name: string;
  readonly containers: readonly ContainerShape[];
  readonly hostNetwork?: boolean;
  readonly nodeSelector?: { readonly [key: string]: string };
  readonly tolerations: readonly TolerationShape[];
  readonly priorityClassName?: string;
  readonly maxUnavailable: number | string;
  readonly runsOn: (node: NodeShape) => boolean;
}

const EVERYWHERE: readonly TolerationShape[] = [{ operator: 'Exists' }];

export const DAEMONS: readonly DaemonShape[] = [
  {
    namespace: 'kube-system',
    name: 'overlay-net',
    containers: [
      { name: 'agent', image: 'registry.example/net/overlay-agent:v3.9.1', cpu: 100, memory: 128 },
    ],
    hostNetwork: true,
    tolerations: EVERYWHERE,
    priorityClassName: 'system-node-critical',
    maxUnavailable: 1,
    runsOn: () => true,
  },
  {
    namespace: 'kube-system',
    name: 'gpu-plugin',
    containers: [
      { name: 'plugin', image: 'registry.example/gpu/device-plugin:v0.17.4', cpu: 50, memory: 64 },
    ],
    nodeSelector: { 'example.com/pool': 'gpu' },
    tolerations: [{ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' }],
    priorityClassName: 'system-node-critical',
    maxUnavailable: 1,
    runsOn: (node) => node.pool === 'gpu',
  },
  {
    namespace: 'storage-system',
    name: 'block-csi-node',
    containers: [
      { name: 'driver', image: 'registry.example/storage/block-csi:v1.12.0', cpu: 20, memory: 80 },
      { name: 'registrar', image: 'registry.example/storage/node-registrar:v2.14.0', cpu: 10, memory: 20 },
      { name: 'liveness', image: 'registry.example/storage/liveness:v2.16.0', cpu: 5, memory: 20 },
    ],
    tolerations: EVERYWHERE,
    priorityClassName: 'system-node-critical',
    maxUnavailable: '10%',
    runsOn: () => true,
  },
  {
    // Without a priority class, as it often happens: equal to the tenants, so it cannot push them aside.
    namespace: 'kube-system',
    name: 'log-shipper',
    containers: [{ name: 'shipper', image: 'registry.example/logging/shipper:4.0.8', cpu: 200, memory: 256 }],
    tolerations: [
      { key: 'node-role.kubernetes.io/control-plane', operator: 'Exists', effect: 'NoSchedule' },
      { key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' },
    ],
    maxUnavailable: '20%',
    runsOn: (node) => node.name !== 'memory-3',
  },
  {
    namespace: 'monitoring',
    name: 'node-metrics',
    containers: [
      {
        name: 'metrics',
        image: 'registry.example/monitoring/node-metrics:v1.10.2',
        cpu: 50,
        memory: 64,
        hostPort: 9100,
      },
    ],
    hostNetwork: true,
    tolerations: EVERYWHERE,
    priorityClassName: 'platform-agents',
    maxUnavailable: '10%',
    runsOn: () => true,
  },
];

/** The daemon pod that finds no room, and the node whose tenants took it. */
export const FULL_NODE = 'general-2';
export const PENDING_DAEMON = 'log-shipper';

/** The static pods of each control-plane node, with kubeadm's requests. */
export const CONTROL_PLANE_PODS: readonly ContainerShape[] = [
  { name: 'etcd', image: 'registry.k8s.io/etcd:3.6.8-0', cpu: 100, memory: 100 },
  { name: 'kube-apiserver', image: 'registry.k8s.io/kube-apiserver:v1.36.3', cpu: 250, memory: 0 },
  {
    name: 'kube-controller-manager',
    image: 'registry.k8s.io/kube-controller-manager:v1.36.3',
    cpu: 200,
    memory: 0,
  },
  { name: 'kube-scheduler', image: 'registry.k8s.io/kube-scheduler:v1.36.3', cpu: 100, memory: 0 },
];

/** The tenant of each namespace, as Capsule marks it; those without one are the platform's own. */
export const NAMESPACES: readonly (readonly [name: string, tenant?: string])[] = [
  ['default'],
  ['kube-node-lease'],
  ['kube-public'],
  ['kube-system'],
  ['logging'],
  ['monitoring'],
  ['storage-system'],
  ['garden-dev', 'garden'],
  ['garden-prod', 'garden'],
  ['kitchen-dev', 'kitchen'],
  ['kitchen-prod', 'kitchen'],
  ['library-jobs', 'library'],
  ['library-prod', 'library'],
];

export const PRIORITY_CLASSES: Readonly<Record<string, number>> = {
  'platform-agents': 900_000_000,
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
  'tenant-high': 100_000,
};
