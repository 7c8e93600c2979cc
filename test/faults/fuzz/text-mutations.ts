/** YAML and JSON as people and programs spoil them: lines, indents, values, and bytes. */

import type { Random } from './target.ts';

type Mutation = (text: string, random: Random, other: string) => string;

/** What stands in for some value: of other types, at the edges of what is allowed, and of what YAML makes of words. */
const VALUES = [
  '',
  '~',
  'null',
  'yes',
  'No',
  '0',
  '-1',
  '-0',
  '0x1F',
  '0o17',
  '1_000',
  '1e999',
  '.nan',
  '-.inf',
  '123456789012345678901234567890',
  '9223372036854775808',
  '100m',
  '1.5Gi',
  '-2Gi',
  '1e30Mi',
  '1n',
  '5x',
  '2030-01-01',
  '2030-13-41',
  '10m',
  '1h1s',
  '[]',
  '{}',
  '[[]]',
  '[1, a, {b: c}]',
  '{a: {b: {c: d}}}',
  '""',
  "''",
  '" "',
  '"\\ud800"',
  '"\\u0000"',
  '"\\x1b[31m"',
  '__proto__',
  '{__proto__: {a: 1}}',
  'constructor',
  '*anchor',
  '&anchor value',
  '!!binary aGVsbG8=',
  '!!set {a, b}',
  '!!timestamp 2030-01-01',
  '!custom value',
  '|\n  several\n  lines',
  '>-\n  folded\n  lines',
  'DaemonSet',
  'v1',
  'apps/v1',
  'kube-system',
  'system-node-critical',
  'Exists',
  'NoExecute',
  'kubernetes.io/hostname',
  'a'.repeat(300),
  'ä'.repeat(64),
  `${'['.repeat(400)}${']'.repeat(400)}`,
  `${'{a: '.repeat(300)}1${'}'.repeat(300)}`,
] as const;

/** Whole lines that change what is around them. */
const LINES = [
  '---',
  '...',
  '%YAML 1.1',
  '# a comment',
  '\t- a',
  '- a',
  '? a',
  ': b',
  '<<: *anchor',
  '<<: {a: b}',
  'a: &anchor {b: c}',
  '{',
  '}',
  ']',
  '"',
  "'",
  '@',
  '`',
  '\ufeff',
  '\u2028',
  'kind: List',
  'items:',
  'spec:',
  'metadata:',
] as const;

const AFTER_KEY = /(?<=[:-] +)\S[^\n]*|"(?:[^"\\]|\\.)*"(?!\s*:)|-?\b\d[\d.]*\b/g;
const KEY = /[\w./-]+(?=\s*:)|"(?:[^"\\]|\\.)*"(?=\s*:)/g;

const MUTATIONS: readonly Mutation[] = [
  /** A value of another kind. */
  replacedValue,
  replacedValue,
  replacedValue,
  /** A key of another name, or one of the other keys. */
  (text, random) =>
    replaced(text, KEY, random, (key) => one([`${key}x`, key.toUpperCase(), keyIn(text, random)], random)),
  /** A line gone, twice, elsewhere, or of another indent. */
  (text, random) => withLines(text, (lines) => lines.splice(at(lines.length, random), 1 + at(3, random))),
  (text, random) =>
    withLines(text, (lines) => {
      const from = at(lines.length, random);
      lines.splice(at(lines.length, random), 0, ...lines.slice(from, from + 1 + at(6, random)));
    }),
  (text, random) =>
    withLines(text, (lines) => {
      const line = at(lines.length, random);
      const moved = lines[line] ?? '';
      lines[line] =
        random() < 0.5 ? `${' '.repeat(1 + at(3, random))}${moved}` : moved.replace(/^ {1,2}/, '');
    }),
  (text, random) =>
    withLines(text, (lines) => lines.splice(at(lines.length + 1, random), 0, one(LINES, random))),
  /** All of the same indent or line end. */
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('  ', '\t'),
  /** Cut off, joined with another one, or with a stretch of it. */
  (text, random) => text.slice(0, at(text.length, random)),
  (text, random, other) => `${text}${one(['', '\n', '\n---\n', '\n...\n'], random)}${other}`,
  (text, random, other) => {
    const from = at(other.length, random);
    const here = at(text.length, random);
    return text.slice(0, here) + other.slice(from, from + at(200, random)) + text.slice(here);
  },
  /** Some characters. */
  (text, random) => {
    const here = at(text.length, random);
    return (
      text.slice(0, here) +
      String.fromCharCode(at(one([128, 256, 65_536], random), random)) +
      text.slice(here + at(2, random))
    );
  },
];

/** So often more than one at once: mistakes that meet are where readers lose count. */
const ONE_MORE = 0.4;

function mutatedText(text: string, random: Random, other: string): string {
  let changed = text;
  do changed = one(MUTATIONS, random)?.(changed, random, other) ?? changed;
  while (random() < ONE_MORE);
  return changed;
}

/** One of the texts, spoilt; now and then with a byte that is no text. */
export function spoilt(texts: readonly string[], random: Random): Buffer {
  const bytes = Buffer.from(mutatedText(one(texts, random) ?? '', random, one(texts, random) ?? ''));
  if (random() > SPOILT_BYTES || bytes.length === 0) return bytes;
  bytes[at(bytes.length, random)] = at(256, random);
  return bytes;
}

const SPOILT_BYTES = 0.03;

function replacedValue(text: string, random: Random): string {
  return replaced(text, AFTER_KEY, random, () => one(VALUES, random));
}

function keyIn(text: string, random: Random): string {
  return (
    one(
      [...text.matchAll(KEY)].map(([key]) => key),
      random,
    ) ?? 'key'
  );
}

function replaced(text: string, pattern: RegExp, random: Random, change: (found: string) => string): string {
  const found = one([...text.matchAll(pattern)], random);
  if (found === undefined) return text + change('');
  return text.slice(0, found.index) + change(found[0]) + text.slice(found.index + found[0].length);
}

function withLines(text: string, change: (lines: string[]) => void): string {
  const lines = text.split('\n');
  change(lines);
  return lines.join('\n');
}

function at(length: number, random: Random): number {
  return Math.floor(random() * length);
}

function one<T>(values: readonly [T, ...T[]], random: Random): T;
function one<T>(values: readonly T[], random: Random): T | undefined;
function one<T>(values: readonly T[], random: Random): T | undefined {
  return values[at(values.length, random)];
}
