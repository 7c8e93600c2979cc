/** From arguments to an exit code: finds the command, checks its flags, and says in one line what is wrong. */
import { parseArgs } from 'node:util';
import { certs } from './certs.ts';
import { check } from './check.ts';
import { type Arguments, type Command, EXIT, type ExitCode, type Terminal, UsageError } from './command.ts';
import { commandHelp, overview } from './help.ts';
import { render } from './render.ts';
import { serve } from './serve.ts';
import { version } from './version.ts';

export const COMMANDS: readonly Command[] = [serve, check, certs, render, version];

const HELP_WORDS: ReadonlySet<string> = new Set(['help', '--help', '-h']);

export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await dispatch(argv, terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.err(`daemonward: ${error.message}\n`);
    return EXIT.usage;
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name = '--help', ...rest] = argv;
  if (HELP_WORDS.has(name)) {
    terminal.out(rest[0] === undefined ? overview(COMMANDS) : commandHelp(find(rest[0])));
    return EXIT.fine;
  }
  const command = find(name === '--version' ? 'version' : name);
  const args = readFlags(command, rest);
  if (args.has('help')) {
    terminal.out(commandHelp(command));
    return EXIT.fine;
  }
  return command.run(args, terminal);
}

function find(name: string): Command {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const known = COMMANDS.map((candidate) => candidate.name).join(', ');
  throw new UsageError(`there is no command "${name}"; the commands are ${known} (see --help)`);
}

function readFlags(command: Command, argv: readonly string[]): Arguments {
  const options = { ...command.options, help: { type: 'boolean', short: 'h' } as const };
  let values: Readonly<Record<string, unknown>>;
  try {
    values = parseArgs({ args: [...argv], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    // Node's text goes on over several sentences and lines; the first says it.
    const message = error instanceof Error ? error.message.split(/\.\s/)[0] : String(error);
    throw new UsageError(`${command.name}: ${message} (see daemonward ${command.name} --help)`);
  }
  const texts = (flag: string) => [values[flag]].flat().filter((value) => typeof value === 'string');
  return { texts, text: (flag) => texts(flag).at(-1), has: (flag) => values[flag] !== undefined };
}
