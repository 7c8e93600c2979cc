/** The text of `--help`. docs/cli.md is made of the same. */
import type { Command, Option, Terminal } from './command.ts';
import { COLOR_FLAG, shownText, tableText } from './terminal/screen.ts';

export interface NamedCommand extends Command {
  readonly name: string;
  readonly summary: string;
}

/** Every command takes them. */
export const GLOBAL_OPTIONS = {
  color: COLOR_FLAG,
  help: { type: 'boolean', short: 'h', description: 'print this and exit' },
} as const satisfies Readonly<Record<string, Option>>;

/** What the text is made for; without it, as for the docs, lines are as long as they are. */
type Reader = Pick<Terminal, 'program' | 'columns' | 'outIsScreen'>;

const ANYBODY: Reader = {};

export function overview(
  commands: readonly Pick<NamedCommand, 'name' | 'summary'>[],
  reader: Reader = ANYBODY,
): string {
  const { program = 'daemonward' } = reader;
  return [
    'Decides who may put a pod on every node of a cluster, and keeps the room of the pods that may.',
    '',
    `Usage: ${program} COMMAND [FLAGS]`,
    '',
    'Commands:',
    table(
      commands.map(({ name, summary }) => [`  ${name}`, summary]),
      reader,
    ),
    `${program} COMMAND --help tells more.`,
    '',
    EXIT_CODES,
    '',
  ].join('\n');
}

const EXIT_CODES =
  'Exit codes: 0 fine, 1 findings or failure, 2 wrong use or unreadable input, 3 cluster not reached.';

export function commandHelp(command: NamedCommand, reader: Reader = ANYBODY): string {
  const { name, summary, details, takes, options, examples = [] } = command;
  const { program = 'daemonward' } = reader;
  const flags = Object.entries<Option>({ ...options, ...GLOBAL_OPTIONS });
  return [
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    '',
    `Usage: ${[program, name, takes].filter(Boolean).join(' ')} [FLAGS]`,
    '',
    ...(details === '' ? [] : [shownText(details, reader), '']),
    'Flags:',
    table(
      flags.map(([flag, option]) => [`  ${flagText(flag, option)}`, option.description]),
      reader,
    ),
    ...(examples.length === 0 ? [] : ['Examples:', examplesText(examples, program), '']),
    EXIT_CODES,
    '',
  ].join('\n');
}

function table(rows: readonly (readonly string[])[], { outIsScreen, columns }: Reader): string {
  return tableText(rows, outIsScreen ? columns : undefined);
}

function examplesText(examples: NonNullable<Command['examples']>, program: string): string {
  return examples
    .map(([line, what]) => `  # ${what}\n  ${line.replaceAll(/\bdaemonward(?= )/g, program)}`)
    .join('\n\n');
}

function flagText(flag: string, { short, type, placeholder = 'VALUE' }: Option): string {
  return `${short ? `-${short}, ` : ''}--${flag}${type === 'string' ? ` ${placeholder}` : ''}`;
}
