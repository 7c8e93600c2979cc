/** A store with nodes, DaemonSets and their pods, built through the real projection. */
import type { ObjectKind } from '../../../src/cluster/records.ts';
import { createProjector } from '../../../src/cluster/slim.ts';
import { ClusterStore } from '../../../src/cluster/store.ts';

export interface DaemonPodOptions {
  readonly node: string;
  readonly bound?: boolean;
  readonly cpu?: string;
  readonly generation?: number;
  readonly terminating?: boolean;
  readonly name?: string;
  readonly namespace?: string;
}

export interface DaemonOptions {
  readonly cpu?: string;
  readonly generation?: number;
  /** The same as the generation, unless given. */
  readonly templateGeneration?: number;
  readonly priorityClassName?: string;
  readonly strategy?: Record<string, unknown>;
  readonly nodeSelector?: Record<string, string>;
}

export class DaemonCluster {
  readonly store = new ClusterStore({ kind: 'snapshot', detail: 'test' });
  readonly #projector = createProjector();

  put<K extends ObjectKind>(kind: K, object: unknown): void {
    const projected = this.#projector[kind](object);
    if (!projected.ok) throw new Error(projected.error);
    this.store.put(kind, projected.record);
  }

  node(name: string, cpu = '4', labels: Record<string, string> = {}): void {
    const allocatable = { cpu, memory: '8Gi', pods: '110' };
    this.put('nodes', {
      metadata: { name, uid: name, labels },
      status: { allocatable, conditions: [{ type: 'Ready', status: 'True' }] },
    });
  }

  daemonSet(name: string, options: DaemonOptions = {}): void {
    const {
      cpu = '500m',
      generation = 1,
      templateGeneration = generation,
      priorityClassName = 'system-node-critical',
      strategy,
      nodeSelector,
    } = options;
    this.put('daemonSets', {
      metadata: {
        name,
        namespace: 'kube-system',
        uid: `ds-${name}`,
        generation,
        annotations: { 'deprecated.daemonset.template.generation': String(templateGeneration) },
      },
      spec: {
        selector: { matchLabels: { app: name } },
        updateStrategy: strategy,
        template: {
          metadata: { labels: { app: name } },
          spec: {
            priorityClassName,
            nodeSelector,
            containers: [{ name: 'c', resources: { requests: { cpu } } }],
          },
        },
      },
    });
  }

  daemonPod(daemon: string, options: DaemonPodOptions): string {
    const { node, bound = true, cpu = '500m', generation = 1, terminating = false } = options;
    const { name = `${daemon}-${node}-${generation}`, namespace = 'kube-system' } = options;
    const pin = { matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] };
    const required = { nodeSelectorTerms: [pin] };
    this.put('pods', {
      metadata: {
        name,
        namespace,
        uid: name,
        labels: { 'pod-template-generation': String(generation) },
        deletionTimestamp: terminating ? '2026-01-01T00:00:00Z' : undefined,
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'DaemonSet', name: daemon, uid: `ds-${daemon}`, controller: true },
        ],
      },
      spec: {
        nodeName: bound ? node : '',
        affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } },
        containers: [{ name: 'c', resources: { requests: { cpu } } }],
      },
      status: { phase: bound ? 'Running' : 'Pending' },
    });
    return name;
  }

  gone(kind: ObjectKind, key: string): void {
    this.store.remove(kind, key);
  }
}
