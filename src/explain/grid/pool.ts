/** Which pool a node is of: by the labels that clouds, autoscalers and people give their pools. */
import type { Labels } from '../../kube/objects.ts';

/** Of providers and autoscalers, the more particular first. */
const POOL_LABELS = [
  'karpenter.sh/nodepool',
  'eks.amazonaws.com/nodegroup',
  'alpha.eksctl.io/nodegroup-name',
  'cloud.google.com/gke-nodepool',
  'kubernetes.azure.com/agentpool',
  'doks.digitalocean.com/node-pool',
  'oke.oraclecloud.com/pool.name',
  'worker.gardener.cloud/pool',
  'cluster.x-k8s.io/deployment-name',
  'agentpool',
];

/** What people write themselves: `example.com/pool`, `node-pool`. */
const OWN_POOL_LABEL = /(?:^|\/)(?:node-?)?(?:pool|group)(?:-name)?$/;

const ROLE_PREFIX = 'node-role.kubernetes.io/';
const MACHINE_LABEL = 'node.kubernetes.io/instance-type';

/** For nodes of which nobody says anything. */
const NO_POOL = 'nodes';

/**
 * A pool by its label, else the role, else the kind of machine: one of them is on nearly every node.
 *
 * @example poolOf({ 'example.com/pool': 'general' }) // 'general'
 */
export function poolOf(labels: Labels): string {
  for (const label of POOL_LABELS) if (labels[label]) return labels[label];
  const names = Object.keys(labels);
  const own = names.find((name) => OWN_POOL_LABEL.test(name) && labels[name]);
  if (own !== undefined) return labels[own] ?? NO_POOL;
  const role = names.find((name) => name.startsWith(ROLE_PREFIX) && name.length > ROLE_PREFIX.length);
  return role?.slice(ROLE_PREFIX.length) ?? (labels[MACHINE_LABEL] || NO_POOL);
}
