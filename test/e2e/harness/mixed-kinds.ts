/** A cluster of many kinds: nodes, the daemons that belong on some of them, and the tenants' pods. */
import type { Affinity, Labels, ResourceList, Taint, Toleration } from '../../../src/kube/objects.ts';

interface Placement {
  cpu?: string;
  memory?: string;
  nodeSelector?: Labels;
  affinity?: Affinity;
  tolerations?: readonly Toleration[];
}

export interface NodeKind {
  name: string;
  /** Of a thousand nodes. */
  share: number;
  size: ResourceList;
  labels?: Labels;
  taints?: readonly Taint[];
  unschedulable?: boolean;
}

export interface DaemonKind {
  name: string;
  priority: number;
  work: Placement;
}

export interface TenantKind {
  name: string;
  pods: number;
  priority: number;
  work: Placement;
}

const ARM = { 'kubernetes.io/arch': 'arm64', 'beta.kubernetes.io/arch': 'arm64' };
const GPU_TAINT: Taint = { key: 'gpu', value: 'present', effect: 'NoSchedule' };
const EDGE_TAINT: Taint = { key: 'edge', effect: 'NoExecute' };
const INFRA_TAINT: Taint = { key: 'dedicated', value: 'infra', effect: 'NoSchedule' };

const TOLERATES_GPU: Toleration = { key: 'gpu', operator: 'Equal', value: 'present', effect: 'NoSchedule' };
const TOLERATES_EDGE: Toleration = { key: 'edge', operator: 'Exists' };
const TOLERATES_INFRA: Toleration = { key: 'dedicated', value: 'infra', effect: 'NoSchedule' };
const TOLERATES_ALL: Toleration = { operator: 'Exists' };

function required(key: string, operator: string, values: readonly string[]): Affinity {
  const nodeSelectorTerms = [{ matchExpressions: [{ key, operator, values }] }];
  return { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } };
}

/** The edge's places are counted: two daemons and three tenant pods, and one more for each daemon of `fleet`. */
const EDGE_PLACES = 5;

export function nodeKinds(fleet: number): readonly NodeKind[] {
  const edge = { cpu: '2', memory: '4Gi', pods: String(EDGE_PLACES + fleet) };
  const general = { tier: 'general' };
  const logged = { ...general, logs: 'kept' };
  return [
    { name: 'general', share: 400, size: { cpu: '4' }, labels: general },
    { name: 'logged', share: 150, size: { cpu: '4' }, labels: logged },
    { name: 'cordoned', share: 50, size: { cpu: '4' }, labels: logged, unschedulable: true },
    { name: 'gpu', share: 100, size: { cpu: '4' }, labels: { accelerator: 'gpu' }, taints: [GPU_TAINT] },
    { name: 'edge', share: 150, size: edge, labels: { zone: 'edge' }, taints: [EDGE_TAINT] },
    { name: 'arm', share: 100, size: { cpu: '4' }, labels: ARM },
    { name: 'infra', share: 50, size: { cpu: '4', memory: '4Gi' }, taints: [INFRA_TAINT] },
  ];
}

/** All are at least as urgent as the tenants: their room is held against every one of them. */
export const DAEMON_KINDS: readonly DaemonKind[] = [
  { name: 'network', priority: 2_000, work: { cpu: '100m', tolerations: [TOLERATES_ALL] } },
  { name: 'logs', priority: 1_000, work: { cpu: '300m', nodeSelector: { logs: 'kept' } } },
  {
    name: 'gpu-driver',
    priority: 1_500,
    work: { cpu: '500m', affinity: required('accelerator', 'Exists', []), tolerations: [TOLERATES_GPU] },
  },
  {
    name: 'edge-proxy',
    priority: 1_000,
    work: { cpu: '400m', affinity: required('zone', 'In', ['edge', 'rim']), tolerations: [TOLERATES_EDGE] },
  },
  // Does not tolerate any taint: only on nodes that have none, and not on amd64.
  {
    name: 'arm-shim',
    priority: 1_000,
    work: { cpu: '300m', affinity: required('kubernetes.io/arch', 'NotIn', ['amd64']) },
  },
  {
    name: 'infra-agent',
    priority: 1_000,
    work: {
      memory: '1Gi',
      affinity: required('tier', 'DoesNotExist', []),
      nodeSelector: { 'kubernetes.io/arch': 'amd64' },
      tolerations: [TOLERATES_INFRA],
    },
  },
];

/** On each of these nodes one pod more would fit if the daemons' room were not held. */
export const TENANT_KINDS: readonly TenantKind[] = [
  { name: 'web', pods: 970, priority: 100, work: { cpu: '1', nodeSelector: { tier: 'general' } } },
  { name: 'peer', pods: 100, priority: 1_000, work: { cpu: '1', nodeSelector: { tier: 'general' } } },
  {
    // As many as there is room for.
    name: 'training',
    pods: 300,
    priority: 100,
    work: { cpu: '1', nodeSelector: { accelerator: 'gpu' }, tolerations: [TOLERATES_GPU] },
  },
  {
    name: 'kiosk',
    pods: 300,
    priority: 100,
    work: { cpu: '450m', nodeSelector: { zone: 'edge' }, tolerations: [TOLERATES_EDGE] },
  },
  {
    name: 'mobile',
    pods: 250,
    priority: 500,
    work: { cpu: '1', nodeSelector: { 'kubernetes.io/arch': 'arm64' } },
  },
  {
    name: 'ledger',
    pods: 80,
    priority: 100,
    work: { memory: '1Gi', affinity: required('tier', 'DoesNotExist', []), tolerations: [TOLERATES_INFRA] },
  },
];

/** Little daemons for everywhere, in a cluster that has more than the six. */
export function fleetKinds(count: number): readonly DaemonKind[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `fleet-${index}`,
    priority: 1_000,
    work: { cpu: '5m', tolerations: [TOLERATES_ALL] },
  }));
}
