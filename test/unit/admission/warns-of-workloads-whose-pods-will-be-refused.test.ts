import { expect, test } from 'vitest';
import { reviewOf } from '../../http/reviews.ts';
import { hooks } from './hooks.ts';

const PATH = '/validate/workloads';
const SHOP = 'garden-shop';
const SYSTEM_CLASS = { priorityClassName: 'system-node-critical' };

const KINDS = {
  deployments: ['apps', 'Deployment'],
  replicasets: ['apps', 'ReplicaSet'],
  statefulsets: ['apps', 'StatefulSet'],
  jobs: ['batch', 'Job'],
  cronjobs: ['batch', 'CronJob'],
  replicationcontrollers: ['', 'ReplicationController'],
} as const;

function workload(resource: keyof typeof KINDS, pod: object, metadata: object = {}) {
  const [group, kind] = KINDS[resource];
  const template = { template: { spec: { containers: [{ name: 'c' }], ...pod } } };
  return {
    apiVersion: group === '' ? 'v1' : `${group}/v1`,
    kind,
    metadata: { name: 'web', ...metadata },
    spec: resource === 'cronjobs' ? { jobTemplate: { spec: template } } : template,
  };
}

function review(resource: keyof typeof KINDS, object: object, more: Record<string, unknown> = {}) {
  const [group, kind] = KINDS[resource];
  return reviewOf({
    kind: { group, version: 'v1', kind },
    resource: { group, version: 'v1', resource },
    name: 'web',
    namespace: SHOP,
    object,
    ...more,
  });
}

test.each(Object.keys(KINDS))('%s of a tenant with a class of the system: allowed, and said', (name) => {
  const resource = Object.keys(KINDS).find((key): key is keyof typeof KINDS => key === name) ?? 'jobs';

  const { allowed, warnings = [] } = hooks().ask(PATH, review(resource, workload(resource, SYSTEM_CLASS)));

  expect(allowed).toBe(true);
  expect(warnings).toEqual([
    expect.stringMatching(/^DW103 priorityClassName: its pods will be refused: system-node-critical is/),
  ]);
  expect(warnings[0]?.length).toBeLessThanOrEqual(120);
});

test('a node that the template names, and a class above the ceiling, which only warns of pods too', () => {
  const { warnings } = hooks().ask(PATH, review('deployments', workload('deployments', { nodeName: 'n1' })));
  const high = hooks().ask(
    PATH,
    review('deployments', workload('deployments', { priorityClassName: 'high' })),
  );

  expect(warnings).toEqual(['DW105 nodeName: its pods will be refused: names "n1"']);
  expect(high.warnings).toEqual([
    'DW106 priorityClassName: high has the value 1000, and tenants may use up to 0',
  ]);
});

test.each([
  ['nothing wrong', workload('deployments', {}), {}],
  ['the system tenant', workload('deployments', SYSTEM_CLASS), { namespace: 'kube-system' }],
  [
    'what a controller made',
    workload('replicasets', SYSTEM_CLASS, {
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', controller: true }],
    }),
    {},
  ],
  [
    'a change that leaves the pods alone',
    workload('deployments', SYSTEM_CLASS, { labels: { a: 'b' } }),
    { operation: 'UPDATE', oldObject: workload('deployments', SYSTEM_CLASS) },
  ],
  ['a deletion', null, { operation: 'DELETE', oldObject: workload('deployments', SYSTEM_CLASS) }],
])('%s: nothing is said', (_, object, more) => {
  const response = hooks().ask(PATH, review('deployments', Object(object), { object, ...more }));

  expect(response).toMatchObject({ allowed: true });
  expect(response.warnings).toBeUndefined();
});

test('an update that brings the class is told', () => {
  const more = { operation: 'UPDATE', oldObject: workload('deployments', {}) };

  const { warnings } = hooks().ask(PATH, review('deployments', workload('deployments', SYSTEM_CLASS), more));

  expect(warnings).toHaveLength(1);
});

test('workloads.mode off says nothing', () => {
  const quiet = hooks((same) => ({ ...same, workloads: { mode: 'off' } }));

  const { warnings } = quiet.ask(PATH, review('deployments', workload('deployments', SYSTEM_CLASS)));

  expect(warnings).toBeUndefined();
});

test('a class that is no text is refused as unreadable, not answered', () => {
  const object = workload('deployments', { priorityClassName: ['a'] });

  expect(() => hooks().ask(PATH, review('deployments', object))).toThrow(/priorityClassName/);
});
