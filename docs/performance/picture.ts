/** The processor time of one request or call, of everybody who was measured, as bars beside Daemonward's. */
import type { BenchResult, Row } from '../../test/bench/result.ts';
import { number } from './markdown.ts';

const WIDTH = 760;
const LABELS = 190;
const FIGURES = 60;
const BAR = 14;
const TITLE = 26;
const GAP = 12;

/** Colours that people tell apart who do not see all of them (Okabe and Ito). */
const OURS = '#0072b2';
const OTHERS = '#bbbbbb';

/** Each row has a scale of its own: it is who takes how many times as much that one looks for. */
export function benchPicture({ rows }: BenchResult): string {
  const shown = rows.filter(({ subjects }) => subjects.length > 1);
  const heights = shown.map(({ subjects }) => TITLE + subjects.length * BAR + GAP);
  const height = heights.reduce((sum, each) => sum + each, GAP);
  let top = GAP;
  const parts = shown.map((row, index) => {
    const part = bars(row, top);
    top += heights[index] ?? 0;
    return part;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    '<title>Processor time of one request or call</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...parts.flat(),
    '</svg>',
    '',
  ].join('\n');
}

function bars({ what, subjects }: Row, top: number): string[] {
  const most = Math.max(...subjects.map(({ cpuUs }) => cpuUs.to));
  const length = (value: number) => ((value / most) * (WIDTH - LABELS - FIGURES - GAP)).toFixed(1);
  return [
    `<text x="${GAP}" y="${top + TITLE / 2}" font-weight="bold">${what}</text>`,
    ...subjects.flatMap(({ name, cpuUs }, index) => {
      const y = top + TITLE - 6 + index * BAR;
      const middle = y + BAR / 2 - 1;
      const { median, from, to } = cpuUs;
      const end = LABELS + Number(length(to));
      return [
        `<text x="${LABELS - 6}" y="${middle + 4}" text-anchor="end">${name}</text>`,
        `<rect x="${LABELS}" y="${y}" width="${length(median)}" height="${BAR - 3}" fill="${index === 0 ? OURS : OTHERS}"/>`,
        `<line x1="${LABELS + Number(length(from))}" x2="${end}" y1="${middle}" y2="${middle}" stroke="#333333"/>`,
        `<text x="${end + 5}" y="${middle + 4}">${number(median)} µs</text>`,
      ];
    }),
  ];
}
