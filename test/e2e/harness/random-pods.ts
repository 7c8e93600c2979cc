/** Pods that a daemon-like controller could make for the node n1, each as the API server takes it. */
import fc from 'fast-check';
import { affinity, maybe, SEED, tolerations } from './random-placement.ts';

export const TARGET = 'n1';

const spec = fc.record({
  containers: fc.constant([{ name: 'c', image: 'img' }]),
  affinity: maybe(affinity),
  tolerations,
  hostNetwork: maybe(fc.boolean()),
  nodeSelector: maybe(fc.constant({ zone: 'a' })),
  nodeName: fc.constantFrom('', null, undefined, undefined, undefined, 'n1', 'n2'),
  priorityClassName: fc.constantFrom(undefined, 'system-node-critical'),
});

const pod = spec.map((made) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { generateName: 'guardian-', annotations: { 'daemonward.dev/target-node': TARGET } },
  spec: made,
}));

export function randomPods(count: number) {
  return fc.sample(pod, { numRuns: count, seed: SEED });
}
