import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../http/daemonward-process.ts';
import { reviewOf } from '../http/reviews.ts';
import { startTestService } from '../http/service.ts';
import { DaemonCluster } from '../unit/headroom/cluster-of-daemons.ts';
import { dashboardExpressions } from '../unit/monitoring/expressions.ts';
import { promtool } from './promtool.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'manifests', 'monitoring');

test('/metrics is Prometheus text, and nothing of ours is named against its habits', async () => {
  const cluster = new DaemonCluster().synced();
  cluster.node('n1');
  cluster.daemonSet('agent');
  const { post, call, opsUrl } = await startTestService({ view: cluster.store });
  await post('/validate/daemonsets', reviewOf());
  await call('/validate/daemonsets', { body: 'no' });
  await post('/scheduler/filter', { Pod: cluster.tenantPod('web', { cpu: '4' }), NodeNames: ['n1'] });

  const page = await (await fetch(`${opsUrl}/metrics`)).text();
  const { code, lines } = promtool(['check', 'metrics'], page);

  // 0: fine; 3: fine, and a name is unusual, as some of those that Node's library brings are.
  expect([0, 3]).toContain(code);
  expect(lines.filter((line) => !/^(?:nodejs|process)_/.test(line))).toEqual([]);
});

test('text that is not Prometheus text would be noticed', () => {
  expect(promtool(['check', 'metrics'], 'daemonward_x{a="b} 1\n').code).toBe(1);
});

test('the alerts are rules', () => {
  const { code, lines } = promtool(['check', 'rules', '--lint-fatal', join(FOLDER, 'alerts.yaml')]);

  expect({ code, lines }).toMatchObject({ code: 0 });
});

test('each alert fires when it should, and none when all is well', () => {
  const { code, lines } = promtool(['test', 'rules', join(FOLDER, 'alerts.test.yaml')]);

  expect({ code, lines }).toMatchObject({ code: 0 });
});

test('every alert is in the tests of alerts', () => {
  const tests = readFileSync(join(FOLDER, 'alerts.test.yaml'), 'utf8');
  const rules = readFileSync(join(FOLDER, 'alerts.yaml'), 'utf8');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

  expect(alerts.filter((alert) => !new RegExp(`\\b${alert}\\b`).test(tests))).toEqual([]);
});

test('every panel asks in PromQL', () => {
  const rules = dashboardExpressions().map(({ text }, index) => ({
    record: `panel:${index}`,
    expr: text.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
  }));
  const file = join(temporaryFolder(), 'panels.yaml');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));

  const { code, lines } = promtool(['check', 'rules', '--lint=none', file]);

  expect({ code, lines }).toMatchObject({ code: 0 });
});
