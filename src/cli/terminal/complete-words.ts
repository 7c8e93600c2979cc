/** What may stand at the end of an unfinished command line: from the table of commands, and nothing else. */
import type { Option } from '../command.ts';
import { GLOBAL_OPTIONS, type NamedCommand } from '../help.ts';
import { commandIn } from './called-as.ts';

/** As kubectl's own completion numbers them. */
const DIRECTIVE = { files: 0, nothingElse: 4 } as const;

export interface Completions {
  readonly words: readonly { readonly word: string; readonly description: string }[];
  readonly directive: (typeof DIRECTIVE)[keyof typeof DIRECTIVE];
}

const NOTHING: Completions = { words: [], directive: DIRECTIVE.nothingElse };

/** A placeholder that is a choice of words: `text|json`. */
const CHOICE = /^[a-z0-9.-]+(?:\|[a-z0-9.-]+)+$/;
/** One that is a path, maybe among others. */
const A_PATH = /\b(?:FILE|DIR)\b/;

/** `line` is what stands behind the name of the program; its last word is the one that is being written. */
export function completionsOf(line: readonly string[], commands: readonly NamedCommand[]): Completions {
  const current = line.at(-1) ?? '';
  const before = line.slice(0, -1);
  const at = commandIn(before);
  if (at > before.length) return NOTHING;
  const [name, ...behind] = before.slice(at);
  const given = [...before.slice(0, at), ...behind];
  if (name === undefined || name === 'help') {
    return starting(
      current,
      commands.map((command) => ({ word: command.name, description: command.summary })),
    );
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) return NOTHING;
  const options: Readonly<Record<string, Option>> = { ...command.options, ...GLOBAL_OPTIONS };
  const [flag, value] = /^(--[\w-]+)=(.*)$/s.exec(current)?.slice(1) ?? [];
  if (flag !== undefined) return valuesOf(optionFor(flag, options), value ?? '', `${flag}=`);
  const last = optionFor(behind.at(-1) ?? '', options);
  if (last?.type === 'string') return valuesOf(last, current, '');
  if (current.startsWith('-')) return starting(current, flagsLeft(options, given));
  const [choice = ''] = (command.takes ?? '').split(' ');
  const isFirst = behind.every((word, index) => word.startsWith('-') || isValue(behind[index - 1], options));
  return isFirst && CHOICE.test(choice) ? starting(current, plain(choice.split('|'))) : NOTHING;
}

/** Whether a word is the value of the flag before it. */
function isValue(flag: string | undefined, options: Readonly<Record<string, Option>>): boolean {
  return optionFor(flag ?? '', options)?.type === 'string';
}

function optionFor(word: string, options: Readonly<Record<string, Option>>): Option | undefined {
  if (word.startsWith('--'))
    return Object.hasOwn(options, word.slice(2)) ? options[word.slice(2)] : undefined;
  if (!/^-\w$/.test(word)) return undefined;
  return Object.values(options).find(({ short }) => short === word.slice(1));
}

function valuesOf(option: Option | undefined, current: string, prefix: string): Completions {
  const placeholder = option?.placeholder ?? '';
  if (CHOICE.test(placeholder)) {
    const { words, directive } = starting(current, plain(placeholder.split('|')));
    return { words: words.map(({ word, description }) => ({ word: prefix + word, description })), directive };
  }
  return { words: [], directive: A_PATH.test(placeholder) ? DIRECTIVE.files : DIRECTIVE.nothingElse };
}

/** Those that are not given yet, or may be given again. */
function flagsLeft(options: Readonly<Record<string, Option>>, given: readonly string[]) {
  return Object.entries(options)
    .filter(([name, { multiple }]) => multiple || !given.some((word) => word.split('=')[0] === `--${name}`))
    .map(([name, { description }]) => ({ word: `--${name}`, description }));
}

function plain(words: readonly string[]) {
  return words.map((word) => ({ word, description: '' }));
}

function starting(current: string, words: Completions['words']): Completions {
  return { words: words.filter(({ word }) => word.startsWith(current)), directive: DIRECTIVE.nothingElse };
}

/** One a line with its description behind a tab, and at last what else may be: what kubectl expects of a plugin. */
export function completionsText({ words, directive }: Completions): string {
  const lines = words.map(({ word, description }) => (description === '' ? word : `${word}\t${description}`));
  return [...lines, `:${directive}`, ''].join('\n');
}
