/** Debian's buildah with a storage of its own: no daemon, nothing of the machine's images is touched. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAsRoot } from './programs.ts';

/** The part of an image's configuration that a runtime obeys. https://github.com/opencontainers/image-spec */
export interface ImageConfiguration {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly StopSignal: string;
  readonly Volumes: Readonly<Record<string, unknown>>;
  readonly ExposedPorts: Readonly<Record<string, unknown>>;
  readonly Labels: Readonly<Record<string, string>>;
}

export class Buildah {
  readonly folder: string;

  /** With no folder, one of its own. */
  constructor(folder = mkdtempSync(join(tmpdir(), 'daemonward-image-'))) {
    this.folder = folder;
  }

  run(...args: string[]): string {
    const storage = ['--root', join(this.folder, 'storage'), '--runroot', join(this.folder, 'run')];
    return runAsRoot('buildah', '--storage-driver', 'vfs', ...storage, ...args);
  }

  /** A folder as the root of an image. */
  commitFolder(root: string, image: string, env: Readonly<Record<string, string>>): void {
    const container = this.run('from', 'scratch').trim();
    this.run('copy', '--quiet', container, root, '/');
    const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    this.run('config', ...variables, '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container);
    this.run('commit', '--quiet', container, image);
    this.run('rm', container);
  }

  build(image: string, ...args: string[]): void {
    this.run('build', '--isolation', 'chroot', '--pull=false', '--format', 'oci', '--tag', image, ...args);
  }

  /** The path at which the files of an image can be read, and a container started. */
  mount(image: string): string {
    const container = this.run('from', '--pull=false', image).trim();
    return this.run('mount', container).trim();
  }

  configuration(image: string): ImageConfiguration {
    const inspected: { OCIv1: { config: ImageConfiguration } } = JSON.parse(
      this.run('inspect', '--type', 'image', image),
    );
    return inspected.OCIv1.config;
  }

  remove(): void {
    this.run('umount', '--all');
    runAsRoot('rm', '-rf', this.folder);
  }
}

/** Of no registry, so that nothing is ever asked for outside. */
export function imageName(name: string): string {
  return `localhost/daemonward-test/${name}:latest`;
}
