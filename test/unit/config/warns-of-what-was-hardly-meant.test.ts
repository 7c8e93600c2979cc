import { expect, test } from 'vitest';
import { parseConfiguration } from '../../../src/config/load.ts';
import { problemText } from '../../../src/config/problem.ts';

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

test('the defaults give no warning', () => {
  const loaded = parseConfiguration(HEAD, 'file.yaml');

  expect(loaded.ok && loaded.warnings).toEqual([]);
});
