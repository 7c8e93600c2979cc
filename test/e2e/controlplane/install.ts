/** `npm run e2e:install`: builds what the end-to-end tests need and is not there yet, and says how it goes. */
import type { ChildProcess } from 'node:child_process';
import { globSync, rmSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { type Asset, cacheRoot, locateAssets } from './assets.ts';
import { buildAsset, hasGo, UNFINISHED } from './build.ts';
import { holdLock } from './lock.ts';

/** Often enough to show that it lives, seldom enough for a log. */
const HEARTBEAT_MS = 20_000;

const MEGABYTE = 1_000_000;

let running: ChildProcess | undefined;

function seconds(since: number): string {
  return `${Math.round((Date.now() - since) / 1000)} s`;
}

function missing(assets: readonly Asset[]): Asset[] {
  return assets.filter((asset) => asset.path === undefined);
}

function names(assets: readonly Asset[]): string {
  return assets.map((asset) => asset.name).join(', ');
}

async function build(asset: Asset, position: string): Promise<void> {
  const start = Date.now();
  console.log(`[${position}] ${asset.name} (module ${asset.module.folder}) ...`);
  const heartbeat = setInterval(
    () => console.log(`    ${asset.name}: at it for ${seconds(start)}`),
    HEARTBEAT_MS,
  );
  try {
    await buildAsset(asset, (child) => {
      running = child;
    });
  } finally {
    running = undefined;
    clearInterval(heartbeat);
  }
  const size = (statSync(asset.cached).size / MEGABYTE).toFixed(1);
  console.log(`[${position}] ${asset.name}: done in ${seconds(start)}, ${size} MB`);
}

async function buildMissing(root: string): Promise<void> {
  const release = await holdLock(join(root, 'install.lock'), (pid) => {
    console.log(`another install (process ${pid}) is at work on ${root}; waiting for it`);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      running?.kill('SIGTERM');
      for (const folder of globSync(join(root, '*', `${UNFINISHED}*`)))
        rmSync(folder, { recursive: true, force: true });
      release();
      console.log('interrupted; what was finished stays, the rest is built the next time');
      process.exit(128 + constants.signals[signal]);
    });
  }
  try {
    // Left by a build that was killed: under the lock nobody else is writing there.
    for (const folder of globSync(join(root, '*', `${UNFINISHED}*`)))
      rmSync(folder, { recursive: true, force: true });
    const todo = missing(locateAssets(process.env));
    if (todo.length === 0) {
      console.log('the other install has built everything');
      return;
    }
    const start = Date.now();
    console.log(`building ${names(todo)} into ${root}`);
    console.log('from the Go module registry; with nothing cached this takes 10 to 15 minutes on two cores');
    for (const [index, asset] of todo.entries()) await build(asset, `${index + 1}/${todo.length}`);
    console.log(`built ${todo.length} in ${seconds(start)}`);
  } finally {
    release();
  }
}

async function install(): Promise<number> {
  const root = cacheRoot(process.env);
  const assets = locateAssets(process.env);
  const given = assets.filter((asset) => asset.given);
  if (given.length > 0) console.log(`from KUBEBUILDER_ASSETS: ${names(given)}`);
  else if (process.env.KUBEBUILDER_ASSETS)
    console.log('KUBEBUILDER_ASSETS is set, but holds none of the programs');
  const todo = missing(assets);
  if (todo.length === 0) {
    const [first] = assets;
    console.log(`control plane ${first?.module.version ?? ''}: everything is there, nothing to build`);
    return 0;
  }
  if (!hasGo()) {
    console.error(`e2e: no Go to build with, and not in ${root} or KUBEBUILDER_ASSETS: ${names(todo)}`);
    return 1;
  }
  await buildMissing(root);
  return 0;
}

try {
  process.exitCode = await install();
} catch (error) {
  console.error(`e2e: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
