/** How much of what decides is noticed by tests when it is changed, from what was measured. */
import { readFileSync } from 'node:fs';
import { type Interval, intervalOf, intervalOfParts } from '../test/mutation/interval.ts';
import type { FolderScore, MutationResult, Survivor } from '../test/mutation/result.ts';
import { TOLERATED } from '../test/mutation/tolerated.ts';

const FILE = new URL('mutation.json', import.meta.url);

/** What the project wants of each folder. */
const GOAL = 0.8;

export function readMutation(): MutationResult {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

const number = (value: number) => value.toLocaleString('en');
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

export function mutationPage(result: MutationResult = readMutation()): string {
  const { folders, survivors, measuredOn, tests, seed } = result;
  const all = sum(folders);
  const isWhole = tried(all) === all.mutants;
  const below = folders.filter((folder) => scoreOf(folder) < GOAL).map(({ folder }) => `\`${folder}\``);
  return [
    '# What the tests notice',
    '',
    `Made by \`npm run docs\` of \`mutation.json\`, which \`npm run test:mutation -- ${isWhole ? '--full ' : ''}--write\` writes; do not edit.`,
    '',
    'A mutant is the code with one change: a condition that is always true, a `<` that is a `<=`, a block that is gone. When a test',
    'fails, the mutant is *killed*; when it does not come to an end, it is a *timeout*; when all tests pass, it *survived*. One',
    'that no test comes by is *unreached*. The score is killed and timeout, of all.',
    '',
    isWhole
      ? `All ${number(all.mutants)} mutants of these folders were tried.`
      : `${number(tried(all))} of ${number(all.mutants)} mutants were tried, drawn in each folder by seed ${seed}; the interval is that of 95 % for the whole folder.`,
    `Measured on: ${measuredOn}. ${number(tests)} tests reach them.`,
    '',
    line(['Folder', 'Mutants', 'Tried', 'Killed', 'Timeout', 'Survived', 'Unreached', 'Score', 'Interval']),
    line(['---', ...Array.from({ length: 8 }, () => '---:')]),
    ...folders.map((folder) => row(`\`${folder.folder}\``, folder)),
    allRow(folders),
    '',
    below.length === 0
      ? `Every folder has ${percent(GOAL)} or better.`
      : `Below ${percent(GOAL)}, which is what the project wants of each: ${below.join(', ')}.`,
    '',
    '## How it is done',
    '',
    "- Stryker's instrumenter makes the mutants, all in the code at once behind a switch. Its own runner for vitest works with this",
    '  project, and was tried: it loads every module anew for each mutant, a second and more on two cores, hours for the whole. So a small runner in',
    '  `test/mutation` asks, in one process, for each test only the mutants that it came by in a run without any, and turns one on',
    '  after the other. After each that dies the test runs without it: a mutant that left something behind is not counted as dead.',
    '- What is decided when modules load, and what such a mutant is doubted for, is tried once more with all modules loaded anew.',
    '- Tests of the unit and conformance folders are asked, not those over HTTP or against a real control plane: whatever those',
    '  notice alone counts as survived. A mutant is given some of the cheapest and nearest tests that reach it, not all: the score',
    '  is a lower bound.',
    '- Random inputs have one seed. An endless mutant is known by how often it comes by, or by the processor time that it takes.',
    '',
    '## What survives',
    '',
    ...toleratedPart(survivors),
    '',
    'By file, with the lines; `mutation.json` has each with what it was changed to.',
    '',
    line(['File', 'Alive', 'Lines']),
    line(['---', '---:', '---']),
    ...byFile(survivors),
    '',
  ].join('\n');
}

function row(title: string, folder: FolderScore): string {
  const { mutants, killed, timeout } = folder;
  return cells(title, folder, scoreOf(folder), intervalOf(killed + timeout, tried(folder), mutants));
}

/** Each folder by its size, and not by how many of it were drawn. */
function allRow(folders: readonly FolderScore[]): string {
  const all = sum(folders);
  const parts = folders.map((folder) => ({
    weight: folder.mutants / all.mutants,
    hits: folder.killed + folder.timeout,
    drawn: tried(folder),
    whole: folder.mutants,
  }));
  const score = parts.reduce((so, { weight, hits, drawn }) => so + (weight * hits) / drawn, 0);
  return cells('**All**', all, score, intervalOfParts(parts));
}

function cells(title: string, folder: FolderScore, score: number, { low, high }: Interval): string {
  const { mutants, killed, timeout, survived, unreached } = folder;
  const counts = [mutants, tried(folder), killed, timeout, survived, unreached].map(number);
  const interval = low === high ? 'exact' : `${percent(low)} to ${percent(high)}`;
  return line([title, ...counts, percent(score), interval]);
}

function tried({ killed, timeout, survived, unreached }: FolderScore): number {
  return killed + timeout + survived + unreached;
}

function scoreOf(folder: FolderScore): number {
  return (folder.killed + folder.timeout) / tried(folder);
}

function sum(folders: readonly FolderScore[]): FolderScore {
  const total = (of: (folder: FolderScore) => number) => folders.reduce((so, folder) => so + of(folder), 0);
  return {
    folder: 'all',
    mutants: total(({ mutants }) => mutants),
    killed: total(({ killed }) => killed),
    timeout: total(({ timeout }) => timeout),
    survived: total(({ survived }) => survived),
    unreached: total(({ unreached }) => unreached),
  };
}

function toleratedPart(survivors: readonly Survivor[]): string[] {
  const kinds = TOLERATED.map(({ what, because }) => ({ what, because, count: 0 }));
  let others = 0;
  for (const survivor of survivors) {
    const kind = kinds[TOLERATED.findIndex(({ fits }) => survivor.verdict === 'survived' && fits(survivor))];
    if (kind === undefined) others += 1;
    else kind.count += 1;
  }
  return [
    line(['What was changed', 'Alive', 'Why it is tolerated']),
    line(['---', '---:', '---']),
    ...kinds.map(({ what, because, count }) => line([what, number(count), because])),
    line([
      'anything else',
      number(others),
      'not tolerated as a kind: work for more tests, or the same by another way',
    ]),
  ];
}

function byFile(survivors: readonly Survivor[]): string[] {
  const places = survivors.map(({ place }) => {
    const [file = '', at = ''] = place.split(':');
    return { file, at: Number(at) };
  });
  return [...Map.groupBy(places, ({ file }) => file)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([file, found]) => {
      const lines = [...new Set(found.map(({ at }) => at))].toSorted((a, b) => a - b);
      return line([`\`${file}\``, number(found.length), lines.join(', ')]);
    });
}
