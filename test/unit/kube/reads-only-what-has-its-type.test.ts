import { expect, test } from 'vitest';
import { readDaemonSet, readPod } from '../../../src/kube/object-schema.ts';
import { readWorkload } from '../../../src/kube/workloads/workload.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => index);
const labels = (count: number) => Object.fromEntries(many(count).map((index) => [`l${index}`, '']));
const affinity = (nodeSelectorTerms: unknown) => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
});
const names = (count: number) =>
  affinity([{ matchFields: [{ key: 'metadata.name', operator: 'In', values: many(count).map(String) }] }]);

test.each([
  ['nothing', {}],
  ['null everywhere', { metadata: null, spec: null, apiVersion: null, kind: null }],
  [
    'null in the metadata',
    { metadata: { name: null, labels: null, ownerReferences: null, generation: null } },
  ],
  [
    'null in the spec',
    { spec: { containers: null, affinity: null, hostNetwork: null, priority: null, overhead: null } },
  ],
  ['a quantity as text and as a number', { spec: { overhead: { cpu: '1', memory: 5, storage: 0.5 } } }],
  ['as many labels as we take', { metadata: { labels: labels(2_000) } }],
  ['as many tolerations', { spec: { tolerations: many(500).map(() => ({})) } }],
  ['as many ports', { spec: { containers: [{ ports: many(2_000).map(() => ({})) }] } }],
  ['as many names of nodes', { spec: names(10_000) }],
  ['as many terms', { spec: affinity(many(10_000).map(() => ({}))) }],
  ['what nobody reads', { spec: { volumes: 5, affinity: { podAffinity: 5 } }, status: 5 }],
])('a pod with %s is one', (_, pod) => {
  expect(readPod(pod)).toEqual({ ok: true, value: pod });
});

test.each([
  ['', 5],
  ['', null],
  ['metadata', { metadata: 5 }],
  ['metadata.name', { metadata: { name: 5 } }],
  ['metadata.generation', { metadata: { generation: 1.5 } }],
  ['metadata.labels', { metadata: { labels: [] } }],
  ['metadata.labels.a', { metadata: { labels: { a: 5 } } }],
  ['metadata.annotations.a', { metadata: { annotations: { a: null } } }],
  ['metadata.ownerReferences[0]', { metadata: { ownerReferences: [null] } }],
  ['metadata.ownerReferences[0].controller', { metadata: { ownerReferences: [{ controller: 'true' }] } }],
  ['spec.hostNetwork', { spec: { hostNetwork: 'true' } }],
  ['spec.priority', { spec: { priority: '5' } }],
  ['spec.containers', { spec: { containers: {} } }],
  ['spec.containers[1]', { spec: { containers: [{}, null] } }],
  ['spec.containers[0].name', { spec: { containers: [{ name: 5 }] } }],
  ['spec.initContainers[0].restartPolicy', { spec: { initContainers: [{ restartPolicy: 5 }] } }],
  ['spec.containers[0].ports[0].hostPort', { spec: { containers: [{ ports: [{ hostPort: '80' }] }] } }],
  [
    'spec.containers[0].resources.requests.cpu',
    { spec: { containers: [{ resources: { requests: { cpu: true } } }] } },
  ],
  ['spec.overhead.cpu', { spec: { overhead: { cpu: {} } } }],
  ['spec.resources.limits', { spec: { resources: { limits: 5 } } }],
  ['spec.tolerations[0].tolerationSeconds', { spec: { tolerations: [{ tolerationSeconds: '5' }] } }],
  ['spec.schedulingGates[0].name', { spec: { schedulingGates: [{ name: 5 }] } }],
  ['spec.virtualMachine.resources', { spec: { virtualMachine: { resources: 5 } } }],
  ['spec.workloadInfo[0].resources', { spec: { workloadInfo: [{ resources: 5 }] } }],
  [
    'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].values[0]',
    { spec: affinity([{ matchFields: [{ values: [5] }] }]) },
  ],
  [
    'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].key',
    { spec: affinity([{ matchExpressions: [{ key: 5 }] }]) },
  ],
  [
    'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight',
    {
      spec: {
        affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 'x' }] } },
      },
    },
  ],
])('%s has a wrong type', (field, pod) => {
  expect(readPod(pod)).toEqual({
    ok: false,
    problem: { field, expectation: expect.stringMatching(/^must be /), isBeyond: false },
  });
});

test.each([
  ['metadata.labels', { metadata: { labels: labels(2_001) } }],
  ['spec.overhead', { spec: { overhead: labels(2_001) } }],
  ['spec.tolerations', { spec: { tolerations: many(501).map(() => ({})) } }],
  ['spec.containers[0].ports', { spec: { containers: [{ ports: many(2_001).map(() => ({})) }] } }],
  [
    'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].values',
    { spec: names(10_001) },
  ],
])('%s is more than we take', (field, pod) => {
  expect(readPod(pod)).toMatchObject({ ok: false, problem: { field, isBeyond: true } });
});

const rolling = (maxSurge: unknown) => ({ spec: { updateStrategy: { rollingUpdate: { maxSurge } } } });

test.each([0, 2 ** 31 - 1, -(2 ** 31), '10%', null])('a DaemonSet may surge by %j', (maxSurge) => {
  expect(readDaemonSet(rolling(maxSurge)).ok).toBe(true);
});

test.each([2 ** 31, -(2 ** 31) - 1, 1.5, true, {}])('it cannot surge by %j', (maxSurge) => {
  expect(readDaemonSet(rolling(maxSurge))).toMatchObject({
    ok: false,
    problem: { field: 'spec.updateStrategy.rollingUpdate.maxSurge' },
  });
});

const deployment = (spec: unknown, metadata: unknown = { name: 'a' }) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata,
  spec: { template: { spec } },
});

test('of a workload the parts of its template are read that a rule about pods looks at', () => {
  const spec = { priorityClassName: 'p', nodeName: 'n', containers: 'not looked at' };

  expect(readWorkload(deployment(spec))).toEqual({
    ok: true,
    value: {
      metadata: { name: 'a' },
      template: ['spec', 'template'],
      spec: { priorityClassName: 'p', nodeName: 'n' },
    },
  });
  expect(readWorkload(deployment(undefined, undefined))).toMatchObject({ ok: true, value: { metadata: {} } });
});

test.each([
  ['spec.template.spec.nodeName', deployment({ nodeName: 5 })],
  ['spec.template.spec.priorityClassName', deployment({ priorityClassName: {} })],
  ['metadata.name', deployment({}, { name: 5 })],
  ['kind', { apiVersion: 'example.com/v1', kind: 'Deployment' }],
  ['kind', 'text'],
])('%s of a workload is wrong', (field, value) => {
  expect(readWorkload(value)).toMatchObject({ ok: false, problem: { field } });
});
