/** The settings of daemons: which priority they get, and which schedulers keep room for them. */
import { DEFAULT_SCHEDULER } from '../../kube/workloads/pod-defaults.ts';
import { listOf, section, text, wholeNumber } from './schema-node.ts';

/** Pods without a priority class have priority 0, and tenants have no other unless somebody gave them a class. */
const TENANT_PRIORITY_CEILING = 0;
/** A priority is a signed number of 32 bits. */
const LOWEST_PRIORITY = -2_147_483_648;
/** Kubernetes keeps what is above for its own classes. */
const HIGHEST_USER_PRIORITY = 1_000_000_000;

/** Each goes by itself: when the kubelet, the cloud, the autoscaler, the network or a storage driver is ready. */
const STARTUP_TAINTS = [
  'node.kubernetes.io/not-ready',
  'node.kubernetes.io/unreachable',
  'node.kubernetes.io/network-unavailable',
  'node.cloudprovider.kubernetes.io/uninitialized',
  'node.cluster.x-k8s.io/uninitialized',
  'karpenter.sh/unregistered',
  'startup-taint.cluster-autoscaler.kubernetes.io/*',
  'ignore-taint.cluster-autoscaler.kubernetes.io/*',
  'readiness.k8s.io/*',
  'node.cilium.io/agent-not-ready',
  'cni.istio.io/not-ready',
  'ebs.csi.aws.com/agent-not-ready',
  'efs.csi.aws.com/agent-not-ready',
  'fsx.csi.aws.com/agent-not-ready',
  's3.csi.aws.com/agent-not-ready',
  'disk.csi.azure.com/agent-not-ready',
  'pd.csi.storage.gke.io/not-ready',
];

export const daemonSettings = section({
  reload: 'live',
  description: 'How DaemonSets come first.',
  properties: {
    defaultPriorityClass: text('object-name', {
      description:
        'The priority class for DaemonSets of the system tenant whose template names none, such as `system-node-critical`. ' +
        'Not set by default: a higher priority preempts other pods, so that somebody has to want it.',
    }),
    tenantPriorityCeiling: wholeNumber(LOWEST_PRIORITY, HIGHEST_USER_PRIORITY, {
      default: TENANT_PRIORITY_CEILING,
      description:
        'The highest priority that tenants may use; daemons belong above it. By default that of pods without a priority class.',
    }),
    startupTaints: listOf('taint-key', {
      default: STARTUP_TAINTS,
      description:
        'Taints that go by themselves once a node has started, by key or pattern. Room is kept from the beginning for daemons ' +
        'that do not tolerate them, and nobody is late as long as one is there. By default those of Kubernetes, the autoscalers ' +
        'and the common network and storage drivers.',
    }),
    schedulers: listOf('identity', {
      default: [DEFAULT_SCHEDULER],
      description:
        'The names of the schedulers that call this extender: only their nominations count. By default the one of pods that ' +
        'name none.',
    }),
  },
});
