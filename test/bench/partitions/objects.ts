/** Objects of a cluster of many partitions, each made by its number alone, so that nobody has to hold millions of them. */

/** Five API servers have the pods, and five the nodes. */
export const TENANT_PARTITIONS = 5;
export const RESOURCE_PARTITIONS = 5;

/** In each tenant partition. */
export const DAEMON_SETS = 20;

/** Each DaemonSet belongs on one of so many shares of the nodes: so every node runs two daemons of each partition. */
const SHARES = 10;
const DAEMONS_PER_NODE = DAEMON_SETS / SHARES;

/** Of each tenant partition, beside its daemons: six in all, so that 50,000 nodes have 300,000 of each. */
const WORKLOADS_PER_NODE = 4;
export const PODS_PER_NODE = DAEMONS_PER_NODE + WORKLOADS_PER_NODE;

/** The last nodes have just joined: none of their daemons is there yet, and room is held for all of them. */
const NEW_NODES_SHARE = 100;

/** Replicas of one workload, which share labels and owner as in every cluster. */
const REPLICAS = 10;

const NAMESPACES = 40;
const SHARE_LABEL = 'example.com/share';

export interface Size {
  readonly nodes: number;
}

export function nodeName(number: number): string {
  return `ip-10-${number >> 16}-${(number >> 8) & 0xff}-${number & 0xff}.region-1.compute.internal`;
}

export function isNew(node: number, { nodes }: Size): boolean {
  return node >= nodes - Math.ceil(nodes / NEW_NODES_SHARE);
}

export function nodesOf(partition: number, { nodes }: Size): number {
  const from = Math.floor((partition * nodes) / RESOURCE_PARTITIONS);
  return Math.floor(((partition + 1) * nodes) / RESOURCE_PARTITIONS) - from;
}

export function nodeText(partition: number, index: number, { nodes }: Size): string {
  const number = Math.floor((partition * nodes) / RESOURCE_PARTITIONS) + index;
  return nodeObject(number);
}

export function nodeObject(number: number): string {
  const name = nodeName(number);
  const resources = '{"cpu":"32","memory":"131072000Ki","ephemeral-storage":"900000000Ki","pods":"110"}';
  const images = IMAGES;
  return `{"apiVersion":"v1","kind":"Node","metadata":{"name":"${name}","uid":"node-${number}","resourceVersion":"${1_000_000 + number}","creationTimestamp":"2026-03-04T05:06:07Z","labels":{"kubernetes.io/hostname":"${name}","kubernetes.io/os":"linux","kubernetes.io/arch":"amd64","topology.kubernetes.io/zone":"region-1${'abc'[number % 3]}","example.com/rack":"r${number % 400}","${SHARE_LABEL}":"s${number % SHARES}"},"annotations":{"node.alpha.kubernetes.io/ttl":"300","volumes.kubernetes.io/controller-managed-attach-detach":"true"}},"spec":{"podCIDR":"10.0.0.0/24","providerID":"example:///${name}"},"status":{"allocatable":${resources},"capacity":${resources},"conditions":[{"type":"MemoryPressure","status":"False","reason":"KubeletHasSufficientMemory"},{"type":"Ready","status":"True","reason":"KubeletReady"}],"images":${images},"nodeInfo":{"architecture":"amd64","kubeletVersion":"v1.36.3","operatingSystem":"linux"}}}`;
}

/** What makes a node's object large, and no decision reads. */
const IMAGES = JSON.stringify(
  Array.from({ length: 20 }, (_, index) => ({
    names: [`registry.example/team/app-${index}@sha256:${'0123456789abcdef'.repeat(4)}`],
    sizeBytes: 10_000_000 + index,
  })),
);

/** How many pods a tenant partition has. */
export function podsOf({ nodes }: Size): number {
  return nodes * PODS_PER_NODE;
}

/** Null for the daemons of a node that has just joined: nobody has made them yet. */
export function podText(partition: number, index: number, size: Size): string | null {
  const node = Math.floor(index / PODS_PER_NODE);
  const place = index % PODS_PER_NODE;
  if (place >= DAEMONS_PER_NODE) return workloadText(partition, index, node);
  return isNew(node, size) ? null : daemonText(partition, daemonOn(node, place), node);
}

function daemonOn(node: number, place: number): number {
  return (node % SHARES) + place * SHARES;
}

export function daemonText(partition: number, daemon: number, node: number): string {
  const name = nodeName(node);
  const pin = `"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchFields":[{"key":"metadata.name","operator":"In","values":["${name}"]}]}]}}},`;
  return podObject({
    uid: `${partition}-daemon-${daemon}-${node}`,
    namespace: 'kube-system',
    name: `agent-${daemon}-${node}`,
    labels: `"app":"agent-${daemon}","controller-revision-hash":"5f6d8c9b7","pod-template-generation":"1"`,
    owner: `"kind":"DaemonSet","name":"agent-${daemon}","uid":"${partition}-set-${daemon}"`,
    node: name,
    placement: pin,
    requests: '"cpu":"100m","memory":"128Mi"',
    priority: 2_000_001_000,
  });
}

function workloadText(partition: number, index: number, node: number): string {
  const workload = Math.floor(index / REPLICAS);
  const cpu = 50 * (1 + (workload % 40));
  return podObject({
    uid: `${partition}-pod-${index}`,
    namespace: `team-${workload % NAMESPACES}`,
    name: `web-${workload}-6b8f7d5c4-${index.toString(36)}`,
    labels: `"app.kubernetes.io/name":"web-${workload}","app.kubernetes.io/version":"1.${workload % 40}.0","example.com/owner":"team-${workload % NAMESPACES}","pod-template-hash":"6b8f7d5c4"`,
    owner: `"kind":"ReplicaSet","name":"web-${workload}-6b8f7d5c4","uid":"${partition}-replicas-${workload}"`,
    node: nodeName(node),
    placement: '',
    requests: `"cpu":"${cpu}m","memory":"${64 * (1 + (workload % 32))}Mi"`,
    priority: 0,
  });
}

interface PodParts {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly labels: string;
  readonly owner: string;
  readonly node: string;
  readonly placement: string;
  readonly requests: string;
  readonly priority: number;
}

/** Some two kilobytes, half of it what no decision reads. */
function podObject(pod: PodParts): string {
  return `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"${pod.name}","namespace":"${pod.namespace}","uid":"${pod.uid}","resourceVersion":"1000000","creationTimestamp":"2026-07-30T08:00:00Z","labels":{${pod.labels}},"annotations":{"example.com/config-checksum":"0123456789abcdef0123456789abcdef","prometheus.io/scrape":"true"},"ownerReferences":[{"apiVersion":"apps/v1","controller":true,"blockOwnerDeletion":true,${pod.owner}}]},"spec":{${pod.placement}"nodeName":"${pod.node}","priority":${pod.priority},"schedulerName":"default-scheduler","serviceAccountName":"default","terminationGracePeriodSeconds":30,"containers":[{"name":"main","image":"registry.example/team/app:1.4.2","args":["--listen=:8080","--log-level=info"],"env":[{"name":"POD_NAME","valueFrom":{"fieldRef":{"apiVersion":"v1","fieldPath":"metadata.name"}}}],"resources":{"requests":{${pod.requests}},"limits":{"memory":"4Gi"}},"livenessProbe":{"httpGet":{"path":"/healthz","port":8080,"scheme":"HTTP"},"periodSeconds":10},"volumeMounts":[{"mountPath":"/etc/app","name":"config","readOnly":true}]}],"volumes":[{"name":"config","configMap":{"name":"app-config","defaultMode":420}}],"tolerations":[{"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}]},"status":{"phase":"Running","hostIP":"192.168.1.1","podIP":"10.1.2.3","qosClass":"Burstable","startTime":"2026-07-30T08:00:58Z","conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-07-30T08:01:02Z"},{"type":"PodScheduled","status":"True","lastTransitionTime":"2026-07-30T08:00:58Z"}],"containerStatuses":[{"name":"main","ready":true,"restartCount":0,"started":true,"image":"registry.example/team/app:1.4.2","imageID":"registry.example/team/app@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","containerID":"containerd://0123456789abcdef0123456789abcdef","state":{"running":{"startedAt":"2026-07-30T08:01:01Z"}}}]}}`;
}

export function daemonSetText(partition: number, daemon: number, { nodes }: Size): string {
  const labels = { app: `agent-${daemon}` };
  const resources = { requests: { cpu: '100m', memory: '128Mi' } };
  const on = nodes / SHARES;
  return JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: {
      name: `agent-${daemon}`,
      namespace: 'kube-system',
      uid: `${partition}-set-${daemon}`,
      generation: 1,
      annotations: { 'deprecated.daemonset.template.generation': '1' },
    },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          nodeSelector: { [SHARE_LABEL]: `s${daemon % SHARES}` },
          priorityClassName: 'system-node-critical',
          containers: [{ name: 'main', resources }],
        },
      },
    },
    status: { observedGeneration: 1, desiredNumberScheduled: on, updatedNumberScheduled: on },
  });
}

export function namespaceText(index: number): string {
  const name = index === 0 ? 'kube-system' : `team-${index - 1}`;
  return JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, uid: name } });
}
export const NAMESPACE_COUNT = NAMESPACES + 1;

export const PRIORITY_CLASSES = [
  { name: 'system-node-critical', value: 2_000_001_000 },
  { name: 'system-cluster-critical', value: 2_000_000_000 },
].map(({ name, value }) =>
  JSON.stringify({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name, uid: name },
    value,
    preemptionPolicy: 'PreemptLowerPriority',
  }),
);
