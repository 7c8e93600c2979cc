import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/json/object.ts';
import { apiTypes, KUBERNETES_VERSIONS } from '../../../../src/kube/openapi/api-types.ts';
import { decode } from '../../../../src/kube/openapi/decode.ts';

const types = await apiTypes('1.36');
const decodeSpec = (spec: JsonObject) => {
  const { object, mistakes } = decode({ spec }, 'core.v1.Pod', types);
  return { spec: object.spec, paths: mistakes.map(({ path }) => path.slice(1)) };
};

test.each<[what: string, spec: JsonObject, kept: JsonObject, mistakes: unknown[]]>([
  ['a value of a wrong type is left out', { hostPID: 'x', hostIPC: true }, { hostIPC: true }, [['hostPID']]],
  ['an unknown field stays', { frobnicate: { a: 1 } }, { frobnicate: { a: 1 } }, [['frobnicate']]],
  ['null stays null', { hostname: null, nodeSelector: null }, { hostname: null, nodeSelector: null }, []],
  [
    'texts of a wrong type keep their places, empty',
    { containers: [{ args: ['a', 5, null, 'b'] }] },
    { containers: [{ args: ['a', '', '', 'b'] }] },
    [['containers', 0, 'args', 1]],
  ],
  [
    'and so do objects',
    { containers: [null, 'x', { name: 'c' }] },
    { containers: [{}, {}, { name: 'c' }] },
    [['containers', 1]],
  ],
  [
    'and numbers of 64 bits',
    { securityContext: { supplementalGroups: [null, 'x', 5] } },
    { securityContext: { supplementalGroups: [0, 0, 5] } },
    [['securityContext', 'supplementalGroups', 1]],
  ],
  [
    'and numbers of 32 bits',
    { containers: [{ restartPolicyRules: [{ exitCodes: { values: [null, 1] } }] }] },
    { containers: [{ restartPolicyRules: [{ exitCodes: { values: [0, 1] } }] }] },
    [],
  ],
  [
    'an entry of a map that is null is empty, one of a wrong type left out',
    { nodeSelector: { a: null, b: 'c', d: 5 } },
    { nodeSelector: { a: '', b: 'c' } },
    [['nodeSelector', 'd']],
  ],
  ['a quantity that is null is none', { overhead: { cpu: null } }, { overhead: { cpu: 0 } }, []],
  ['a list for an object is left out whole', { affinity: [], volumes: {} }, {}, [['affinity'], ['volumes']]],
])('%s', (_, spec, kept, mistakes) => {
  expect(decodeSpec(spec)).toEqual({ spec: kept, paths: mistakes });
});

test('of more than a thousand mistakes nobody needs to hear', () => {
  const unknown = (count: number) =>
    decodeSpec(Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, 1]))).paths;

  expect(unknown(1_000)).toHaveLength(1_000);
  expect(unknown(1_001)).toHaveLength(1_000);
});

test('an unknown field comes with those that there are', () => {
  const { mistakes } = decode({ frobnicate: 1 }, 'core.v1.Pod', types);

  expect(mistakes).toEqual([
    {
      about: 'unknown-field',
      path: ['frobnicate'],
      known: expect.arrayContaining(['apiVersion', 'kind', 'metadata', 'spec', 'status']),
    },
  ]);
});

test.each([
  ['1.36', 'schedulingGroup', 'core.v1.PodSchedulingGroup'],
  ['1.36', 'workloadRef', undefined],
  ['1.35', 'workloadRef', 'core.v1.WorkloadReference'],
  ['1.35', 'schedulingGroup', undefined],
  ['1.34', 'workloadRef', undefined],
  ['1.34', 'hostname', 'string'],
] as const)('in %s the field %s is %s', async (version, field, type) => {
  const { fieldsOf } = await apiTypes(version);

  expect(fieldsOf('core.v1.PodSpec')?.get(field)).toBe(type);
});

test.each(KUBERNETES_VERSIONS)('%s knows the kinds that have templates', async (version) => {
  const { rootOf, fieldsOf } = await apiTypes(version);
  const rootsOf = (apiVersion: string, kinds: readonly string[]) =>
    kinds.map((kind) => rootOf({ apiVersion, kind }) ?? '');
  const roots = [
    ...rootsOf('v1', ['Pod', 'ReplicationController', 'Namespace']),
    ...rootsOf('apps/v1', ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet']),
    ...rootsOf('batch/v1', ['Job', 'CronJob']),
    ...rootsOf('scheduling.k8s.io/v1', ['PriorityClass']),
  ];

  expect(roots.filter((root) => fieldsOf(root)?.get('metadata') === undefined)).toEqual([]);
  expect(rootOf({ apiVersion: 'v1', kind: 'Widget' })).toBeUndefined();
  expect(fieldsOf('core.v1.Widget')).toBeUndefined();
});
