/** The table and the picture of the simulated cluster of many partitions, from what was measured. */
import { readFileSync } from 'node:fs';
import type { Measured, ScaleResult } from '../test/bench/partitions/result.ts';

const FILE = new URL('partitions-scale.json', import.meta.url);

/** What Arktos set out for. */
const GOAL_NODES = 300_000;

export function readScale(): ScaleResult {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

const number = (value: number) => value.toLocaleString('en');

interface Column {
  readonly title: string;
  readonly of: (measured: Measured) => string;
}

const COLUMNS: readonly Column[] = [
  { title: 'Nodes', of: ({ nodes }) => number(nodes) },
  { title: 'Pods', of: ({ pods }) => number(pods) },
  { title: 'Received', of: ({ receivedMB }) => `${number(receivedMB)} MB` },
  { title: 'Load when it began', of: ({ load }) => `${load}` },
  { title: 'Synced after', of: ({ syncSeconds }) => `${syncSeconds} s` },
  { title: 'CPU for it', of: ({ cpuSeconds }) => `${cpuSeconds} s` },
  { title: 'Heap of the view', of: ({ viewHeapMB }) => `${number(viewHeapMB)} MB` },
  { title: 'RSS, at most', of: ({ peakRssMB }) => `${number(peakRssMB)} MB` },
  { title: 'All holds, first look', of: ({ holdsMs }) => `${number(holdsMs)} ms` },
  { title: 'Filter, 500 names', of: ({ filter500Ms }) => `${filter500Ms} ms` },
  { title: 'Filter, all names', of: ({ filterAllMs }) => `${filterAllMs} ms` },
  { title: 'A new node is held after', of: ({ nodeEventMs }) => `${nodeEventMs} ms` },
  { title: 'A gone daemon, after', of: ({ podEventMs }) => `${podEventMs} ms` },
];

export function scalePage(result: ScaleResult = readScale()): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = COLUMNS.map(({ title, of }) => line([title, ...result.sizes.map(of)]));
  const [head = '', ...body] = rows;
  const rule = line(['---', ...result.sizes.map(() => '---:')]);
  return [
    '# Partitions at scale',
    '',
    'Made by `npm run docs` of `partitions-scale.json`, which `npm run bench:partitions` writes; do not edit.',
    '',
    'Five tenant and five resource [partitions](partitions.md), from generated lists and watches over HTTP on one machine, one',
    'Daemonward process. Each tenant partition has six pods for each node and twenty DaemonSets, of which each belongs on a tenth of',
    'the nodes, so that every node runs two daemons of each partition. One node of a hundred has just joined: none of its ten',
    'daemons is there, and room is held for all of them. Replicas share their labels, as in clusters; objects have some two',
    'kilobytes, of which most is dropped at the moment of parsing.',
    '',
    `Measured on: ${result.measuredOn}.`,
    '',
    head,
    rule,
    ...body,
    '',
    '![How each grows with the nodes](images/partitions-scale.svg)',
    '',
    '- *Synced after*: from the start to the last of all lists. The simulated API servers make their answers on the same cores, and so did',
    '  whatever else ran there (*load*): the CPU that Daemonward took for it is the better measure.',
    '- *Filter*: the whole call in the process, from its bytes to its answer, in CPU time, for five schedulers in turn.',
    '- *After*: from the moment at which the API server is told to send the event to the first decision that goes by it, median of 21.',
    '',
    ...conclusions(result.sizes),
    '',
  ].join('\n');
}

function conclusions(sizes: readonly Measured[]): string[] {
  const [first] = sizes;
  const last = sizes.at(-1);
  if (first === undefined || last === undefined || sizes.length < 2) return [];
  const larger = last.nodes / first.nodes;
  const times = (of: (measured: Measured) => number) => (of(last) / of(first)).toFixed(1);
  const perPod = (last.viewHeapMB * 1_000_000) / last.pods;
  const goal = GOAL_NODES / last.nodes;
  const seconds = Math.round(last.cpuSeconds * goal);
  const gigabytes = Math.round((last.viewHeapMB * goal) / 1_000);
  return [
    `## What it says about ${number(GOAL_NODES)} nodes`,
    '',
    `From ${number(first.nodes)} to ${number(last.nodes)} nodes, ${larger} times as many, the CPU time to sync grows ${times((m) => m.cpuSeconds)}-fold, the heap`,
    `${times((m) => m.viewHeapMB)}-fold, a filter call of 500 names ${times((m) => m.filter500Ms)}-fold and one of all names ${times((m) => m.filterAllMs)}-fold. A pod takes ${Math.round(perPod)} bytes of heap, its`,
    'part of nodes, DaemonSets and accounts included.',
    '',
    `Carried on in a straight line, ${number(GOAL_NODES)} nodes with ${number(Math.round((last.pods * goal) / 1_000_000))} million pods would take some ${gigabytes} GB of heap and ${number(seconds)} s of CPU to`,
    'sync in one process. That is an extrapolation and no measurement. The memory is what one machine has; the time is not what a',
    'restart may take: it is bound to one core, which parses. What such a cluster needs is one process for a share of the',
    'resource partitions each, with the schedulers asking the one whose nodes they name, and that is not built. What is built has',
    `been measured up to ${number(last.nodes)} nodes, and nothing above is claimed.`,
  ];
}

const WIDTH = 720;
const HEIGHT = 360;
const LEFT = 60;
const RIGHT = 190;
const TOP = 30;
const BOTTOM = 50;

interface Line {
  readonly title: string;
  readonly colour: string;
  readonly of: (measured: Measured) => number;
}

/** Colours that people tell apart who do not see all of them (Okabe and Ito). */
const LINES: readonly Line[] = [
  { title: 'CPU to sync', colour: '#0072b2', of: ({ cpuSeconds }) => cpuSeconds },
  { title: 'heap of the view', colour: '#d55e00', of: ({ viewHeapMB }) => viewHeapMB },
  { title: 'filter, 500 names', colour: '#009e73', of: ({ filter500Ms }) => filter500Ms },
  { title: 'filter, all names', colour: '#cc79a7', of: ({ filterAllMs }) => filterAllMs },
];

/** Both axes are logarithmic: what grows as the nodes do is a line at forty-five degrees of the scale. */
export function scalePicture({ sizes }: ScaleResult = readScale()): string {
  const [first] = sizes;
  const last = sizes.at(-1);
  if (first === undefined || last === undefined) return '';
  const growth = (line: Line, measured: Measured) => line.of(measured) / line.of(first);
  const most = Math.max(
    last.nodes / first.nodes,
    ...LINES.flatMap((line) => sizes.map((measured) => growth(line, measured))),
  );
  const least = Math.min(1, ...LINES.flatMap((line) => sizes.map((measured) => growth(line, measured))));
  const x = (nodes: number) =>
    LEFT + (Math.log(nodes / first.nodes) / Math.log(last.nodes / first.nodes)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) =>
    HEIGHT - BOTTOM - (Math.log(value / least) / Math.log(most / least)) * (HEIGHT - TOP - BOTTOM);
  const point = (nodes: number, value: number) => `${x(nodes).toFixed(1)},${y(value).toFixed(1)}`;
  const ticks = [1, 2, 5, 10, 20].filter((value) => value <= most);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    '<title>How time and memory grow with the nodes</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    ...ticks.map(
      (value) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="#dddddd"/><text x="${LEFT - 8}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${value} ×</text>`,
    ),
    ...sizes.map(
      ({ nodes }) =>
        `<text x="${x(nodes).toFixed(1)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${number(nodes)}</text>`,
    ),
    `<text x="${((LEFT + WIDTH - RIGHT) / 2).toFixed(1)}" y="${HEIGHT - 10}" text-anchor="middle">nodes</text>`,
    `<polyline fill="none" stroke="#999999" stroke-dasharray="4 4" points="${sizes.map(({ nodes }) => point(nodes, nodes / first.nodes)).join(' ')}"/>`,
    ...LINES.map(
      (line) =>
        `<polyline fill="none" stroke="${line.colour}" stroke-width="2" points="${sizes.map((measured) => point(measured.nodes, growth(line, measured))).join(' ')}"/>`,
    ),
    ...[...LINES, { title: 'as the nodes do', colour: '#999999' }].map(
      ({ title, colour }, index) =>
        `<line x1="${WIDTH - RIGHT + 15}" x2="${WIDTH - RIGHT + 40}" y1="${TOP + 20 * index}" y2="${TOP + 20 * index}" stroke="${colour}" stroke-width="2"/><text x="${WIDTH - RIGHT + 46}" y="${TOP + 4 + 20 * index}">${title}</text>`,
    ),
    '</svg>',
    '',
  ].join('\n');
}
