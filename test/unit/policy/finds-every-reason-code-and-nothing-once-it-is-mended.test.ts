import { describe, expect, test } from 'vitest';
import { REASON_CODES } from '../../../src/policy/reasons.ts';
import { FORECAST_CODES } from '../../../src/policy/rules/forecast.ts';
import type { KubeObject } from '../../e2e/harness/client.ts';
import { IDENTITIES, type Identity } from '../../e2e/harness/identities.ts';
import { reviewFor } from '../../http/reviews.ts';
import { hooks, type Response } from '../admission/hooks.ts';
import { CASES, type Case } from './code-cases.ts';

/** DW102 is off unless somebody asks for it. */
const { ask } = hooks((same) => ({ ...same, rules: { ...same.rules, DW102: 'enforce' } }));

function answerTo({ tenants, stored }: Case, object: KubeObject, as: Identity = 'admin'): Response {
  const path = object.kind === 'Pod' ? '/validate/pods' : '/validate/daemonsets';
  const { user: username, groups } = IDENTITIES[as];
  const operation = stored ? 'UPDATE' : 'CREATE';
  const namespace = tenants ? 'shop' : 'kube-system';
  const whole = { ...object, metadata: { ...object.metadata, namespace } };
  const request = {
    operation,
    namespace,
    object: whole,
    oldObject: stored ?? null,
    userInfo: { username, groups },
  };
  return ask(path, reviewFor(path, request));
}

/** As kubectl prints it. */
function textOf({ status, warnings = [] }: Response): string {
  const causes = (status?.details.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
  return [status?.message, ...causes, ...warnings.map((warning) => `Warning: ${warning}`)].join('\n');
}

test('every code has its case', () => {
  // DW107 only the API server keeps: its tests are with the registrations. DW508 is about a pod that runs, and DW401 to DW403 about nodes: their tests are beside those of the hook. Orders have
  // cases of their own, in rules/.
  const covered = new Set<string>(['DW107', 'DW508', ...FORECAST_CODES, ...CASES.map(({ code }) => code)]);

  const uncovered = REASON_CODES.filter((code) => !covered.has(code) && !code.startsWith('DW6'));
  expect(uncovered).toEqual([]);
});

describe.each(CASES)('$code: $says', (one) => {
  const { code, outcome, says, object, mended, as, mendedAs = as } = one;

  test(`is ${outcome}`, () => {
    const answer = answerTo(one, object, as);

    expect(answer.allowed).toBe(outcome === 'warned');
    expect(new Set(textOf(answer).match(/DW\d{3}/g))).toEqual(new Set([code]));
    expect(textOf(answer)).toContain(says);
  });

  test('is allowed when it is mended', () => {
    expect(answerTo(one, mended, mendedAs)).toMatchObject({ allowed: true });
    expect(textOf(answerTo(one, mended, mendedAs))).toBe('');
  });
});
