/** Builds one file of the control plane with the ordinary `go build` and puts it in place whole. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Asset } from './assets.ts';
import type { Module } from './versions.ts';

/** go.mod alone decides what is built: no workspace around it, and no libc of this machine. */
const GO_ENVIRONMENT = { CGO_ENABLED: '0', GOWORK: 'off' };

/** Name of the temporary folders beside the finished files. */
export const UNFINISHED = '.unfinished-';

/** Told of each process, so that an interrupted install can stop it. */
export type Started = (child: ChildProcess) => void;

export function hasGo(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function moduleFolder(module: Module): string {
  return join(import.meta.dirname, module.folder);
}

async function go(args: string[], module: Module, scratch: string, started: Started): Promise<string> {
  const child = spawn('go', args, {
    cwd: moduleFolder(module),
    // Go's own temporary files go away with ours, also when it is stopped in the middle.
    env: { ...process.env, ...GO_ENVIRONMENT, GOTMPDIR: scratch },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started(child);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`go ${args[0]} ended with ${signal ?? code}:\n${errors.trim()}`));
    });
  });
}

async function writeProgram(asset: Asset, target: string, started: Started): Promise<void> {
  const variables = asset.module.versionVariables.map((name) => `-X ${name}=${asset.module.version}`);
  const flags = ['-s', '-w', ...variables].join(' ');
  const source = asset.module.programs[asset.name];
  if (source === undefined) throw new Error(`${asset.name} is no program of ${asset.module.path}`);
  const args = [
    'build',
    '-mod=readonly',
    '-buildvcs=false',
    '-trimpath',
    '-ldflags',
    flags,
    '-o',
    target,
    source,
  ];
  await go(args, asset.module, dirname(target), started);
}

async function writeFiles(asset: Asset, target: string, started: Started): Promise<void> {
  const args = ['mod', 'download', '-json', asset.module.path];
  const parsed: unknown = JSON.parse(await go(args, asset.module, dirname(target), started));
  if (typeof parsed !== 'object' || parsed === null || !('Dir' in parsed) || typeof parsed.Dir !== 'string') {
    throw new Error(`go mod download told no Dir for ${asset.module.path}`);
  }
  const folder = parsed.Dir;
  const documents = (asset.module.files[asset.name] ?? []).map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  writeFileSync(target, documents.join('---\n'));
}

/** Builds beside the target and renames: whoever looks sees the whole file or none. */
export async function buildAsset(asset: Asset, started: Started): Promise<void> {
  const folder = dirname(asset.cached);
  mkdirSync(folder, { recursive: true });
  const unfinished = mkdtempSync(join(folder, UNFINISHED));
  const target = join(unfinished, asset.name);
  try {
    await (asset.name in asset.module.files ? writeFiles : writeProgram)(asset, target, started);
    renameSync(target, asset.cached);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
