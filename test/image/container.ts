/**
 * A container of the image, run by runc, which Docker and containerd use as well: what the image says about user,
 * command and variables is obeyed, and beyond that it gets what a restricted pod gets.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { BuiltImage } from './global-setup.ts';
import { rootCommand, runAsRoot } from './programs.ts';

const NOTHING: readonly string[] = [];
const MEBIBYTE = 1024 * 1024;

export interface ContainerOptions {
  /** Instead of the image's entry point and command. */
  readonly entrypoint?: readonly string[];
  /** Instead of the image's command. */
  readonly command?: readonly string[];
  /** Files and folders of this machine by their path in the container, read-only. */
  readonly mounts?: Readonly<Record<string, string>>;
  /** Whether the volumes that the image declares are there; without them nothing at all can be written. */
  readonly volumes?: boolean;
  readonly memoryMebibytes?: number;
  /** Instead of the image's user: `1000:1000`. */
  readonly user?: string;
}

export interface Container {
  readonly child: ChildProcess;
  out(): string;
  err(): string;
  /** The folder behind a volume of the image. */
  volume(path: string): string;
  /** Its first process, by the number that this machine knows it by. */
  processId(): number;
  stop(): void;
  readonly finished: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

export function startContainer(image: BuiltImage, options: ContainerOptions = {}): Container {
  const bundle = mkdtempSync(join(image.folder, 'container-'));
  const name = bundle.slice(image.folder.length + 1);
  const volumes = options.volumes === false ? [] : Object.keys(image.configuration.Volumes);
  const volume = (path: string) => join(bundle, 'volumes', path);
  for (const path of volumes) makeVolume(volume(path), options.user ?? image.configuration.User);
  const writable = volumes.map((path) => bind(path, volume(path), 'rw'));
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(specification(image, options, writable)));

  const runc = (...args: string[]) => rootCommand('runc', ['--root', join(image.folder, 'runc'), ...args]);
  const run = (...args: string[]) => runAsRoot('runc', '--root', join(image.folder, 'runc'), ...args);
  const child = spawn(...runc('run', '--bundle', bundle, name), { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const finished = once(child, 'close').then(([code]) => ({ code, out, err }));
  onTestFinished(async () => {
    run('delete', '--force', name);
    await finished;
  });
  return {
    child,
    out: () => out,
    err: () => err,
    volume,
    processId: () => JSON.parse(run('state', name)).pid,
    stop: () => {
      run('kill', name, image.configuration.StopSignal);
    },
    finished,
  };
}

/** Runs it to its end. */
export function runContainer(image: BuiltImage, options: ContainerOptions): Container['finished'] {
  return startContainer(image, options).finished;
}

function makeVolume(folder: string, user: string): void {
  mkdirSync(folder, { recursive: true });
  runAsRoot('chown', user, folder);
}

/** https://github.com/opencontainers/runtime-spec/blob/main/config.md */
function specification(image: BuiltImage, options: ContainerOptions, writable: readonly object[]): object {
  const { User, Env, Entrypoint, Cmd, WorkingDir } = image.configuration;
  const [uid, gid] = (options.user ?? User).split(':').map(Number);
  const args = options.entrypoint ?? [...Entrypoint, ...(options.command ?? Cmd)];
  const given = Object.entries(options.mounts ?? {}).map(([path, source]) => bind(path, source, 'ro'));
  return {
    ociVersion: '1.0.2',
    root: { path: image.root, readonly: true },
    process: {
      terminal: false,
      user: { uid, gid },
      args,
      env: Env,
      cwd: WorkingDir,
      capabilities: {
        bounding: NOTHING,
        effective: NOTHING,
        inheritable: NOTHING,
        permitted: NOTHING,
        ambient: NOTHING,
      },
      noNewPrivileges: true,
    },
    mounts: [...SYSTEM_MOUNTS, ...writable, ...given],
    linux: {
      // The network stays that of the machine, so that the tests reach it on loopback.
      namespaces: [{ type: 'pid' }, { type: 'ipc' }, { type: 'uts' }, { type: 'mount' }],
      resources: options.memoryMebibytes ? { memory: { limit: options.memoryMebibytes * MEBIBYTE } } : {},
      maskedPaths: ['/proc/kcore', '/proc/keys', '/proc/timer_list'],
      readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
    },
  };
}

function bind(destination: string, source: string, access: 'ro' | 'rw'): object {
  return { destination, source, type: 'bind', options: ['bind', 'nosuid', 'nodev', access] };
}

/** Node reads the limit of its memory from the last of them, as in a pod. */
const SYSTEM_MOUNTS: readonly object[] = [
  { destination: '/proc', type: 'proc', source: 'proc' },
  { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'strictatime', 'mode=755'] },
  { destination: '/sys', type: 'sysfs', source: 'sysfs', options: ['nosuid', 'noexec', 'nodev', 'ro'] },
  {
    destination: '/sys/fs/cgroup',
    type: 'cgroup',
    source: 'cgroup',
    options: ['nosuid', 'noexec', 'nodev', 'relatime', 'ro'],
  },
];
