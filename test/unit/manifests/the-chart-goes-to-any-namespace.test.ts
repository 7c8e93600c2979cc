import { expect, test } from 'vitest';
import { chartFiles } from '../../../manifests/chart-files.ts';
import { registrationManifests } from '../../../manifests/kustomize-files.ts';
import { chartObjects } from './chart-text.ts';

const FILES = chartFiles();

/** As long as the mark of the chart: CEL is broken into lines by its length. */
const ELSEWHERE = 'zookeepers-home';

function registrations(namespace: string, certManager: boolean): unknown[] {
  return chartObjects(FILES['templates/registrations.yaml'] ?? '', {
    on: new Set(['registrations', ...(certManager ? ['certManager'] : [])]),
    namespace,
    words: { '.Release.Namespace': namespace, '"{{"': '{{' },
  });
}

/** The order in a list of namespaces says nothing. */
const sorted = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, item: unknown) =>
    Array.isArray(item) && item.every((word) => typeof word === 'string') ? item.toSorted() : item,
  );

test.each(Object.keys(FILES))('%s names no namespace of its own', (name) => {
  expect(FILES[name]).not.toContain('daemonward-system');
});

test.each([
  ['the service keeps the CA', false, 'kubernetes'],
  ['cert-manager keeps the CA', true, 'cert-manager'],
] as const)('elsewhere, %s: registered as rendered for that place', (_who, certManager, kind) => {
  const expected = registrationManifests(kind, ELSEWHERE).map(({ object }) => object);

  expect(sorted(registrations(ELSEWHERE, certManager))).toEqual(sorted(expected));
});
