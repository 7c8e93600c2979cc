import fc from 'fast-check';
import jsonPatch from 'fast-json-patch';
import { expect, test } from 'vitest';
import { compileNodeAffinity } from '../../../src/kube/matching/node-affinity.ts';
import { readPod } from '../../../src/kube/object-schema.ts';
import type { PodSpec } from '../../../src/kube/objects.ts';
import { reviewFor } from '../../http/reviews.ts';
import { hooks, type Response } from './hooks.ts';

const PATH = '/mutate/pods';
const { ask } = hooks();
const maker = { username: 'system:serviceaccount:kube-system:guardian', groups: [] };

function pod(spec: Record<string, unknown> = {}, target: string | null = 'n1') {
  const annotations = target === null ? {} : { 'daemonward.dev/target-node': target };
  return {
    metadata: { generateName: 'guardian-', annotations },
    spec: { containers: [{ name: 'c' }], ...spec },
  };
}

function complete(object: unknown, request: Record<string, unknown> = {}): Response {
  return ask(PATH, reviewFor(PATH, { object, userInfo: maker, ...request }));
}

interface PatchedPod {
  readonly spec: PodSpec;
}

/** What the API server makes of the answer. */
function applied<T>(object: T, { patch }: Response): T {
  if (patch === undefined) return object;
  const operations = JSON.parse(Buffer.from(patch, 'base64').toString('utf8'));
  return jsonPatch.applyPatch(structuredClone(object), operations, true).newDocument;
}

function requiring(nodeSelectorTerms: readonly unknown[]) {
  return {
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
  };
}

const PIN = { key: 'metadata.name', operator: 'In', values: ['n1'] };

test('the pin and the tolerations, with a patch type', () => {
  const object = pod();

  const response = complete(object);

  expect(response.patchType).toBe('JSONPatch');
  const { spec }: PatchedPod = applied(object, response);
  expect(spec.affinity).toEqual({
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields: [PIN] }] },
    },
  });
  expect(spec.tolerations).toHaveLength(6);
});

test('300 seconds for a node that is not ready become forever, where they stood', () => {
  const tolerations = [
    { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
    { key: 'own', operator: 'Exists' },
  ];
  const object = pod({ tolerations });

  const { spec }: PatchedPod = applied(object, complete(object));

  expect(spec.tolerations?.slice(0, 2)).toEqual([
    { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
    { key: 'own', operator: 'Exists' },
  ]);
});

test.each([
  ['a pod without a target', pod({}, null), {}],
  [
    'a pod of the DaemonSet controller',
    {
      ...pod(),
      metadata: {
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'a', uid: 'u', controller: true },
        ],
      },
    },
    { userInfo: { username: 'system:serviceaccount:kube-system:daemon-set-controller' } },
  ],
  ['an update', pod(), { operation: 'UPDATE', oldObject: pod() }],
  ['a deletion', null, { operation: 'DELETE', oldObject: pod() }],
])('%s gets no patch and no patch type', (_what, object, request) => {
  const response = complete(object, request);

  expect(response).toEqual({ uid: expect.any(String), allowed: true });
});

test.each([
  ['a tenant’s pod', pod(), { namespace: 'garden-shop' }, 'only the system tenant may name a target node'],
  ['no name of a node', pod({}, 'Not A Node'), {}, '"Not A Node" is no name of a node'],
  [
    'a pod tied to another node',
    pod({ nodeName: 'n2' }),
    {},
    'the pod is tied to "n2" already, and a pin is never moved',
  ],
  [
    'a pod that another term lets run on another node',
    pod(
      requiring([
        { matchFields: [PIN] },
        { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n2'] }] },
      ]),
    ),
    {},
    'the pod is tied to "n2" already, and a pin is never moved',
  ],
])('%s: no patch, and a warning that says why', (_what, object, request, why) => {
  const response = complete(object, request);

  expect(response.patch).toBeUndefined();
  expect(response.warnings).toEqual([`daemonward.dev/target-node has no effect: ${why}`]);
});

test('a pod that is bound already gets tolerations and no pin', () => {
  const object = pod({ nodeName: 'n1' });

  const { spec }: PatchedPod = applied(object, complete(object));

  expect(spec.affinity).toBeUndefined();
  expect(spec.tolerations).toHaveLength(6);
});

const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: value }, fc.constant(null), fc.constant(undefined));
const requirement = fc.record({
  key: fc.constantFrom('pool', 'zone'),
  operator: fc.constantFrom('In', 'NotIn', 'Exists', 'DoesNotExist'),
  values: maybe(fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 })),
});
const fieldRequirement = fc.record({
  key: fc.constant('metadata.name'),
  operator: fc.constantFrom('In', 'NotIn'),
  values: fc.array(fc.constantFrom('n1', 'n2'), { minLength: 1, maxLength: 2 }),
});
const term = fc.record({
  matchExpressions: maybe(fc.array(requirement, { maxLength: 2 })),
  matchFields: maybe(fc.array(fieldRequirement, { maxLength: 2 })),
});
const affinity = fc.record({
  nodeAffinity: maybe(
    fc.record({
      requiredDuringSchedulingIgnoredDuringExecution: maybe(
        fc.record({ nodeSelectorTerms: maybe(fc.array(term, { maxLength: 3 })) }),
      ),
      preferredDuringSchedulingIgnoredDuringExecution: maybe(fc.constant([])),
    }),
  ),
  podAntiAffinity: maybe(fc.constant({ requiredDuringSchedulingIgnoredDuringExecution: [] })),
});
const toleration = fc.record({
  key: fc.constantFrom('node.kubernetes.io/not-ready', 'own', ''),
  operator: fc.constantFrom('Exists', 'Equal', ''),
  effect: fc.constantFrom('NoExecute', 'NoSchedule', ''),
  tolerationSeconds: maybe(fc.constant(300)),
});
const podSpec = fc.record({
  affinity: maybe(affinity),
  tolerations: maybe(fc.array(toleration, { maxLength: 4 })),
  hostNetwork: maybe(fc.boolean()),
  nodeSelector: maybe(fc.constant({ pool: 'a' })),
  nodeName: fc.constantFrom('', '', undefined, 'n1', 'n2'),
});
const nodes = ['n1', 'n2'].flatMap((name) => ['a', 'b'].map((pool) => ({ name, labels: { pool } })));

test('10,000 random pods: every patch applies, is empty the second time, and lets in no node that was out', () => {
  fc.assert(
    fc.property(podSpec, (spec) => {
      const object = JSON.parse(JSON.stringify(pod(spec)));

      const patched = applied(object, complete(object));
      const again = complete(patched);

      const typed = readPod(patched);
      expect(typed.ok).toBe(true);
      expect(again.patch).toBeUndefined();
      const before = compileNodeAffinity(object.spec);
      const after = compileNodeAffinity(patched.spec);
      for (const node of nodes) {
        if (after.matches(node)) expect(before.matches(node)).toBe(true);
        if (node.name === 'n1' && before.matches(node) && patched !== object)
          expect(after.matches(node)).toBe(true);
        if (node.name !== 'n1' && patched !== object && !patched.spec.nodeName)
          expect(after.matches(node)).toBe(false);
      }
    }),
    { numRuns: 10_000 },
  );
}, 60_000);
