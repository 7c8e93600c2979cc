/** Builds the image that the test files share, and takes it away after the last. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { TestProject } from 'vitest/node';
import { CACHE_MOUNT, makeBaseImages, NODE_IMAGE, RUNTIME_IMAGE } from './base-images.ts';
import { Buildah, type ImageConfiguration, imageName } from './buildah.ts';
import { program } from './programs.ts';

export interface BuiltImage {
  /** Where it is kept, with everything else of this run. */
  readonly folder: string;
  /** Its files, as they are. */
  readonly files: string;
  /** The same for containers: a runtime makes the places there that something is mounted on. */
  readonly root: string;
  readonly configuration: ImageConfiguration;
  readonly version: string;
  /** As a registry would keep it: the layers, compressed. */
  readonly archiveBytes: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    image: BuiltImage;
  }
}

/** Asked for before anything is built, so that what is missing is known at once. */
const PROGRAMS = ['buildah', 'runc', 'hadolint'];
const IMAGE = imageName('daemonward');

let buildah: Buildah | undefined;

export function setup(project: TestProject): void {
  for (const name of PROGRAMS) program(name);
  const start = performance.now();
  buildah = new Buildah();
  try {
    project.provide('image', build(buildah));
  } catch (error) {
    teardown();
    throw error;
  }
  console.log(`image built in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

export function teardown(): void {
  buildah?.remove();
  buildah = undefined;
}

function build(builder: Buildah): BuiltImage {
  makeBaseImages(builder);
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  const values = { NODE_IMAGE, RUNTIME_IMAGE, VERSION: version, REVISION: 'tested' };
  const buildArgs = Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  builder.build(IMAGE, ...buildArgs, '--volume', `${cache}:${CACHE_MOUNT}`, '.');
  const archive = join(builder.folder, 'image.tar');
  builder.run('push', '--quiet', IMAGE, `oci-archive:${archive}`);
  return {
    folder: builder.folder,
    files: builder.mount(IMAGE),
    root: builder.mount(IMAGE),
    configuration: builder.configuration(IMAGE),
    version,
    archiveBytes: statSync(archive).size,
  };
}
