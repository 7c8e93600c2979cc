/** Nodes stand together as their owners have made them: by the label of whoever makes pools, else by role or machine. */
import { expect, test } from 'vitest';
import { poolOf } from '../../../../src/explain/grid/pool.ts';

test.each([
  ['karpenter', { 'karpenter.sh/nodepool': 'spot', 'node.kubernetes.io/instance-type': 'm7' }, 'spot'],
  ['EKS', { 'eks.amazonaws.com/nodegroup': 'web' }, 'web'],
  ['GKE', { 'cloud.google.com/gke-nodepool': 'default-pool' }, 'default-pool'],
  ['AKS', { 'kubernetes.azure.com/agentpool': 'system' }, 'system'],
  ['a label of one’s own', { 'example.com/pool': 'general', 'kubernetes.io/os': 'linux' }, 'general'],
  ['the same in other words', { 'node-group': 'edge' }, 'edge'],
  ['a word that only ends like it', { 'example.com/carpool': 'x' }, 'nodes'],
  ['a role', { 'node-role.kubernetes.io/control-plane': '' }, 'control-plane'],
  ['the kind of machine', { 'node.kubernetes.io/instance-type': 'm7.large' }, 'm7.large'],
  ['an empty label', { 'karpenter.sh/nodepool': '' }, 'nodes'],
  ['nothing at all', {}, 'nodes'],
])('by %s', (_by, labels: Readonly<Record<string, string>>, pool) => {
  expect(poolOf(labels)).toBe(pool);
});
