/** From arguments to an exit code: finds the command, checks its flags, and says in one line what is wrong. */
import { parseArgs } from 'node:util';
import {
  type Arguments,
  type Command,
  CommandError,
  EXIT,
  type ExitCode,
  type Terminal,
  usageError,
} from './command.ts';
import { commandHelp, GLOBAL_OPTIONS, type NamedCommand, overview } from './help.ts';
import { COMPLETE } from './terminal/called-as.ts';
import { shownText } from './terminal/screen.ts';

interface Entry {
  readonly summary: string;
  load(): Promise<Command>;
}

/** Each is loaded when it is called: `check` starts without a web server, `version` without a parser. */
const COMMANDS: Readonly<Record<string, Entry>> = {
  serve: {
    summary: 'runs the service',
    load: async () => (await import('./serve.ts')).serve,
  },
  check: {
    summary: 'checks manifests by the rules of the webhook, without a cluster',
    load: async () => (await import('./check.ts')).check,
  },
  forecast: {
    summary:
      'says what DaemonSets will do on every node: where they fit, whom they evict, where they cannot run',
    load: async () => (await import('./forecast.ts')).forecast,
  },
  explain: {
    summary: 'says why a daemon is or is not on a node, why a pod waits, and what is kept on a node',
    load: async () => (await import('./explain.ts')).explain,
  },
  snapshot: {
    summary: 'writes what decisions read of a cluster to a file that every other command takes',
    load: async () => (await import('./snapshot.ts')).snapshot,
  },
  certs: {
    summary: 'makes, shows and renews the certificates that Daemonward makes itself',
    load: async () => (await import('./certs.ts')).certs,
  },
  render: {
    summary:
      'prints what the API server and the scheduler have to know: registrations, policies, the extenders block',
    load: async () => (await import('./render.ts')).render,
  },
  apply: {
    summary: 'applies to the cluster what render prints, and deletes what is no longer printed',
    load: async () => (await import('./apply.ts')).apply,
  },
  install: {
    summary: 'installs Daemonward in the cluster, and registers it once it is ready',
    load: async () => (await import('./install.ts')).install,
  },
  uninstall: {
    summary: 'removes it: first what refuses, then what runs',
    load: async () => (await import('./uninstall.ts')).uninstall,
  },
  release: {
    summary: 'takes the gates of fairness off pods, by hand',
    load: async () => (await import('./release.ts')).release,
  },
  doctor: {
    summary: 'checks a live installation: registrations, certificates, the service, the scheduler, what runs',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  completion: {
    summary: 'prints what makes a shell complete command lines',
    load: async () => (await import('./completion.ts')).completion,
  },
  version: {
    summary: 'prints which Daemonward this is',
    load: async () => (await import('./version.ts')).version,
  },
};

/** Name and summary of each, for the first page of the help. */
const SUMMARIES = Object.entries(COMMANDS).map(([name, { summary }]) => ({ name, summary }));

const HELP_WORDS: ReadonlySet<string> = new Set(['help', '--help', '-h']);

export function allCommands(): Promise<NamedCommand[]> {
  return Promise.all(Object.keys(COMMANDS).map(find));
}

export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await dispatch(argv, terminal);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    // It may repeat names of a file that somebody has sent.
    terminal.err(`${shownText(error.message, {})}\n`);
    return error.code;
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name = '--help', ...rest] = argv;
  if (HELP_WORDS.has(name)) {
    terminal.out(
      rest[0] === undefined ? overview(SUMMARIES, terminal) : commandHelp(await find(rest[0]), terminal),
    );
    return EXIT.fine;
  }
  if (name === COMPLETE) {
    const { completionsOf, completionsText } = await import('./terminal/complete-words.ts');
    terminal.out(completionsText(completionsOf(rest, await allCommands())));
    return EXIT.fine;
  }
  const command = await find(name === '--version' ? 'version' : name);
  const args = readFlags(command, rest);
  if (args.has('help')) {
    terminal.out(commandHelp(command, terminal));
    return EXIT.fine;
  }
  return command.run(args, terminal);
}

async function find(name: string): Promise<NamedCommand> {
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry !== undefined) return { name, summary: entry.summary, ...(await entry.load()) };
  const known = Object.keys(COMMANDS).join(', ');
  const message = `daemonward: there is no command "${name}"; the commands are ${known} (see --help)`;
  throw new CommandError(message, EXIT.usage);
}

function readFlags(command: NamedCommand, argv: readonly string[]): Arguments {
  const options = { ...command.options, ...GLOBAL_OPTIONS };
  const allowPositionals = command.takes !== undefined;
  let values: Readonly<Record<string, unknown>>;
  let words: readonly string[];
  try {
    ({ values, positionals: words } = parseArgs({
      args: [...argv],
      options,
      strict: true,
      allowPositionals,
    }));
  } catch (error) {
    // Node's text goes on over several sentences and lines; the first says it.
    const message = error instanceof Error ? error.message.split(/\.\s/)[0] : String(error);
    throw usageError({ command: command.name }, `${message} (see daemonward ${command.name} --help)`);
  }
  const texts = (flag: string) => [values[flag]].flat().filter((value) => typeof value === 'string');
  return {
    command: command.name,
    words,
    texts,
    text: (flag) => texts(flag).at(-1),
    has: (flag) => values[flag] !== undefined,
  };
}
