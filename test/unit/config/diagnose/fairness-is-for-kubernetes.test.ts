/** Arktos has no scheduling gates: to ask for turns there is a mistake that is said before anything starts. */
import { expect, test } from 'vitest';
import { problemText } from '../../../../src/config/diagnose/problem.ts';
import { parseConfiguration } from '../../../../src/config/load.ts';

const HEAD = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n';

function problemsIn(text: string): string[] {
  const result = parseConfiguration(`${HEAD}${text}`, 'bad.yaml');
  return result.ok ? [] : result.problems.map(problemText);
}

test('on Arktos it is refused, with its line and why; off it may stand there', () => {
  const arktos = 'cluster:\n  flavor: arktos\n';

  expect(problemsIn(`${arktos}fairness:\n  mode: on\n`)).toEqual([
    'bad.yaml:6:9: fairness.mode: is for Kubernetes: Arktos comes from Kubernetes 1.15, whose pods have no scheduling gates; set it to off, or leave it out',
  ]);
  expect(problemsIn(`${arktos}fairness:\n  mode: off\n`)).toEqual([]);
  expect(problemsIn('fairness:\n  mode: on\n')).toEqual([]);
});

test('a weight needs a tenant and is a whole number', () => {
  const problems = problemsIn('fairness:\n  weights:\n    - weight: 0\n    - tenant: a\n      weight: 101\n');

  expect(problems).toHaveLength(3);
  expect(problems.join('\n')).toContain('fairness.weights[0].tenant');
  expect(problems.join('\n')).toContain('from 1 to 100');
});
