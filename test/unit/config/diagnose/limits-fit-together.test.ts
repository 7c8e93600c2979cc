import { expect, test } from 'vitest';
import { diagnose } from '../../../../src/config/diagnose/diagnose.ts';
import { problemText } from '../../../../src/config/diagnose/problem.ts';

function problemsOf(server: string): string[] {
  const head = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n';
  const diagnosis = diagnose(`${head}server: {${server}}\n`, 'a.yaml');
  return diagnosis.ok ? [] : diagnosis.problems.map(problemText);
}

test('the former limit of whole nodes names the new one', () => {
  expect(problemsOf('extenderLimitBytes: 268435456').join()).toContain('server.wholeNodesLimitBytes');
});

test.each([
  [
    'wholeNodesLimitBytes: 268435456',
    'server.wholeNodesLimitBytes: must not be above server.callsInFlightLimitBytes',
  ],
  [
    'callsInFlightLimitBytes: 1048576',
    'server.callsInFlightLimitBytes: must not be below server.extenderLimitBytes',
  ],
  [
    'reviewsInFlightLimitBytes: 1048576',
    'server.reviewsInFlightLimitBytes: must not be below server.reviewLimitBytes',
  ],
])('%s does not fit', (server, message) => {
  expect(problemsOf(server)).toEqual([expect.stringContaining(message)]);
});

test.each([
  'wholeNodesLimitBytes: 67108864',
  'wholeNodesLimitBytes: 268435456, callsInFlightLimitBytes: 536870912',
  'doors: admission',
])('%s does', (server) => {
  expect(problemsOf(server)).toEqual([]);
});

test('doors are known by name', () => {
  expect(problemsOf('doors: webhooks').join()).toContain('both, admission, scheduler');
});
