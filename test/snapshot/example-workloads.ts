/** The pods of the example cluster's tenants, and the platform's own that are no daemons, as a short table. */
import type { TolerationShape } from './example-shapes.ts';

export interface WorkloadShape {
  readonly namespace: string;
  readonly app: string;
  readonly cpu: number;
  readonly memory: number;
  readonly gpus?: number;
  /** One pod on each of these, in this order. */
  readonly nodes: readonly string[];
  readonly priorityClassName?: string;
  readonly phase?: 'Succeeded';
  readonly terminating?: boolean;
  readonly toleration?: TolerationShape;
}

function times(count: number, ...nodes: readonly string[]): string[] {
  return Array.from({ length: count }, () => nodes).flat();
}

const GPU_TOLERATION: TolerationShape = { key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' };

export const WORKLOADS: readonly WorkloadShape[] = [
  {
    namespace: 'kube-system',
    app: 'coredns',
    cpu: 100,
    memory: 70,
    nodes: ['general-1', 'general-3'],
    priorityClassName: 'system-cluster-critical',
  },
  { namespace: 'monitoring', app: 'metrics-store', cpu: 500, memory: 4096, nodes: ['memory-1'] },
  {
    namespace: 'garden-prod',
    app: 'storefront',
    cpu: 500,
    memory: 1024,
    nodes: times(2, 'general-1', 'general-3', 'general-4'),
  },
  {
    namespace: 'garden-prod',
    app: 'catalog',
    cpu: 750,
    memory: 1536,
    nodes: ['general-1', 'general-3', 'memory-1', 'memory-2'],
  },
  {
    namespace: 'garden-prod',
    app: 'checkout',
    cpu: 1200,
    memory: 2048,
    nodes: times(2, 'general-2', 'general-3'),
  },
  { namespace: 'garden-dev', app: 'storefront', cpu: 100, memory: 256, nodes: ['general-1', 'general-4'] },
  { namespace: 'garden-dev', app: 'catalog', cpu: 100, memory: 256, nodes: ['general-3'], terminating: true },
  {
    namespace: 'kitchen-prod',
    app: 'orders',
    cpu: 1200,
    memory: 2048,
    nodes: times(2, 'general-1', 'general-2'),
  },
  {
    namespace: 'kitchen-prod',
    app: 'recipes',
    cpu: 600,
    memory: 2048,
    nodes: times(2, 'general-2', 'memory-2'),
  },
  {
    namespace: 'kitchen-prod',
    app: 'queue',
    cpu: 300,
    memory: 1024,
    nodes: ['general-2', 'memory-1', 'memory-2'],
  },
  {
    namespace: 'kitchen-prod',
    app: 'print-labels',
    cpu: 250,
    memory: 512,
    nodes: times(2, 'general-4', 'memory-1'),
  },
  {
    namespace: 'kitchen-dev',
    app: 'orders',
    cpu: 200,
    memory: 512,
    nodes: ['general-1', 'general-3', 'general-4'],
  },
  { namespace: 'library-prod', app: 'index', cpu: 1000, memory: 12_288, nodes: ['memory-1', 'memory-2'] },
  {
    namespace: 'library-prod',
    app: 'search',
    cpu: 600,
    memory: 4096,
    nodes: times(2, 'general-2', 'memory-1'),
  },
  {
    namespace: 'library-prod',
    app: 'lending',
    cpu: 250,
    memory: 512,
    nodes: times(4, 'general-1', 'general-3'),
  },
  {
    namespace: 'library-prod',
    app: 'embeddings',
    cpu: 4000,
    memory: 24_576,
    gpus: 1,
    nodes: ['gpu-1', 'gpu-1', 'gpu-2'],
    toleration: GPU_TOLERATION,
  },
  {
    namespace: 'library-jobs',
    app: 'reindex',
    cpu: 2000,
    memory: 8192,
    nodes: ['memory-3'],
    toleration: { key: 'example.com/dedicated', operator: 'Equal', value: 'analytics', effect: 'NoSchedule' },
  },
  {
    namespace: 'library-jobs',
    app: 'nightly-export',
    cpu: 2000,
    memory: 4096,
    nodes: ['general-2'],
    phase: 'Succeeded',
  },
  {
    namespace: 'library-jobs',
    app: 'thumbnails',
    cpu: 400,
    memory: 1024,
    nodes: times(3, 'memory-2', 'general-4'),
  },
];
