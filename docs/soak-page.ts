/** The page and the picture of the soak, from what it recorded. */
import { readFileSync } from 'node:fs';
import type { Sample, SoakResult } from '../test/soak/result.ts';
import { judgedPart, type Measure, median, type Trend, trendsOf } from '../test/soak/trend.ts';

const FILE = new URL('soak.json', import.meta.url);
const MIB = 1024 * 1024;

export function readSoak(): SoakResult {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

const number = (value: number) => value.toLocaleString('en');
const mebibytes = (bytes: number) => (bytes / MIB).toFixed(1);

const TITLES: Readonly<Record<Measure, string>> = {
  heapUsed: 'heap',
  external: 'outside of the heap',
  rss: 'resident',
};

function trendRow({ measure, perHour, most }: Trend, samples: readonly Sample[]): string[] {
  const judged = judgedPart(samples).map((sample) => sample[measure]);
  const [first = 0] = samples.map((sample) => sample[measure]);
  return [
    TITLES[measure],
    mebibytes(first),
    mebibytes(judged[0] ?? 0),
    mebibytes(judged.at(-1) ?? 0),
    mebibytes(Math.max(...samples.map((sample) => sample[measure]))),
    mebibytes(perHour),
    mebibytes(most),
  ];
}

interface Spread {
  readonly title: string;
  readonly of: (sample: Sample) => number;
  readonly unit: string;
}

const SPREADS: readonly Spread[] = [
  { title: 'time since pods or nodes were last heard of', of: ({ ageSeconds }) => ageSeconds, unit: 's' },
  {
    title: 'the same, of the kind heard of least (bookmarks)',
    of: ({ quietAgeSeconds }) => quietAgeSeconds,
    unit: 's',
  },
  { title: 'a new node is explained after', of: ({ seenMs }) => seenMs, unit: 'ms' },
  { title: 'delay of the event loop, 99 of 100', of: ({ loopDelayMs }) => loopDelayMs, unit: 'ms' },
  { title: 'processor time', of: ({ cores }) => cores, unit: 'cores' },
  { title: 'pods in the view', of: ({ pods }) => pods, unit: '' },
  { title: 'nodes in the view', of: ({ nodes }) => nodes, unit: '' },
  { title: 'series in `/metrics`', of: ({ series }) => series, unit: '' },
];

function spreadRow({ title, of, unit }: Spread, samples: readonly Sample[]): string[] {
  const values = samples.map(of);
  const withUnit = (value: number) => `${number(Number(value.toPrecision(3)))} ${unit}`.trim();
  return [title, withUnit(median(values)), withUnit(Math.max(...values))];
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)];
}

export function soakPage(result: SoakResult = readSoak()): string {
  const { samples, deeds, counted, problems, remarks = [] } = result;
  const counts = (of: Readonly<Record<string, number>>) =>
    Object.entries(of).map(([title, count]) => [title, number(count)]);
  return [
    '# A soak of a cluster',
    '',
    'Made by `npm run docs` of `soak.json`, which `npm run soak:cluster` writes; do not edit.',
    '',
    `Kubernetes ${result.kubernetes}: etcd, API server, controller manager and scheduler at their defaults, KWOK as the kubelets, one`,
    'Daemonward process whose webhooks are registered and whom the scheduler asks, headroom and preemption in force, Orders with',
    'guardians, certificates in a Secret. Everything below happens again and again, each at its own pace, for',
    `**${result.minutes} minutes**; no name comes twice, pods ask for one of 20 sizes, as templates do, and the number of objects stays about the same. Begun ${result.begun}, seed ${result.seed}.`,
    '',
    `Measured on: ${result.measuredOn}.`,
    '',
    '## Memory',
    '',
    'Every thirty seconds all garbage is collected in the process and what is left is counted, in MiB. The slope is that of Theil and Sen',
    'over the second half, so that caches which have a bound may fill first. A slope above the bound is a leak, and the command',
    'ends with 1.',
    '',
    ...table(
      ['Kept', 'At first', 'Half-way', 'At the end', 'At most', 'Slope, an hour', 'Bound, an hour'],
      trendsOf(samples).map((trend) => trendRow(trend, samples)),
    ),
    '',
    '![Memory and staleness over time](images/soak.svg)',
    '',
    '## How far behind',
    '',
    ...table(
      ['', 'Median', 'At most'],
      SPREADS.map((spread) => spreadRow(spread, samples)),
    ),
    '',
    'An API server has no news of what nobody changes, and sends a bookmark about once a minute: that is the age of quiet kinds. The',
    'view counts as stale beyond `cluster.staleAfterSeconds`.',
    '',
    '## What was done, and what Daemonward counted',
    '',
    ...table(['Done', 'Times'], counts(deeds)),
    '',
    ...table(['Counted', 'Times'], counts(counted)),
    '',
    '## What must not happen',
    '',
    'A write that fails or is answered otherwise than it should; a moment in which `/readyz` says no; a call of the scheduler that is',
    'passed through undecided; a rotation that is not done in time; at the end, another number of objects of any kind in the view than',
    `in the API server. ${problems.length === 0 ? 'None of it did.' : `It did, ${problems.length} times:`}`,
    '',
    ...problems.map((problem) => `- ${problem}`),
    ...(problems.length === 0 ? [] : ['']),
    ...(remarks.length === 0 ? [] : ['## Remarks', '', ...remarks.map((remark) => `- ${remark}`), '']),
  ].join('\n');
}
