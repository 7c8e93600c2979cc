/** What a terminal shows: colours where somebody looks, and tables that fit. */
import { type Arguments, type Terminal, usageError, valueFlag } from '../command.ts';

const WORDS = ['auto', 'always', 'never'] as const;

export const COLOR_FLAG = valueFlag(
  WORDS.join('|'),
  'colours: where the output is a terminal, or in any case, or not (default: auto)',
);

const CODES = { red: 31, green: 32, yellow: 33, blue: 34, dim: 2, bold: 1 } as const;

export type Style = keyof typeof CODES;

/** A text in a style, or as it is where there are no colours. */
export type Painter = (text: string, style: Style) => string;

/**
 * The flag has the last word, then NO_COLOR (no-color.org) and FORCE_COLOR, and by default there are colours on a terminal
 * that is not dumb. `isScreen` is about the stream that is written to.
 */
export function hasColours(args: Arguments, { environment }: Terminal, isScreen: boolean): boolean {
  const word = WORDS.find((known) => known === (args.text('color') ?? 'auto'));
  if (word === undefined) {
    throw usageError(args, `--color must be ${WORDS.join(', ')}, found "${args.text('color')}"`);
  }
  if (word !== 'auto') return word === 'always';
  if (environment.NO_COLOR) return false;
  const { FORCE_COLOR: forced } = environment;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return isScreen && environment.TERM !== 'dumb';
}

export function painterFor(args: Arguments, terminal: Terminal): Painter {
  return hasColours(args, terminal, terminal.outIsScreen === true)
    ? (text, style) => `\u001b[${CODES[style]}m${text}\u001b[0m`
    : (text) => text;
}

/** Between the columns of a table. */
const GAP = '  ';
/** Less of a column says nothing: a narrower terminal wraps the line itself. */
const NARROWEST = 20;

/**
 * Rows of columns under one another. The last column is broken between words so that a line is no wider than `width`;
 * without a width, as in a pipe, every row is one line.
 */
export function tableText(rows: readonly (readonly string[])[], width?: number): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map((row) => (row.length === column + 1 ? 0 : (row[column] ?? '').length))),
  );
  return rows.map((row) => rowText(row, widths, width)).join('');
}

function rowText(row: readonly string[], widths: readonly number[], width: number | undefined): string {
  const last = row.length - 1;
  const before = row.slice(0, last).map((cell, column) => cell.padEnd(widths[column] ?? 0) + GAP);
  const indent = before.join('').length;
  const room = width === undefined ? Number.POSITIVE_INFINITY : Math.max(NARROWEST, width - indent);
  const [first = '', ...others] = broken(row[last] ?? '', room);
  const lines = [`${before.join('')}${first}`, ...others.map((line) => `${' '.repeat(indent)}${line}`)];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** Columns before the last one: each ends with two blanks or more. */
const COLUMNS_BEFORE = /^ *(?:\S+(?: \S+)* {2,})*/;
/** What a terminal would obey: names of a file that somebody has sent may hold it. */
const CONTROL = /[^\P{Cc}\n]/gu;

/** A text that others have made, with nothing in it but text, and on a terminal with lines as wide as that at the most. */
export function shownText(
  text: string,
  { outIsScreen, columns }: Pick<Terminal, 'outIsScreen' | 'columns'>,
): string {
  const plain = text.replaceAll(CONTROL, '?');
  if (!outIsScreen || columns === undefined) return plain;
  return plain
    .split('\n')
    .map((line) => fitted(line, columns))
    .join('\n');
}

/** Goes on below the last column of a table, and below the first word of anything else. */
function fitted(line: string, width: number): string {
  if (line.length <= width) return line;
  const before = COLUMNS_BEFORE.exec(line)?.[0] ?? '';
  const indent = width - before.length < NARROWEST ? (/^ */.exec(line)?.[0] ?? '') : before;
  const [first = '', ...others] = broken(line.slice(indent.length), width - indent.length);
  return [indent + first, ...others.map((other) => ' '.repeat(indent.length) + other)].join('\n');
}

/** Lines of whole words; a word that is too long stands alone. */
export function broken(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
