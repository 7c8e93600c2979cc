import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Configuration } from '../../../../src/config/schema/schema.ts';
import type { Exemption } from '../../../../src/policy/exemptions.ts';
import { admissionObserver } from '../../../../src/server/observe/admission-observer.ts';
import { createMetrics } from '../../../../src/server/observe/metrics.ts';
import {
  ExemptionUses,
  exemptionCounts,
  exemptionState,
} from '../../../../src/server/observe/state/exemption-state.ts';
import { reviewOf } from '../../../http/reviews.ts';
import { hooks } from '../../admission/hooks.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const DAY_MS = 86_400_000;

function exemption(name: string, days: number): Exemption {
  const until = NOW + days * DAY_MS;
  const expires = new Date(until).toISOString();
  return { rule: 'DW101', namespace: 'garden-shop', name, reason: `for ${name}`, expires, until };
}

const ALL = [exemption('old', -1), exemption('soon', 7), exemption('late', 8)];

test('they are counted by how long they last, and the next end is known', () => {
  const { counts, nextExpiry } = exemptionCounts(ALL, NOW);

  expect(counts).toEqual({ active: 1, expiring: 1, expired: 1 });
  expect(nextExpiry).toBe(NOW + 7 * DAY_MS);
  expect(exemptionCounts([], NOW).nextExpiry).toBe(0);
});

test('/state shows each with its use, the next to end first', () => {
  const uses = new ExemptionUses();
  const [, soon = exemption('soon', 7)] = ALL;
  uses.note(soon, NOW - 1_000);
  uses.note({ ...soon }, NOW);

  const state = exemptionState(ALL, uses, NOW);

  expect(state).toMatchObject({ total: 3, active: 1, expiring: 1, expired: 1, shown: 3 });
  expect(state.exemptions).toMatchObject([
    { name: 'old', state: 'expired', used: 0, lastUsed: undefined },
    { name: 'soon', state: 'expiring', used: 2, lastUsed: '2026-11-16T12:00:00.000Z', reason: 'for soon' },
    { name: 'late', state: 'active', used: 0 },
  ]);
});

test('one that the configuration no longer has is forgotten', () => {
  const uses = new ExemptionUses();
  const [, soon = exemption('soon', 7)] = ALL;
  uses.note(soon, NOW);

  exemptionState([], uses, NOW);

  expect(uses.of(soon)).toBeUndefined();
});

const withExemption = (configuration: Configuration): Configuration => ({
  ...configuration,
  exemptions: [
    { rule: 'DW101', namespace: 'garden-shop', name: '*', reason: 'asked', expires: '2030-01-01' },
  ],
});

test('one create counts once, although both hooks are asked', async () => {
  const { ask, events } = hooks(withExemption);
  const metrics = createMetrics();
  const used: string[] = [];
  const observe = admissionObserver({
    log: pino({ level: 'silent' }),
    metrics,
    exemptionUsed: ({ reason }) => void used.push(reason),
  });
  const review = reviewOf({ namespace: 'garden-shop' });

  ask('/mutate/daemonsets', review);
  ask('/validate/daemonsets', review);
  ask('/validate/daemonsets', reviewOf({ namespace: 'garden-shop', dryRun: true }));
  for (const event of events) observe(event);

  const findings = (await metrics.findings.get()).values;
  expect(findings).toMatchObject([
    { labels: { code: 'DW101', outcome: 'exempted', dry_run: 'false' }, value: 1 },
    { labels: { code: 'DW101', outcome: 'exempted', dry_run: 'true' }, value: 1 },
  ]);
  expect((await metrics.exemptionsUsed.get()).values).toMatchObject([
    { labels: { code: 'DW101' }, value: 1 },
  ]);
  expect(used).toEqual(['asked']);
});
