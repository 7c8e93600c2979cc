/** The text of `--help`. docs/cli.md is made of the same. */
import type { Command, Option } from './command.ts';

export interface NamedCommand extends Command {
  readonly name: string;
  readonly summary: string;
}

const HELP_FLAG = '-h, --help';

export function overview(commands: readonly Pick<NamedCommand, 'name' | 'summary'>[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'Decides who may put a pod on every node of a cluster, and keeps the room of the pods that may.',
    '',
    'Usage: daemonward COMMAND [FLAGS]',
    '',
    'Commands:',
    ...lines,
    '',
    'daemonward COMMAND --help tells more.',
    '',
    'Exit codes: 0 fine, 1 findings or failure, 2 wrong use or unreadable input, 3 cluster not reached.',
    '',
  ].join('\n');
}

export function commandHelp({ name, summary, details, options }: NamedCommand): string {
  const flags = Object.entries(options).map(([flag, option]) => [flagText(flag, option), option.description]);
  const rows = [...flags, [HELP_FLAG, 'print this and exit']];
  const width = Math.max(...rows.map(([flag = '']) => flag.length));
  return [
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    '',
    `Usage: daemonward ${name} [FLAGS]`,
    '',
    ...(details === '' ? [] : [details, '']),
    'Flags:',
    ...rows.map(([flag = '', description]) => `  ${flag.padEnd(width)}  ${description}`),
    '',
  ].join('\n');
}

function flagText(flag: string, { short, type, placeholder = 'VALUE' }: Option): string {
  return `${short ? `-${short}, ` : ''}--${flag}${type === 'string' ? ` ${placeholder}` : ''}`;
}
