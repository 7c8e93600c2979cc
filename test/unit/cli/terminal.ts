/** The command line without a process: what it printed, and its exit code. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { run } from '../../../src/cli/run.ts';

export interface Finished {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function daemonward(...args: readonly string[]): Promise<Finished> {
  return finish(args, {});
}

/** The same, with something on its standard input. */
export async function daemonwardWithInput(
  input: string | Buffer,
  ...args: readonly string[]
): Promise<Finished> {
  return finish(args, { input });
}

/** The same, with environment variables. */
export async function daemonwardIn(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Finished> {
  return finish(args, { environment });
}

async function finish(
  args: readonly string[],
  { input = '', environment = {} }: { input?: string | Buffer; environment?: Record<string, string> },
): Promise<Finished> {
  let out = '';
  let err = '';
  const code = await run(args, {
    nodeVersion: '24.0.0',
    environment,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    errIsScreen: false,
    input: async (most) => Buffer.from(input).subarray(0, most),
    onStopSignal: () => () => {},
  });
  return { code, out, err };
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
