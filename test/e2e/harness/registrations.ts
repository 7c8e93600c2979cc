/** The registrations that `daemonward render` prints for a Daemonward of a test, at the API server. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Access } from './access.ts';
import type { KubeObject } from './client.ts';
import { type Daemonward, MAIN } from './daemonward.ts';

const run = promisify(execFile);

/** As the configuration of the Daemonward says, by its URL and with its own authority. */
export async function rendered({ serviceUrl, configFile }: Daemonward): Promise<KubeObject[]> {
  const args = [MAIN, 'render', '--config', configFile, '--url', serviceUrl, '--output', 'json'];
  const { stdout } = await run(process.execPath, args);
  const { items }: { items: KubeObject[] } = JSON.parse(stdout);
  return items;
}

export interface RegistrationOptions {
  /** False: the webhooks only, for tests of what Daemonward itself answers where a policy would speak first. */
  policies?: boolean;
}

const HOOKS = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

/** Applies them as people do. The API server reads them a moment later. */
export async function register(
  plane: Access,
  daemonward: Daemonward,
  { policies = true }: RegistrationOptions = {},
): Promise<void> {
  const all = await rendered(daemonward);
  const items = policies ? all : all.filter(({ kind }) => HOOKS.includes(kind ?? ''));
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  const { code, stderr } = await plane.kubectl(['apply', '-f', '-'], { input });
  if (code !== 0 || stderr !== '') throw new Error(`the registrations were not taken: ${stderr}`);
}
