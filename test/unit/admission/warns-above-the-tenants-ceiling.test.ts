import { expect, test } from 'vitest';
import type { Configuration } from '../../../src/config/schema/schema.ts';
import { reviewFor } from '../../http/reviews.ts';
import { codesOf, hooks } from './hooks.ts';

const PATH = '/validate/pods';
const SHOP = 'garden-shop';
const anyone = { username: 'jane', groups: ['system:authenticated'] };

/** As it comes from the API server, which has filled in the priority. */
function pod(priority: number | undefined, priorityClassName = 'high') {
  return { metadata: { name: 'web' }, spec: { priority, priorityClassName, containers: [{ name: 'c' }] } };
}

function ceilingAt(tenantPriorityCeiling: number, rules: Partial<Configuration['rules']> = {}) {
  return hooks((same) => ({
    ...same,
    daemons: { ...same.daemons, tenantPriorityCeiling },
    rules: { ...same.rules, ...rules },
  }));
}

test('a tenant is told, and let pass', () => {
  const response = hooks().ask(
    PATH,
    reviewFor(PATH, { namespace: SHOP, object: pod(1_000), userInfo: anyone }),
  );

  expect(response).toMatchObject({
    allowed: true,
    warnings: ['DW106 priorityClassName: high has the value 1000, and tenants may use up to 0'],
  });
});

test.each([
  ['at the ceiling', pod(1_000), 1_000, []],
  ['above it', pod(1_001), 1_000, ['DW106']],
  ['by a default class', pod(5, ''), 0, ['DW106']],
  ['of a class that the view knows, where nobody has filled in the number', pod(undefined), 0, ['DW106']],
  ['of a class that nobody knows', pod(undefined, 'unheard-of'), 0, []],
  ['below zero, with a ceiling below that', pod(-5), -10, ['DW106']],
  [
    'of the system’s class, which has a rule of its own',
    pod(2_000_000_000, 'system-cluster-critical'),
    0,
    ['DW103'],
  ],
])('enforced: %s', (_what, object, ceiling, codes) => {
  const { ask } = ceilingAt(ceiling, { DW106: 'enforce' });

  const response = ask(PATH, reviewFor(PATH, { namespace: SHOP, object, userInfo: anyone }));

  expect(codesOf(response)).toEqual(codes);
});

test('where the rule about the system’s classes is off, they are merely high', () => {
  const { ask } = ceilingAt(0, { DW103: 'off', DW106: 'enforce' });
  const object = pod(2_000_000_000, 'system-cluster-critical');

  expect(codesOf(ask(PATH, reviewFor(PATH, { namespace: SHOP, object, userInfo: anyone })))).toEqual([
    'DW106',
  ]);
});

test.each([
  ['a pod of the system', { object: pod(1_000) }],
  [
    'an update, which cannot change it',
    { operation: 'UPDATE', namespace: SHOP, object: pod(1_000), oldObject: pod(1_000) },
  ],
])('nothing is said of %s', (_what, request) => {
  const response = hooks().ask(PATH, reviewFor(PATH, { ...request, userInfo: anyone }));

  expect(response).toMatchObject({ allowed: true });
  expect(response.warnings).toBeUndefined();
});
