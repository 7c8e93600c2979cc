import { pino } from 'pino';
import { expect, test } from 'vitest';
import { admissionObserver } from '../../../src/server/observe/admission-observer.ts';
import { createMetrics } from '../../../src/server/observe/metrics.ts';
import { daemonSet, reviewOf } from '../../http/reviews.ts';
import { codesOf, hooks } from './hooks.ts';

const VALIDATE = '/validate/daemonsets';

/** One finding for each label. */
function withBadLabels(count: number, key = '!') {
  const labels = Array.from({ length: count }, (_, index) => ({
    key: `${key}${index}`,
    operator: 'Exists',
  }));
  return daemonSet({ selector: { matchLabels: { app: 'agent' }, matchExpressions: labels } });
}

test.each([VALIDATE, '/mutate/daemonsets'])('%s: twenty, and how many more there are', (path) => {
  const response = hooks().ask(path, reviewOf({ object: withBadLabels(300) }));

  expect(codesOf(response)).toHaveLength(20);
  expect(response.status?.message).toMatch(/^300 findings\n- DW202 /);
  expect(response.status?.message).toMatch(/\n- and 280 more$/);
  expect(response.status?.code).toBe(422);
});

test('all of twenty, and no word of more', () => {
  const response = hooks().ask(VALIDATE, reviewOf({ object: withBadLabels(20) }));

  expect(codesOf(response)).toHaveLength(20);
  expect(response.status?.message).not.toContain('more');
});

test.each(['warn', 'audit', 'enforce'] as const)('the answer and the log stay small: %s', (mode) => {
  const { ask, events } = hooks((configuration) => ({
    ...configuration,
    rules: { ...configuration.rules, DW202: mode },
  }));
  const metrics = createMetrics();
  let logged = '';
  const log = pino({}, { write: (line: string) => (logged += line) });
  const observe = admissionObserver({ log, metrics, exemptionUsed: () => {} });

  const long = 'x'.repeat(50_000);
  const userInfo = { username: long, groups: [] };
  const response = ask(VALIDATE, reviewOf({ name: long, userInfo, object: withBadLabels(40, `${long}!`) }));
  for (const event of events) observe(event);

  expect(JSON.stringify(response).length).toBeLessThan(60_000);
  expect(logged.length).toBeLessThan(60_000);
  expect(JSON.parse(logged).notShown).toBe(20);
});

test('every finding is counted', async () => {
  const { ask, events } = hooks();
  const metrics = createMetrics();

  ask(VALIDATE, reviewOf({ object: withBadLabels(300) }));
  const log = pino({ level: 'silent' });
  for (const event of events) admissionObserver({ log, metrics, exemptionUsed: () => {} })(event);

  const { values } = await metrics.findings.get();
  expect(values).toMatchObject([{ labels: { code: 'DW202', outcome: 'denied' }, value: 300 }]);
});
