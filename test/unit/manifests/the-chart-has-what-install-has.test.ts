/** For every combination of switches the chart stands for the same objects as `install` with those overlays. */
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { chartFiles } from '../../../manifests/chart-files.ts';
import { installation } from '../../../manifests/installations.ts';
import { registrationManifests } from '../../../manifests/kustomize-files.ts';
import {
  CONFIGURATION_FILE,
  CONFIGURATION_HASH,
  RESOURCES,
} from '../../../src/render/workload/deployment.ts';
import type { Overlay } from '../../../src/render/workload/installation.ts';
import { workload } from '../../../src/render/workload/workload.ts';
import { chartObjects } from './chart-text.ts';

const FILES = chartFiles();
const NAMESPACE = 'daemonward-system';

const VALUES: readonly (readonly [value: string, overlay: Overlay])[] = [
  ['split', 'split'],
  ['certManager', 'cert-manager'],
  ['secondScheduler.enabled', 'second-scheduler'],
  ['guardians', 'guardians'],
  ['fairness', 'fairness'],
];
const COMBINATIONS = VALUES.reduce<(readonly (readonly [string, Overlay])[])[]>(
  (all, one) => all.flatMap((some) => [some, [...some, one]]),
  [[]],
);

function drawn(template: string, on: readonly string[]): unknown[] {
  const { image, schedulerImage } = installation();
  return chartObjects(FILES[`templates/${template}.yaml`] ?? '', {
    on: new Set(on),
    namespace: NAMESPACE,
    words: {
      '.Release.Namespace': NAMESPACE,
      '.Values.image': image,
      '.Values.secondScheduler.image': schedulerImage,
      '.Values.replicas': '2',
      'ternary ': 'ScheduleAnyway',
      'dig "server" "tls" "secret"': 'daemonward-tls',
      'toYaml .Values.resources': stringify(RESOURCES).trimEnd().replace(/^/gm, ' '.repeat(12)),
      '.Values.configuration | toYaml | sha256sum': 'hash',
      '"{{"': '{{',
    },
  });
}

/** By kind and name, without what Helm makes itself or writes in its own order. */
function comparable(objects: readonly unknown[]): Record<string, unknown> {
  const plain: { kind: string; metadata: { name: string } }[] = JSON.parse(
    JSON.stringify(objects, (key, value: unknown) => {
      if (key === CONFIGURATION_HASH) return undefined;
      return key === CONFIGURATION_FILE && typeof value === 'string' ? parse(value) : value;
    }),
  );
  return Object.fromEntries(
    plain
      .filter(({ kind }) => kind !== 'Namespace' && kind !== 'CustomResourceDefinition')
      .map((object) => [`${object.kind}/${object.metadata.name}`, object]),
  );
}

test.each(COMBINATIONS.map((values) => [values.map(([value]) => value).join(', ') || 'nothing', values]))(
  'with %s',
  (_words, values) => {
    if (typeof values === 'string') throw new Error('no values');
    const expected = workload(installation(...values.map(([, overlay]) => overlay)));

    const objects = drawn(
      'workload',
      values.map(([value]) => value),
    );

    expect(comparable(objects)).toEqual(comparable(expected.map(({ object }) => object)));
  },
);

test.each([
  ['fairness', 'on'],
  ['', 'off'],
] as const)('registrations with %j have turns %s', (value, mode) => {
  const expected = registrationManifests('kubernetes', NAMESPACE, mode).map(({ object }) => object);

  const objects = drawn('registrations', ['registrations', value]);

  // The places of names in lists and the breaking of lines follow the length of the namespace's name.
  const sorted = (all: readonly unknown[]) =>
    JSON.parse(JSON.stringify(comparable(all)), (_key, item: unknown) => {
      if (typeof item === 'string') return item.replaceAll(/\s+/g, '');
      return Array.isArray(item) && item.every((word) => typeof word === 'string') ? item.toSorted() : item;
    });
  expect(sorted(objects)).toEqual(sorted(expected));
  expect(Object.keys(comparable(objects)).some((name) => name.includes('dw107'))).toBe(mode === 'on');
});
