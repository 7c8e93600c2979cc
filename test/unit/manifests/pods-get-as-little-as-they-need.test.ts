import { expect, test } from 'vitest';
import { installation } from '../../../manifests/installations.ts';
import { valueAt } from '../../../src/json/path.ts';
import { OVERLAYS } from '../../../src/render/workload/installation.ts';
import { workload } from '../../../src/render/workload/workload.ts';

const WAYS = [[], ...OVERLAYS.map((overlay) => [overlay]), OVERLAYS.filter((name) => name !== 'arktos')];

function objectsOf(way: (typeof WAYS)[number], kind: string) {
  return workload(installation(...way))
    .map(({ object }) => object)
    .filter((object) => object.kind === kind);
}

test.each(WAYS)('%s %s %s %s: pods are as strict as Kubernetes can be told to be', (...way) => {
  const deployments = objectsOf(way, 'Deployment');

  expect(deployments.length).toBeGreaterThan(0);
  for (const deployment of deployments) {
    const pod = valueAt(deployment, ['spec', 'template', 'spec']);
    expect(pod).toMatchObject({
      priorityClassName: 'system-cluster-critical',
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          securityContext: {
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
            readOnlyRootFilesystem: true,
          },
          resources: { requests: { cpu: expect.any(String), memory: expect.any(String) } },
          readinessProbe: expect.anything(),
          livenessProbe: expect.anything(),
        },
      ],
    });
  }
});

test.each(WAYS)('%s %s %s %s: nobody may do everything, and Secrets are named', (...way) => {
  const rules = ['ClusterRole', 'Role'].flatMap((kind) =>
    objectsOf(way, kind).flatMap((role) => [valueAt(role, ['rules'])].flat()),
  );

  expect(rules.length).toBeGreaterThan(4);
  expect(JSON.stringify(rules)).not.toContain('*');
  const secrets = rules.filter((rule) => JSON.stringify(valueAt(rule, ['resources'])).includes('secrets'));
  const unnamed = secrets.filter((rule) => valueAt(rule, ['resourceNames']) === undefined);
  const isOwn = !way.includes('cert-manager');
  expect(unnamed.map((rule) => valueAt(rule, ['verbs']))).toEqual(isOwn ? [['create']] : []);
});

test('where cert-manager makes the certificates nobody may touch Secrets or registrations', () => {
  const rules = ['ClusterRole', 'Role'].flatMap((kind) => objectsOf(['cert-manager'], kind));

  expect(JSON.stringify(rules)).toContain('leases');
  expect(JSON.stringify(rules)).not.toMatch(/secrets|webhookconfigurations/);
});

test('rights and mounts follow the name of the Secret', () => {
  const plain = installation('second-scheduler');
  const configuration = plain.configuration.replace('daemonward-tls', 'own-name');
  const objects = workload({ ...plain, configuration }).map(({ object }) => object);
  const named = objects.filter((object) => JSON.stringify(object).includes('own-name'));

  expect(JSON.stringify(objects)).not.toContain('daemonward-tls');
  expect(named.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'Role daemonward',
    'ConfigMap daemonward-configuration',
    'Deployment daemonward-scheduler',
  ]);
});

test('the API server is reached where usual clusters have it, also by name', () => {
  const [policy] = objectsOf([], 'NetworkPolicy');

  expect(valueAt(policy, ['spec', 'egress'])).toEqual([
    { ports: [443, 6443, 8443, 16_443].map((port) => ({ port })) },
    {
      ports: [
        { port: 53, protocol: 'UDP' },
        { port: 53, protocol: 'TCP' },
      ],
    },
  ]);
});

test('an authority of cert-manager keeps its key, so that what it has signed stays good', () => {
  const policies = objectsOf(['cert-manager'], 'Certificate').map(({ spec }) => [
    valueAt(spec, ['isCA']) === true,
    valueAt(spec, ['privateKey', 'rotationPolicy']),
  ]);

  expect(policies.toSorted()).toEqual([
    [false, 'Always'],
    [false, 'Always'],
    [true, 'Never'],
    [true, 'Never'],
  ]);
});

test.each(WAYS)(
  '%s %s %s %s: every object is found again by its label, and each name is used once',
  (...way) => {
    const objects = workload(installation(...way)).map(({ object }) => object);
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace} ${metadata.name}`);

    expect(new Set(names).size).toBe(names.length);
    for (const { metadata } of objects) {
      expect(metadata.labels).toMatchObject({ 'app.kubernetes.io/part-of': 'daemonward' });
    }
  },
);
