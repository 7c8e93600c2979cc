/**
 * Stand-ins for the two base images, made of this machine's own programs and their libraries: no registry of images is
 * needed, and the Dockerfile is built as it stands.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Buildah, imageName } from './buildah.ts';
import { program } from './programs.ts';

/** Where an image of Node has them. */
const NODE = '/usr/local/bin/node';
const NPM = '/usr/local/lib/node_modules/npm';
/** What the RUN lines use beside Node and npm. */
const SHELL_PROGRAMS = ['sh', 'env', 'rm', 'chmod', 'mkdir', 'find'];

/** The rest of glibc, which an image of Debian has: native parts of the tools that build want more of it than Node does. */
const GLIBC = ['librt.so.1', 'libdl.so.2', 'libpthread.so.0', 'libm.so.6', 'libgcc_s.so.1'];

export const NODE_IMAGE = imageName('node');
export const RUNTIME_IMAGE = imageName('runtime');

/** Where the cache of npm is mounted while the image is built: what `npm ci` has brought need not come twice. */
export const CACHE_MOUNT = '/npm-cache';

export function makeBaseImages(buildah: Buildah): void {
  const node = join(buildah.folder, 'node-root');
  putNode(node);
  putGlibc(node);
  for (const name of SHELL_PROGRAMS) put(node, program(name), `/bin/${name}`);
  // `#!/usr/bin/env node`
  mkdirSync(join(node, 'usr/bin'), { recursive: true });
  symlinkSync('/bin/env', join(node, 'usr/bin/env'));
  mkdirSync(join(node, 'tmp'));
  const env = { npm_config_cache: CACHE_MOUNT, npm_config_offline: 'true' };
  buildah.commitFolder(node, NODE_IMAGE, env);

  const runtime = join(buildah.folder, 'runtime-root');
  putLibraries(runtime, process.execPath);
  buildah.commitFolder(runtime, RUNTIME_IMAGE, {});
}

function putNode(root: string): void {
  put(root, process.execPath, NODE);
  writeFileSync(join(root, 'usr/local/LICENSE'), 'The licence of Node stands here.\n');
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error('start it by npm: npm run test:image');
  cpSync(dirname(dirname(realpathSync(npm))), join(root, NPM), { recursive: true });
  symlinkSync(`${NPM}/bin/npm-cli.js`, join(root, 'usr/local/bin/npm'));
}

function put(root: string, source: string, target: string): void {
  copy(realpathSync(source), join(root, target));
  putLibraries(root, source);
}

/** At the same paths: the loader's own path is written in the program. */
function putLibraries(root: string, source: string): void {
  for (const path of librariesOf(source)) copy(realpathSync(path), join(root, path));
}

function putGlibc(root: string): void {
  const libc = librariesOf(process.execPath).find((path) => path.endsWith('/libc.so.6'));
  if (libc === undefined) return;
  const paths = GLIBC.map((name) => join(dirname(libc), name)).filter((path) => existsSync(path));
  for (const path of paths) copy(realpathSync(path), join(root, path));
}

function librariesOf(source: string): string[] {
  const lines = execFileSync(program('ldd'), [source], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? []);
}

function copy(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  cpSync(source, target);
}
