/** The real kubectl, as any of the identities. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { kubeconfigFile } from './credentials.ts';
import { type Handle, programOf } from './handle.ts';
import type { Identity } from './identities.ts';

export interface KubectlOptions {
  as?: Identity;
  /** Standard input, for `-f -`. */
  input?: string;
  /** How long it may take; kubectl itself would wait for ever. */
  withinMs?: number;
}

export interface KubectlResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

const DEFAULT_WITHIN_MS = 120_000;

export function kubectl(
  handle: Handle,
  args: readonly string[],
  options: KubectlOptions = {},
): Promise<KubectlResult> {
  const { as = 'admin', input = '', withinMs = DEFAULT_WITHIN_MS } = options;
  // Its discovery cache belongs to this control plane, not to the user's home.
  const env = {
    ...process.env,
    KUBECONFIG: kubeconfigFile(handle.directory, as),
    KUBECACHEDIR: join(handle.directory, 'kubectl-cache'),
  };
  const child = spawn(programOf(handle.programs, 'kubectl'), args, {
    env,
    timeout: withinMs,
    killSignal: 'SIGKILL',
  });
  const result: KubectlResult = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    result.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    result.stderr += text;
  });
  // kubectl may end without reading its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...result, code }));
  });
}
