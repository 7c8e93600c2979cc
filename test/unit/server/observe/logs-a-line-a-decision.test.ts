import { pino } from 'pino';
import { expect, test } from 'vitest';
import { admissionObserver } from '../../../../src/server/observe/admission-observer.ts';
import { createMetrics } from '../../../../src/server/observe/metrics.ts';
import { daemonSet, reviewOf } from '../../../http/reviews.ts';
import { hooks } from '../../admission/hooks.ts';

function logged(level: string, ...reviews: readonly unknown[]) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level, base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const observe = admissionObserver({ log, metrics: createMetrics(), exemptionUsed: () => {} });
  const { ask, events } = hooks();
  for (const review of reviews) ask('/validate/daemonsets', review);
  for (const event of events) observe(event);
  return lines;
}

const refused = reviewOf({ namespace: 'garden-shop' });
const fine = reviewOf({ object: daemonSet({}, { priorityClassName: 'system-node-critical' }) });

test('a refusal is one line with uid, tenant and code', () => {
  const lines = logged('info', refused);

  expect(lines).toEqual([
    expect.objectContaining({
      msg: 'admission decision',
      path: '/validate/daemonsets',
      uid: refused.request.uid,
      operation: 'CREATE',
      namespace: 'garden-shop',
      tenant: 'garden',
      tenantBy: 'label',
      outcome: 'denied',
      codes: expect.arrayContaining(['DW101']),
    }),
  ]);
});

test('what nothing was found in has its line at debug only', () => {
  expect(logged('info', fine)).toEqual([]);
  expect(logged('debug', fine)).toMatchObject([{ outcome: 'allowed', uid: fine.request.uid, dryRun: false }]);
  expect(logged('debug', fine)[0]).not.toHaveProperty('codes');
});
