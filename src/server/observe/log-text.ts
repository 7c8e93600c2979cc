/** Lines of the log for a terminal: time, level, message, and the fields in a few words. The JSON stays for machines. */
import { isObject } from '../../json/object.ts';

/** As wide as the longest level, so that messages stand under one another. */
const LEVEL_WIDTH = 5;

/** `2026-11-17T10:01:48.123Z`: the day is known to whoever sits there. */
const TIME_OF_DAY = /T([\d:.]+)Z/;

const RED = 31;
const YELLOW = 33;
const DIM = 2;

const COLOURS: Readonly<Record<string, number>> = {
  fatal: RED,
  error: RED,
  warn: YELLOW,
  debug: DIM,
  trace: DIM,
};

/** What needs no quotes to be read as one value. */
const PLAIN = /^[^\s"'={}[\],\p{C}]+$/u;

/** What would write on a terminal where it likes, or turn a line round. */
const UNPRINTABLE = /\p{C}/gu;

/** One line of JSON in, one line of text out; what is no line of our log goes through as it is. */
export function logText(line: string, coloured: boolean): string {
  const entry = entryIn(line);
  if (!isObject(entry)) return line;
  const { time, level, msg, err, ...fields } = entry;
  const paint = coloured ? painted : (text: string) => text;
  const clock = TIME_OF_DAY.exec(String(time))?.[1] ?? '';
  const word = String(level);
  const rest = Object.entries(fields).map(([key, value]) => `${paint(`${key}=`, DIM)}${valueText(value)}`);
  const levelText = paint(word.toUpperCase().padEnd(LEVEL_WIDTH), COLOURS[word]);
  return `${[clock, levelText, printable(String(msg)), ...rest].join(' ')}\n${stackText(err)}`;
}

function entryIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return PLAIN.test(value) ? value : printable(JSON.stringify(value));
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (!isObject(value)) return String(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${printable(key)}=${valueText(inner)}`)
    .join(' ')}}`;
}

function stackText(err: unknown): string {
  if (!isObject(err)) return '';
  const text = typeof err.stack === 'string' ? err.stack : String(err.message);
  const lines = text.split('\n').map((part) => `    ${printable(part)}`);
  return `${lines.join('\n')}\n`;
}

function painted(text: string, colour: number | undefined): string {
  return colour === undefined ? text : `\u001b[${colour}m${text}\u001b[0m`;
}

function printable(text: string): string {
  return text.replace(UNPRINTABLE, '?');
}
