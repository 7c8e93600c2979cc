/** What a file leaves out has its documented default; what it says is taken as it is. */
import { expect, expectTypeOf, test } from 'vitest';
import { problemText } from '../../../../src/config/diagnose/problem.ts';
import { parseConfiguration } from '../../../../src/config/load.ts';
import {
  type Configuration,
  defaultConfiguration,
  withDefaults,
} from '../../../../src/config/schema/schema.ts';
import { configurationSchema } from '../../../../src/config/schema/settings.ts';
import { leavesOf } from '../../../../src/config/schema/walk.ts';
import { valueAt } from '../../../../src/json/path.ts';
import type { Mode } from '../../../../src/policy/modes.ts';
import type { ReasonCode } from '../../../../src/policy/reasons.ts';

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
});

const leavesOutsideLists = leavesOf(configurationSchema).filter(({ text }) => !text.includes('[]'));

test.each(leavesOutsideLists)('$text has the default of its description', ({ text, node }) => {
  const fixed = node.type === 'string' ? node.const : undefined;

  expect(valueAt(defaultConfiguration(), text.split('.'))).toEqual(node.default ?? fixed);
});

test('whoever configures nothing is guarded', () => {
  const { server, tenancy, headroom, preempt } = defaultConfiguration();

  expect(server.clients).toEqual({
    scheduler: { mode: 'enforce', names: ['daemonward-scheduler', 'daemonward-debug'] },
    admission: { mode: 'off', names: ['daemonward-apiserver', 'daemonward-debug'] },
  });
  expect(tenancy).toMatchObject({
    systemTenants: [],
    systemNamespaces: ['kube-system', 'kube-public', 'kube-node-lease'],
    unknown: 'tenant',
    adminGroups: ['system:masters'],
    adminUsers: [],
  });
  expect([headroom.mode, preempt.mode]).toEqual(['enforce', 'enforce']);
});

test('a value deep inside leaves its neighbours at their defaults', () => {
  const configuration = configurationOf(
    `${HEAD}server:\n  tls:\n    names: [a.example, "*.b.example", "::1", 10.0.0.1]\n`,
  );

  expect(configuration.server.tls).toEqual({
    overlapSeconds: 2_592_000,
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
  ['elsewhere', 'kubernetes', undefined],
  ['on Arktos', 'arktos', 'system'],
])(
  'a name of a namespace is the system tenant’s by default on Arktos alone: %s',
  (_where, flavor, tenant) => {
    const { exemptions, headroom } = configurationOf(
      `${HEAD}cluster: {flavor: ${flavor}}\n` +
        'exemptions: [{rule: DW301, namespace: kube-system, reason: b, expires: 2030-01-01}]\n' +
        'headroom: {daemonSets: [{namespace: kube-system}]}\n',
    );

    expect([exemptions[0]?.tenant, headroom.daemonSets[0]?.tenant]).toEqual([tenant, tenant]);
  },
);

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
    readonly tenant?: string;
    readonly name: string;
    readonly reason: string;
    readonly expires: string;
  }>();
});

test('JSON is taken too', () => {
  const configuration = configurationOf(
    JSON.stringify({ apiVersion: 'daemonward.dev/v1alpha1', kind: 'Configuration', ops: { port: 0 } }),
  );

  expect(configuration.ops).toEqual({ port: 0, access: 'open' });
});

test('relative paths start at the folder of the file, defaults do not', () => {
  const text = `${HEAD}server: {tls: {certFile: tls/a.pem, keyFile: /keys/a.pem}}\ncluster: {snapshots: [one.yaml, ../two.yaml]}\n`;

  const configuration = configurationOf(text, 'etc/daemonward/good.yaml');

  expect(configuration.server.tls).toEqual({
    overlapSeconds: 2_592_000,
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

test('each setting is described', () => {
  const undescribed = leavesOf(configurationSchema).filter(({ node }) => node.description.length === 0);

  expect(undescribed).toEqual([]);
});
