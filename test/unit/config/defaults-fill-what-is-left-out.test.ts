/** What a file leaves out has its documented default; what it says is taken as it is. */
import { expect, expectTypeOf, test } from 'vitest';
import { leavesOf } from '../../../src/config/leaves.ts';
import { parseConfiguration } from '../../../src/config/load.ts';
import { problemText } from '../../../src/config/problem.ts';
import { type Configuration, defaultConfiguration, withDefaults } from '../../../src/config/schema.ts';
import { configurationSchema } from '../../../src/config/settings.ts';
import type { Mode } from '../../../src/policy/modes.ts';
import { REASON_CODES, REASONS, type ReasonCode } from '../../../src/policy/reasons.ts';

const HEAD = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n';

function configurationOf(text: string, file = 'good.yaml'): Configuration {
  const result = parseConfiguration(text, file);
  if (!result.ok) {
    throw new Error(result.problems.map(problemText).join('\n'));
  }
  return result.configuration;
}

test('the smallest file is the default configuration', () => {
  const configuration = configurationOf(HEAD);

  expect(configuration).toEqual(defaultConfiguration());
  expect(configuration).toEqual({
    apiVersion: 'daemonward.dev/v1alpha1',
    kind: 'Configuration',
    server: {
      address: '0.0.0.0',
      port: 8443,
      tls: { directory: 'certs', names: [] },
      reviewLimitBytes: 8_388_608,
      extenderLimitBytes: 268_435_456,
      keepAliveSeconds: 95,
      drainSeconds: 10,
    },
    ops: { address: '127.0.0.1', port: 8080 },
    log: { level: 'info' },
    cluster: {
      source: 'auto',
      flavor: 'kubernetes',
      pageSize: 500,
      watchIdleSeconds: 90,
      staleAfterSeconds: 150,
      snapshots: [],
    },
    tenancy: {
      labels: [
        'capsule.clastix.io/tenant',
        'projectcapsule.dev/tenant',
        'kubesphere.io/workspace',
        'stakater.com/tenant',
        'kubecube.hnc.x-k8s.io/tenant',
        'kiosk.sh/account',
        'loft.sh/project',
        'loft.sh/vcluster-instance-name',
      ],
      labelSuffixes: ['.tree.hnc.x-k8s.io/depth'],
      annotations: ['field.cattle.io/projectId'],
      systemTenants: ['system-workspace'],
      systemNamespaces: ['kube-system', 'kube-public', 'kube-node-lease', 'daemonward-system'],
      unknown: 'tenant',
      adminGroups: ['system:masters'],
      adminUsers: [],
      controllers: [
        'system:serviceaccount:kube-system:daemon-set-controller',
        'system:serviceaccount:kube-system:generic-garbage-collector',
        'system:serviceaccount:kube-system:namespace-controller',
        'system:serviceaccount:kube-system:tenant-controller',
        'system:kube-controller-manager',
      ],
    },
    rules: Object.fromEntries(REASON_CODES.map((code) => [code, REASONS[code].mode])),
    exemptions: [],
    daemons: { tenantPriorityCeiling: 0, schedulers: ['default-scheduler'] },
    headroom: { mode: 'enforce', patience: '10m', daemonSets: [], resources: [] },
    preempt: { mode: 'enforce' },
  });
});

test('a value deep inside leaves its neighbours at their defaults', () => {
  const configuration = configurationOf(
    `${HEAD}server:\n  tls:\n    names: [a.example, "*.b.example", "::1", 10.0.0.1]\n`,
  );

  expect(configuration.server.tls).toEqual({
    directory: 'certs',
    names: ['a.example', '*.b.example', '::1', '10.0.0.1'],
  });
  expect(configuration.server.port).toBe(8443);
});

test('an exemption that names no objects is for all of its namespace', () => {
  const configuration = configurationOf(
    `${HEAD}exemptions:\n  - {rule: DW101, namespace: a, reason: b, expires: 2030-01-01}\n` +
      '  - {rule: DW301, namespace: "*", name: c-*, reason: d, expires: 2030-01-01T00:00:00Z}\n',
  );

  expect(configuration.exemptions).toEqual([
    { rule: 'DW101', namespace: 'a', name: '*', reason: 'b', expires: '2030-01-01' },
    { rule: 'DW301', namespace: '*', name: 'c-*', reason: 'd', expires: '2030-01-01T00:00:00Z' },
  ]);
});

test.each([
  ['elsewhere', '', 'off'],
  ['on Kubernetes', 'cluster: {flavor: kubernetes}\n', 'off'],
  ['on Arktos', 'cluster: {flavor: arktos}\n', 'enforce'],
  ['on Arktos, beside another rule', 'cluster: {flavor: arktos}\nrules: {DW101: audit}\n', 'enforce'],
  ['on Arktos, where the file says otherwise', 'cluster: {flavor: arktos}\nrules: {DW102: off}\n', 'off'],
])('who is a cluster admin matters by default on Arktos alone: %s', (_name, rest, mode) => {
  const configuration = configurationOf(HEAD + rest);

  expect(configuration.rules.DW102).toBe(mode);
});

test('no other rule has another default on Arktos', () => {
  const { DW102: _here, ...here } = configurationOf(HEAD).rules;
  const { DW102: _there, ...there } = configurationOf(`${HEAD}cluster: {flavor: arktos}\n`).rules;

  expect(there).toEqual(here);
});

test('every rule has a mode and every exemption a rule, also for the compiler', () => {
  expectTypeOf<Configuration['rules']>().toEqualTypeOf<Readonly<Record<ReasonCode, Mode>>>();
  expectTypeOf<Configuration['exemptions'][number]>().toEqualTypeOf<{
    readonly rule: ReasonCode;
    readonly namespace: string;
    readonly name: string;
    readonly reason: string;
    readonly expires: string;
  }>();
});

test('JSON is taken too', () => {
  const configuration = configurationOf(
    JSON.stringify({ apiVersion: 'daemonward.dev/v1alpha1', kind: 'Configuration', ops: { port: 0 } }),
  );

  expect(configuration.ops).toEqual({ address: '127.0.0.1', port: 0 });
});

test('relative paths start at the folder of the file, defaults do not', () => {
  const text = `${HEAD}server: {tls: {certFile: tls/a.pem, keyFile: /keys/a.pem}}\ncluster: {snapshots: [one.yaml, ../two.yaml]}\n`;

  const configuration = configurationOf(text, 'etc/daemonward/good.yaml');

  expect(configuration.server.tls).toEqual({
    certFile: 'etc/daemonward/tls/a.pem',
    keyFile: '/keys/a.pem',
    directory: 'certs',
    names: [],
  });
  expect(configuration.cluster.snapshots).toEqual(['etc/daemonward/one.yaml', 'etc/two.yaml']);
});

test('what is given without effect is a warning with its line', () => {
  const text = `${HEAD}server:\n  tls:\n    certFile: a\n    keyFile: b\n    names: [a.example]\n`;

  const result = parseConfiguration(text, 'good.yaml');

  expect(result.ok && result.warnings.map(problemText)).toEqual([
    'good.yaml:7:5: server.tls.names: has no effect, because server.tls.certFile is given',
  ]);
});

test('the given object is not touched, and defaults are not shared', () => {
  const given = Object.freeze({
    apiVersion: 'daemonward.dev/v1alpha1',
    kind: 'Configuration',
    server: Object.freeze({}),
  });

  const [one, two] = [withDefaults(given), withDefaults(given)];

  expect(one).toEqual(two);
  expect(one.server.tls.names).not.toBe(two.server.tls.names);
});

test('each setting is described, and has a default unless it is required or truly optional', () => {
  const undescribed = leavesOf(configurationSchema).filter(({ node }) => node.description.length === 0);
  const withoutDefault = leavesOf(configurationSchema).filter(({ node }) => node.default === undefined);

  expect(undescribed).toEqual([]);
  expect(withoutDefault.map(({ text }) => text)).toEqual([
    'apiVersion',
    'kind',
    'server.tls.certFile',
    'server.tls.keyFile',
    'server.tls.caFile',
    'cluster.kubeconfig',
    'cluster.context',
    'exemptions[].rule',
    'exemptions[].namespace',
    'exemptions[].reason',
    'exemptions[].expires',
    'daemons.defaultPriorityClass',
    'headroom.daemonSets[].namespace',
  ]);
});
