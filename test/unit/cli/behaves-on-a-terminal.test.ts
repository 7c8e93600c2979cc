import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Arguments, Terminal } from '../../../src/cli/command.ts';
import { run } from '../../../src/cli/run.ts';
import { progressOn } from '../../../src/cli/terminal/progress.ts';
import { broken, hasColours, shownText, tableText } from '../../../src/cli/terminal/screen.ts';
import { BAD } from '../check/fixtures.ts';
import { daemonward, temporaryFolder } from './terminal.ts';

type Environment = Readonly<Record<string, string>>;

function terminalWith(environment: Environment, outIsScreen: boolean, columns?: number) {
  let out = '';
  const terminal: Terminal = {
    nodeVersion: '24.0.0',
    environment,
    out: (text) => {
      out += text;
    },
    err: () => {},
    errIsScreen: outIsScreen,
    outIsScreen,
    columns,
    input: async (most) => Buffer.from(BAD).subarray(0, most),
    onStopSignal: () => () => {},
  };
  return { terminal, out: () => out };
}

const ESCAPE = '\u001b[';

test.each<[string, Environment, boolean, string[], boolean]>([
  ['a terminal', {}, true, [], true],
  ['a pipe', {}, false, [], false],
  ['NO_COLOR', { NO_COLOR: '1' }, true, [], false],
  ['an empty NO_COLOR, which says nothing', { NO_COLOR: '' }, true, [], true],
  ['FORCE_COLOR in a pipe', { FORCE_COLOR: '1' }, false, [], true],
  ['FORCE_COLOR=0 on a terminal', { FORCE_COLOR: '0' }, true, [], false],
  ['NO_COLOR and FORCE_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, [], false],
  ['a dumb terminal', { TERM: 'dumb' }, true, [], false],
  ['--color always in a pipe', { NO_COLOR: '1' }, false, ['--color', 'always'], true],
  ['--color never on a terminal', { FORCE_COLOR: '1' }, true, ['--color=never'], false],
])('%s: colours or none', async (_, environment, isScreen, flags, isColoured) => {
  const { terminal, out } = terminalWith(environment, isScreen);

  await run(['check', '-f', '-', ...flags], terminal);

  expect(out()).toContain('DW209');
  expect(out().includes(ESCAPE)).toBe(isColoured);
});

test('colours never reach the forms for programs', async () => {
  const { terminal, out } = terminalWith({ FORCE_COLOR: '1' }, true);

  await run(['check', '-f', '-', '-o', 'json'], terminal);

  expect(out()).not.toContain(ESCAPE);
});

test('a wrong word for --color is wrong use', () => {
  const args: Arguments = {
    command: 'check',
    words: [],
    texts: () => ['blue'],
    text: () => 'blue',
    has: () => true,
  };

  expect(() => hasColours(args, terminalWith({}, true).terminal, true)).toThrow('--color must be auto');
});

test.each([40, 60, 100])('the help fits a terminal of %d characters', async (columns) => {
  const { terminal, out } = terminalWith({}, true, columns);

  await run(['--help'], terminal);

  const commands = out().split('Commands:\n')[1]?.split('\n\n')[0] ?? '';
  expect(Math.max(...commands.split('\n').map((line) => line.length))).toBeLessThanOrEqual(
    Math.max(columns, 40),
  );
});

test('a table is broken between words, and its columns stand under one another', () => {
  const text = tableText(
    [
      ['a', 'one two three four five six seven'],
      ['long', 'x'],
    ],
    30,
  );

  expect(text).toBe('a     one two three four five\n      six seven\nlong  x\n');
  expect(broken('averyveryverylongword and more', 10)).toEqual(['averyveryverylongword', 'and more']);
});

test('progress: nothing for a second, then one line, and it is taken away', () => {
  let time = 0;
  const written: string[] = [];
  const progress = progressOn({ errIsScreen: true, err: (text) => written.push(text) }, () => time);

  progress.at('early');
  time = 1_500;
  progress.at('reading a');
  time = 1_550;
  progress.at('too soon after');
  time = 2_600;
  progress.at('reading b');
  progress.clear();

  expect(written).toEqual(['\r\u001b[Kreading a (1 s)', '\r\u001b[Kreading b (2 s)', '\r\u001b[K']);
});

test('no progress where nobody looks, and nothing to take away when nothing was shown', () => {
  const written: string[] = [];
  const err = (text: string) => void written.push(text);
  let time = 0;

  const pipe = progressOn({ errIsScreen: false, err }, () => time);
  const quick = progressOn({ errIsScreen: true, err }, () => time);
  time = 9_000;
  pipe.at('a');
  quick.clear();

  expect(written).toEqual([]);
});

test('a text that is wider than the terminal goes on below its last column', () => {
  const screen = { outIsScreen: true, columns: 40 };
  const text = '  room  NO   the node is full: cpu: asks for 200m, 115m free\nshort\n';

  expect(shownText(text, screen)).toBe(
    ['  room  NO   the node is full: cpu: asks', '             for 200m, 115m free', 'short', ''].join('\n'),
  );
  expect(shownText(text, { outIsScreen: false, columns: 40 })).toBe(text);
});

test('names that a terminal would obey are shown without that, in answers and in errors', async () => {
  const file = join(temporaryFolder(), 'sent.json');
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n\u001b[2J' } }));

  const { out } = await daemonward('explain', 'node', 'n\u001b[2J', '--snapshot', file);
  const { err } = await daemonward('explain', 'node', 'other', '--snapshot', file);

  expect(out).toContain('Node n?[2J');
  expect(err).toContain('there is the node n?[2J');
});
