/**
 * `npm run test:e2e:versions [-- VERSION...] [--filter NAME]`: the end-to-end tests on one Kubernetes after the other, by
 * default on all of `controlplane/versions.ts`, and then the table for the docs. A version that is not built yet is.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { outcomeIn, succeeded, type VersionRun, versionsTable } from './controlplane/version-runs.ts';
import { chosenKubernetes, KUBERNETES_VERSIONS } from './controlplane/versions.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const INSTALL = 'test/e2e/controlplane/install.ts';
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/e2e/vitest.config.ts'];

const FAILED = 1;
const WRONG_USE = 2;
/** The day in UTC: `2030-01-31`. */
const DAY_LENGTH = 10;

async function main(args: readonly string[]): Promise<number> {
  let asked: { versions: readonly string[]; filters: readonly string[] };
  try {
    asked = readArguments(args);
  } catch (error) {
    process.stderr.write(`e2e: ${error instanceof Error ? error.message : String(error)}\n`);
    return WRONG_USE;
  }
  const runs: VersionRun[] = [];
  for (const version of asked.versions) runs.push(await runOn(version, asked.filters));
  const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const day = new Date().toISOString().slice(0, DAY_LENGTH);
  process.stdout.write(`\n${versionsTable(runs, version, day)}`);
  return runs.every(succeeded) ? 0 : FAILED;
}

function readArguments(args: readonly string[]): { versions: readonly string[]; filters: readonly string[] } {
  const options = { filter: { type: 'string', multiple: true } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const versions = positionals.map(chosenKubernetes);
  return { versions: versions.length === 0 ? KUBERNETES_VERSIONS : versions, filters: values.filter ?? [] };
}

/** One that fails keeps none of the others from their turn. */
async function runOn(version: string, filters: readonly string[]): Promise<VersionRun> {
  const start = Date.now();
  process.stdout.write(`\nKubernetes ${version}\n`);
  const installed = await node(version, [INSTALL]);
  const outcome = installed.code === 0 ? outcomeIn((await node(version, [...VITEST, ...filters])).out) : null;
  return { version, outcome, milliseconds: Date.now() - start };
}

/** What it says is shown as it comes. */
async function node(version: string, args: readonly string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, DAEMONWARD_K8S_VERSION: version },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    process.stdout.write(text);
  });
  const [code] = await once(child, 'close');
  return { code, out };
}

process.exitCode = await main(process.argv.slice(2));
