/** What is wrong with a DaemonSet itself: its name, its selector, and how it is updated. */
import type { JsonObject } from '../../../../src/json/object.ts';

export interface DaemonSetSlip {
  readonly about: string;
  readonly metadata?: JsonObject;
  /** Of the template. */
  readonly labels?: JsonObject;
  readonly annotations?: JsonObject;
  readonly spec?: JsonObject;
}

const rolling = (maxUnavailable: unknown, maxSurge: unknown): DaemonSetSlip => ({
  about: `${JSON.stringify(maxUnavailable)} unavailable, ${JSON.stringify(maxSurge)} more`,
  spec: { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable, maxSurge } } },
});
const selecting = (about: string, selector: unknown, labels: JsonObject = { app: 'web' }): DaemonSetSlip => ({
  about: `selected by ${about}`,
  spec: { selector },
  labels,
});
const by = (operator: string, values?: readonly string[], key = 'app') => ({
  matchExpressions: [{ key, operator, ...(values !== undefined && { values }) }],
});

const COUNTS = [
  0,
  1,
  -1,
  '0',
  '1',
  '0%',
  '1%',
  '100%',
  '101%',
  '%',
  '5%x',
  'x5%',
  '-5%',
  '+5',
  '-5',
  '5.5%',
  '',
];

/** All annotations of an object together. */
const LARGEST = 256 * 1024;
const annotations = (bytes: number) => ({ 'example.com/a': 'x'.repeat(bytes - 'example.com/a'.length) });

const NAMES = ['a', 'a.b', 'Upper', 'a_b', '-a', 'a-', 'a..b', 'é', 'x'.repeat(253), 'x'.repeat(254)];
const KEYS = [
  'a',
  'A_b.c-d',
  '-a',
  'a-',
  'a/b',
  'A/b',
  'a/',
  '/a',
  'a/b/c',
  'two words',
  'é',
  'x'.repeat(63),
  'x'.repeat(64),
  `${'x'.repeat(253)}/a`,
  `${'x'.repeat(254)}/a`,
];
const VALUES = ['', 'A_b.c-d', '-a', 'a-', 'a/b', 'two words', 'x'.repeat(63), 'x'.repeat(64)];

const shown = (text: string) => (text.length > 60 ? `${text.length} characters` : text);

export const DAEMON_SETS: readonly DaemonSetSlip[] = [
  ...COUNTS.map((count) => rolling(count, 0)),
  ...COUNTS.slice(1).map((count) => rolling(0, count)),
  ...COUNTS.slice(1).map((count) => rolling(1, count)),
  { about: 'an update of an unknown type', spec: { updateStrategy: { type: 'Sometimes' } } },
  { about: 'an update on deletion', spec: { updateStrategy: { type: 'OnDelete' } } },
  { about: 'an update of no type', spec: { updateStrategy: { rollingUpdate: { maxSurge: 1 } } } },
  ...[-1, 0, 1].flatMap((count) => [
    { about: `ready for ${count} seconds`, spec: { minReadySeconds: count } },
    { about: `${count} revisions`, spec: { revisionHistoryLimit: count } },
  ]),
  ...NAMES.map((name) => ({ about: `the name ${shown(name)}`, metadata: { name } })),
  ...KEYS.flatMap((key) => [
    { about: `the label ${shown(key)}`, metadata: { labels: { [key]: 'x' } } },
    { about: `the label ${shown(key)} of the template`, labels: { app: 'web', [key]: 'x' } },
    { about: `the annotation ${shown(key)}`, metadata: { annotations: { [key]: 'two words' } } },
  ]),
  ...VALUES.map((value) => ({
    about: `the value "${shown(value)}" of a label`,
    labels: { app: 'web', x: value },
  })),
  { about: 'as many annotations as there may be', metadata: { annotations: annotations(LARGEST) } },
  { about: 'more annotations than there may be', metadata: { annotations: annotations(LARGEST + 1) } },
  { about: 'more in the template than there may be', annotations: annotations(LARGEST + 1) },
  selecting('nothing', {}),
  selecting('other labels', { matchLabels: { app: 'x' } }),
  selecting('more labels', { matchLabels: { app: 'web', tier: 'x' } }),
  selecting('fewer labels', { matchLabels: { app: 'web' } }, { app: 'web', tier: 'x' }),
  selecting('a key that is none', { matchLabels: { 'a/b/c': 'x' } }),
  selecting('a value that is none', { matchLabels: { app: '-' } }),
  selecting('one of two', by('In', ['x', 'web'])),
  selecting('none of two', by('In', ['x', 'y'])),
  selecting('In of nothing', by('In', [])),
  selecting('NotIn of others', by('NotIn', ['x'])),
  selecting('NotIn of itself', by('NotIn', ['web'])),
  selecting('NotIn of what is not there', by('NotIn', ['x'], 'tier')),
  selecting('Exists', by('Exists')),
  selecting('Exists with a value', by('Exists', ['web'])),
  selecting('Exists of what is not there', by('Exists', [], 'tier')),
  selecting('DoesNotExist', by('DoesNotExist')),
  selecting('DoesNotExist of what is not there', by('DoesNotExist', [], 'tier')),
  selecting('Gt', by('Gt', ['1'])),
  selecting('no operator', by('', ['web'])),
  selecting('no key', by('Exists', [], '')),
  selecting('a value of an expression that is none', by('NotIn', ['-'])),
];
