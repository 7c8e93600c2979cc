/** Memory above, staleness below, over the minutes of the soak. */
import type { Sample, SoakResult } from '../test/soak/result.ts';
import { readSoak } from './soak-page.ts';

const WIDTH = 760;
const LEFT = 60;
const RIGHT = 200;
const TOP = 30;
/** Of each of the two parts. */
const HEIGHT = 200;
const GAP = 40;
const BOTTOM = 50;
const MIB = 1024 * 1024;
/** So that the highest line does not lie on the edge. */
const AIR = 1.05;

interface Line {
  readonly title: string;
  readonly colour: string;
  readonly of: (sample: Sample) => number;
}

interface Part {
  readonly unit: string;
  readonly lines: readonly Line[];
}

/** Colours that people tell apart who do not see all of them (Okabe and Ito). */
const PARTS: readonly Part[] = [
  {
    unit: 'MiB',
    lines: [
      { title: 'resident', colour: '#0072b2', of: ({ rss }) => rss / MIB },
      { title: 'heap, collected', colour: '#d55e00', of: ({ heapUsed }) => heapUsed / MIB },
      { title: 'outside of the heap', colour: '#009e73', of: ({ external }) => external / MIB },
    ],
  },
  {
    unit: 's',
    lines: [
      { title: 'since any kind', colour: '#999999', of: ({ quietAgeSeconds }) => quietAgeSeconds },
      { title: 'since pods, nodes', colour: '#cc79a7', of: ({ ageSeconds }) => ageSeconds },
    ],
  },
];

/** Round numbers that divide a part into about four. */
function ticksTo(most: number): number[] {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= rough) ?? rough;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

export function soakPicture({ samples }: SoakResult = readSoak()): string {
  const lastMinute = (samples.at(-1)?.seconds ?? 60) / 60;
  const x = (minutes: number) => LEFT + (minutes / lastMinute) * (WIDTH - LEFT - RIGHT);
  const bottom = TOP + PARTS.length * (HEIGHT + GAP) - GAP;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + BOTTOM}" font-family="sans-serif" font-size="12">`,
    '<title>Memory and staleness over the minutes of the soak</title>',
    `<rect width="${WIDTH}" height="${bottom + BOTTOM}" fill="#ffffff"/>`,
    ...PARTS.flatMap((part, index) => drawn(part, samples, x, TOP + index * (HEIGHT + GAP))),
    ...ticksTo(lastMinute).map(
      (minute) =>
        `<text x="${x(minute).toFixed(1)}" y="${bottom + 20}" text-anchor="middle">${minute}</text>`,
    ),
    `<text x="${((LEFT + WIDTH - RIGHT) / 2).toFixed(1)}" y="${bottom + 40}" text-anchor="middle">minutes</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function drawn(
  { unit, lines }: Part,
  samples: readonly Sample[],
  x: (minutes: number) => number,
  top: number,
): string[] {
  const most = Math.max(1, ...lines.flatMap(({ of }) => samples.map(of))) * AIR;
  const y = (value: number) => top + HEIGHT - (value / most) * HEIGHT;
  return [
    ...ticksTo(most).map(
      (value) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="#dddddd"/><text x="${LEFT - 8}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${value} ${unit}</text>`,
    ),
    ...lines.map(({ colour, of }) => {
      const points = samples.map(
        (sample) => `${x(sample.seconds / 60).toFixed(1)},${y(of(sample)).toFixed(1)}`,
      );
      return `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${points.join(' ')}"/>`;
    }),
    ...lines.map(
      ({ title, colour }, index) =>
        `<line x1="${WIDTH - RIGHT + 15}" x2="${WIDTH - RIGHT + 40}" y1="${top + 10 + 20 * index}" y2="${top + 10 + 20 * index}" stroke="${colour}" stroke-width="2"/><text x="${WIDTH - RIGHT + 46}" y="${top + 14 + 20 * index}">${title}</text>`,
    ),
  ];
}
