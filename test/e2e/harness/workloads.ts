/** Pods and DaemonSets for tests: small, and kept to the nodes of one pool. */
import type {
  Affinity,
  DaemonSet,
  LabelSelector,
  Labels,
  PodSpec,
  PodTemplate,
  ResourceList,
  Toleration,
} from '../../../src/kube/objects.ts';
import type { Client, KubeObject } from './client.ts';
import { POOL_LABEL } from './nodes.ts';
import { waitFor } from './wait-for.ts';

interface PodCondition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  /** To the second. */
  lastTransitionTime?: string;
}

export interface Pod extends KubeObject {
  spec: PodSpec;
  status?: {
    phase?: string;
    nominatedNodeName?: string;
    conditions?: readonly PodCondition[];
  };
}

export type DaemonSetObject = DaemonSet & KubeObject;

/** What every controller of pods has in its `spec`. */
interface PodsByTemplate {
  selector: LabelSelector;
  template: PodTemplate;
}

export interface Deployment extends KubeObject {
  spec: PodsByTemplate;
}

export interface Work {
  /** The only nodes that it may run on. */
  pool: string;
  /** Of those, the ones with these labels. */
  nodeSelector?: Labels;
  cpu?: string;
  memory?: string;
  /** How many of each; asked for as limits, as devices are. */
  devices?: ResourceList;
  affinity?: Affinity;
  tolerations?: readonly Toleration[];
  /** Above zero only with a class, such as one of the two that every cluster has. */
  priorityClassName?: string;
  schedulerName?: string;
  /** Past every scheduler. */
  nodeName?: string;
}

/** Next to nothing: such a pod always finds room. */
const LITTLE_CPU = '100m';
const LITTLE_MEMORY = '16Mi';

function podSpec(work: Work): PodSpec {
  const { pool, cpu = LITTLE_CPU, memory = LITTLE_MEMORY, devices = {}, nodeSelector, ...rest } = work;
  const resources = { requests: { cpu, memory }, limits: devices };
  return {
    ...rest,
    nodeSelector: { [POOL_LABEL]: pool, ...nodeSelector },
    containers: [{ name: 'main', image: 'main:1.0', resources }],
  };
}

export function podObject(name: string, work: Work): Pod {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { app: name } }, spec: podSpec(work) };
}

function podsByTemplate(name: string, work: Work): PodsByTemplate {
  const labels = { app: name };
  return { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec(work) } };
}

type UpdateStrategy = NonNullable<DaemonSet['spec']>['updateStrategy'];

export function daemonSetObject(name: string, work: Work, updateStrategy?: UpdateStrategy): DaemonSetObject {
  const spec = { ...podsByTemplate(name, work), updateStrategy };
  return { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name }, spec };
}

/** Cordoned nodes are a daemon's too; its controller says so on each pod. */
const TOLERATES_CORDON: Toleration = {
  key: 'node.kubernetes.io/unschedulable',
  operator: 'Exists',
  effect: 'NoSchedule',
};

/** The pod of a DaemonSet's first template on one node, as if its controller had made it and a scheduler had bound it. */
export function daemonPodObject({ metadata, spec }: DaemonSetObject, nodeName: string): Pod {
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', controller: true, blockOwnerDeletion: true };
  const template = spec?.template?.spec ?? {};
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${metadata?.name}-${nodeName}`,
      labels: { ...spec?.template?.metadata?.labels, 'pod-template-generation': '1' },
      ownerReferences: [{ ...owner, name: metadata?.name, uid: metadata?.uid }],
    },
    spec: { ...template, nodeName, tolerations: [...(template.tolerations ?? []), TOLERATES_CORDON] },
  };
}

export function deploymentObject(name: string, work: Work): Deployment {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name }, spec: podsByTemplate(name, work) };
}

export function podsPath(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/pods`;
}

export function daemonSetsPath(namespace: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/daemonsets`;
}

/** Waits for exactly so many pods of one app, all Running. */
export function runningPods(client: Client, namespace: string, app: string, count: number): Promise<Pod[]> {
  const path = `${podsPath(namespace)}?labelSelector=${encodeURIComponent(`app=${app}`)}`;
  return waitFor(
    `${count} pods of ${app} Running in ${namespace}`,
    () => client.list<Pod>(path),
    (pods) => pods.length === count && pods.every(({ status }) => status?.phase === 'Running'),
    // A look at a hundred pods is half a megabyte.
    { withinMs: 60_000, everyMs: 100 + count * 5 },
  );
}
