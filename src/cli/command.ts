/** What a command of the CLI is, and what it may touch of the outside world. */
import type { ParseArgsOptionDescriptor } from 'node:util';

export const EXIT = {
  fine: 0,
  /** The command worked, and what it looked at is not in order; or it failed at work. */
  findings: 1,
  /** Wrong use, or an input that cannot be read. */
  usage: 2,
  /** The cluster was not reached. */
  unreachable: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export type StopSignal = (typeof STOP_SIGNALS)[number];

/** The process, as far as commands may see it; only main.ts has the real one. */
export interface Terminal {
  readonly nodeVersion: string;
  /** What people type to call it; `daemonward` unless kubectl does. */
  readonly program?: string;
  /** The environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  /** Somebody reads standard error on a screen. */
  readonly errIsScreen: boolean;
  /** The same of standard output, and how many characters a line of it has. */
  readonly outIsScreen?: boolean;
  readonly columns?: number | undefined;
  /** Standard input to its end, or its first `most` bytes: a pipe may never end. */
  input(most: number): Promise<Buffer>;
  /** Returns the function that ends the listening. */
  onStopSignal(listener: (signal: StopSignal) => void): () => void;
}

export interface Option extends ParseArgsOptionDescriptor {
  readonly description: string;
  /** What stands for the value in the help: `--config FILE`. */
  readonly placeholder?: string;
}

export function switchFlag(description: string): Option {
  return { type: 'boolean', description };
}

export function valueFlag(
  placeholder: string,
  description: string,
  more: Pick<Option, 'short' | 'multiple'> = {},
): Option {
  const words = more.multiple ? `${description}; may be given several times` : description;
  return { type: 'string', placeholder, description: words, ...more };
}

/** The first word is the default. */
export function outputFlag(words: readonly string[]): Option {
  return valueFlag(words.join('|'), `how to print (default: ${words[0]})`, { short: 'o' });
}

export const CONFIG_FLAG = valueFlag('FILE', 'the configuration (docs/configuration.md)');

export interface Arguments {
  /** The command that they were given to, for messages. */
  readonly command: string;
  /** What stands beside the flags, where the command takes that. */
  readonly words: readonly string[];
  /** The values of a flag in the order given; empty when it was not. */
  texts(flag: string): readonly string[];
  text(flag: string): string | undefined;
  has(flag: string): boolean;
}

export interface Command {
  /** What the help says beyond the list of flags. */
  readonly details: string;
  /** What stands beside the flags, as the help shows it: `daemonset|pod|node NAME`. Without it nothing may. */
  readonly takes?: string;
  /** Lines to copy, and what each does. */
  readonly examples?: readonly (readonly [line: string, what: string])[];
  readonly options: Readonly<Record<string, Option>>;
  run(args: Arguments, terminal: Terminal): Promise<ExitCode>;
}

/** A command ends early: its message is all that the user gets. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: ExitCode;

  constructor(message: string, code: ExitCode) {
    super(message);
    this.code = code;
  }
}

/** The word that a flag was given; the first is the default. */
export function oneOf<const T extends string>(args: Arguments, flag: string, words: readonly [T, ...T[]]): T {
  const given = args.text(flag) ?? words[0];
  const word = words.find((candidate) => candidate === given);
  if (word !== undefined) return word;
  const [last, ...others] = [...words].reverse();
  throw usageError(args, `--${flag} must be ${others.reverse().join(', ')} or ${last}, found "${given}"`);
}

/** Wrong use, said in one line that names the command. */
export function usageError({ command }: Pick<Arguments, 'command'>, message: string): CommandError {
  return new CommandError(`daemonward: ${command}: ${message}`, EXIT.usage);
}
