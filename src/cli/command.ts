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
  /** The environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
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

export interface Arguments {
  /** The values of a flag in the order given; empty when it was not. */
  texts(flag: string): readonly string[];
  text(flag: string): string | undefined;
  has(flag: string): boolean;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What the help says beyond the list of flags. */
  readonly details: string;
  readonly options: Readonly<Record<string, Option>>;
  run(args: Arguments, terminal: Terminal): Promise<ExitCode>;
}

/** Wrong use: its message is the one line that the user gets, and the exit code is 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
