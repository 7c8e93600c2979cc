/** A store with nodes, DaemonSets and their pods, built through the real projection. */
import { kindsOf, WHOLE } from '../../../src/cluster/partitions.ts';
import { createProjector, type Projector } from '../../../src/cluster/projection/projector.ts';
import type { ObjectKind } from '../../../src/cluster/records.ts';
import { ClusterStore } from '../../../src/cluster/store/store.ts';
import type { ViewSource } from '../../../src/cluster/view.ts';

export interface DaemonPodOptions {
  readonly node: string;
  readonly bound?: boolean;
  readonly cpu?: string;
  readonly memory?: string;
  readonly generation?: number;
  /** As the controller names the template that the pod was made from. */
  readonly revision?: string;
  readonly terminating?: boolean;
  /** Running when bound, else Pending, unless given. */
  readonly phase?: string;
  readonly ready?: boolean;
  readonly priority?: number;
  readonly name?: string;
  readonly namespace?: string;
  readonly tenant?: string;
  /** The cpu that its node has granted to it, when that is told. */
  readonly granted?: string;
}

export interface DaemonOptions {
  readonly cpu?: string;
  readonly generation?: number;
  /** The same as the generation, unless given. */
  readonly templateGeneration?: number;
  readonly priorityClassName?: string;
  readonly strategy?: Record<string, unknown>;
  readonly nodeSelector?: Record<string, string>;
  readonly runtimeClassName?: string;
  readonly namespace?: string;
  readonly tenant?: string;
  readonly memory?: string;
  readonly priority?: number;
  readonly terminating?: boolean;
  readonly uid?: string;
  readonly status?: Record<string, number>;
}

export interface TenantPodOptions {
  readonly node?: string;
  readonly cpu?: string;
  readonly memory?: string;
  readonly priority?: number;
  readonly namespace?: string;
  readonly startTime?: string;
  /** The cpu that its node has granted to it, when that is told. */
  readonly granted?: string;
  /** What its node says of a resize that waits. */
  readonly pending?: 'Deferred' | 'Infeasible';
  /** Of its spec, as they come. */
  readonly volumes?: readonly object[];
}

export class DaemonCluster {
  readonly store: ClusterStore;
  readonly #partition: string;
  readonly #projector: Projector;

  /** A store of its own; or one partition of a store that has several. */
  constructor(of: ViewSource['kind'] | { store: ClusterStore; partition: string } = 'snapshot') {
    const { store, partition } =
      typeof of === 'string' ? { store: new ClusterStore({ kind: of, detail: 'test' }), partition: '' } : of;
    this.store = store;
    this.#partition = partition;
    this.#projector = createProjector(partition);
  }

  put<K extends ObjectKind>(kind: K, object: unknown): void {
    const projected = this.#projector[kind](object);
    if (!projected.ok) throw new Error(projected.error);
    this.store.put(kind, projected.record);
  }

  /** API servers make uids that no other one makes. */
  uid(plain: string): string {
    return this.#partition === '' ? plain : `${this.#partition}-${plain}`;
  }

  node(
    name: string,
    cpu = '4',
    labels: Record<string, string> = {},
    pods = 110,
    taints: readonly object[] = [],
    uid = name,
  ): void {
    const allocatable = { cpu, memory: '8Gi', pods: String(pods) };
    this.put('nodes', {
      metadata: { name, uid, labels },
      spec: { taints },
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
      runtimeClassName,
      namespace = 'kube-system',
      tenant,
      memory,
      priority,
      terminating = false,
      uid = this.uid(`ds-${name}`),
      status,
    } = options;
    this.put('daemonSets', {
      metadata: {
        name,
        namespace,
        tenant,
        uid,
        generation,
        deletionTimestamp: terminating ? '2026-01-01T00:00:00Z' : undefined,
        annotations: { 'deprecated.daemonset.template.generation': String(templateGeneration) },
      },
      spec: {
        selector: { matchLabels: { app: name } },
        updateStrategy: strategy,
        template: {
          metadata: { labels: { app: name } },
          spec: {
            priorityClassName,
            priority,
            nodeSelector,
            runtimeClassName,
            containers: [{ name: 'c', resources: { requests: requestsOf(cpu, memory) } }],
          },
        },
      },
      status,
    });
  }

  /** What containers ask for in that namespace that do not say. */
  limitRange(name: string, defaultRequest: Record<string, string>, namespace = 'kube-system'): void {
    const limits = [{ type: 'Container', defaultRequest }];
    this.put('limitRanges', { metadata: { name, namespace }, spec: { limits } });
  }

  runtimeClass(name: string, podFixed: Record<string, string>, nodeSelector?: Record<string, string>): void {
    this.put('runtimeClasses', { metadata: { name }, overhead: { podFixed }, scheduling: { nodeSelector } });
  }

  daemonPod(daemon: string, options: DaemonPodOptions): string {
    const pod = this.daemonPodObject(daemon, options);
    this.put('pods', pod);
    return pod.metadata.name;
  }

  /** In its API form, as a scheduler would send it. */
  daemonPodObject(daemon: string, options: DaemonPodOptions) {
    const { node, bound = true, cpu = '500m', generation = 1, terminating = false, ready = false } = options;
    const { name = `${daemon}-${node}-${generation}`, namespace = 'kube-system' } = options;
    const { memory, revision, priority, tenant, granted, phase = bound ? 'Running' : 'Pending' } = options;
    const pin = { matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] };
    const required = { nodeSelectorTerms: [pin] };
    return {
      metadata: {
        name,
        namespace,
        uid: this.uid(name),
        tenant,
        labels: { 'pod-template-generation': String(generation), 'controller-revision-hash': revision },
        deletionTimestamp: terminating ? '2026-01-01T00:00:00Z' : undefined,
        ownerReferences: [
          {
            apiVersion: 'apps/v1',
            kind: 'DaemonSet',
            name: daemon,
            uid: this.uid(`ds-${daemon}`),
            controller: true,
          },
        ],
      },
      spec: {
        nodeName: bound ? node : '',
        affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } },
        priority,
        containers: [{ name: 'c', resources: { requests: requestsOf(cpu, memory) } }],
      },
      status: {
        phase,
        conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
        containerStatuses: granted === undefined ? [] : [grantedStatus(granted, memory)],
      },
    };
  }

  /** A pod of a tenant, in its API form. */
  tenantPod(name: string, options: TenantPodOptions = {}) {
    const { node = '', cpu = '500m', priority = 0, namespace = 'shop', startTime, memory } = options;
    const { granted, pending, volumes } = options;
    return {
      // Another state has another version.
      metadata: { name, namespace, uid: this.uid(name), resourceVersion: `${cpu} ${priority}` },
      spec: {
        nodeName: node,
        priority,
        volumes,
        containers: [{ name: 'c', resources: { requests: requestsOf(cpu, memory) } }],
      },
      status: {
        phase: node === '' ? 'Pending' : 'Running',
        startTime,
        conditions: pending === undefined ? [] : [{ type: 'PodResizePending', reason: pending }],
        containerStatuses: granted === undefined ? [] : [grantedStatus(granted, memory)],
      },
    };
  }

  /** The same, known to the view. */
  putTenantPod(name: string, options: TenantPodOptions = {}): void {
    this.put('pods', this.tenantPod(name, options));
  }

  /** From now on "not there" means that it does not exist. */
  synced(): this {
    const partition = this.store.partitions.find(({ name }) => name === this.#partition) ?? WHOLE;
    for (const kind of kindsOf(partition)) this.store.markSynced(kind, this.#partition);
    return this;
  }

  gone(kind: ObjectKind, key: string): void {
    this.store.remove(kind, key, this.#partition);
  }
}

function grantedStatus(cpu: string, memory: string | undefined) {
  const requests = requestsOf(cpu, memory);
  return { name: 'c', allocatedResources: requests, resources: { requests } };
}

function requestsOf(cpu: string, memory: string | undefined) {
  return memory === undefined ? { cpu } : { cpu, memory };
}
