import { expect, test } from 'vitest';
import { problemText } from '../../../../src/config/diagnose/problem.ts';
import { parseConfiguration } from '../../../../src/config/load.ts';

const HEAD = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n';

test.each([
  ['cluster: {staleAfterSeconds: 60}', 'file.yaml:3:30: cluster.staleAfterSeconds'],
  ['cluster: {watchIdleSeconds: 200}', 'file.yaml:3:29: cluster.watchIdleSeconds'],
  ['cluster: {watchIdleSeconds: 5, staleAfterSeconds: 5}', 'file.yaml:3:51: cluster.staleAfterSeconds'],
])('%s: a quiet cluster would count as stale', (text, place) => {
  const loaded = parseConfiguration(`${HEAD}${text}\n`, 'file.yaml');

  const warnings = loaded.ok ? loaded.warnings.map(problemText) : [];

  expect(warnings).toEqual([expect.stringContaining(`${place}: a quiet cluster will count as stale`)]);
});

test.each([
  ['"*"', ['file.yaml:3:30: tenancy.systemNamespaces[0]']],
  ['kube-system, "**"', ['file.yaml:3:43: tenancy.systemNamespaces[1]']],
  ['kube-*, "*-system"', []],
])('system namespaces [%s]: a pattern that takes in every namespace', (patterns, places) => {
  const loaded = parseConfiguration(`${HEAD}tenancy: {systemNamespaces: [${patterns}]}\n`, 'file.yaml');

  const warnings = loaded.ok ? loaded.warnings.map(problemText) : ['refused'];

  expect(warnings).toEqual(
    places.map((place) => expect.stringContaining(`${place}: matches every namespace`)),
  );
});

test.each([
  ['2026-03-31', '2026-03-31T23:59:59.999Z', []],
  ['2026-03-31', '2026-04-01T00:00:00Z', ['has expired and has no effect']],
  ['2026-03-31T12:00:00Z', '2026-03-31T11:59:59.999Z', []],
  ['2026-03-31T12:00:00Z', '2026-03-31T12:00:00Z', ['has expired and has no effect']],
])('an exemption until %s, read at %s', (expires, now, messages) => {
  const later = '  - {rule: DW301, namespace: a, reason: b, expires: 2130-01-01}\n';
  const text = `${HEAD}exemptions:\n${later}  - rule: DW301\n    namespace: a\n    reason: b\n    expires: ${expires}\n`;

  const loaded = parseConfiguration(text, 'file.yaml', { now: Date.parse(now) });

  expect(loaded.ok ? loaded.warnings.map(problemText) : ['refused']).toEqual(
    messages.map((message) => `file.yaml:8:14: exemptions[1].expires: ${message}`),
  );
  expect(loaded.ok && loaded.configuration.exemptions).toHaveLength(2);
});

test.each([
  ['scheduler: {names: []}', ['file.yaml:3:39: server.clients.scheduler.names: is empty: nobody may call']],
  ['scheduler: {mode: audit, names: []}', []],
  ['admission: {names: []}', []],
])('server.clients {%s}: a list of nobody', (clients, expected) => {
  const loaded = parseConfiguration(`${HEAD}server: {clients: {${clients}}}\n`, 'file.yaml');

  expect(loaded.ok ? loaded.warnings.map(problemText) : ['refused']).toEqual(expected);
});

test('the defaults give no warning', () => {
  const loaded = parseConfiguration(HEAD, 'file.yaml');

  expect(loaded.ok && loaded.warnings).toEqual([]);
});
