/** `npm run e2e:install` does what is missing, and says in one line what it cannot do. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  CERT_MANAGER_KINDS,
  CERT_MANAGER_VERSION,
  DEFAULT_KUBERNETES,
  KUBERNETES_VERSIONS,
  KWOK_VERSION,
} from './controlplane/versions.ts';

const INSTALL = join(import.meta.dirname, 'controlplane', 'install.ts');
const PROGRAMS = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl', 'kwok'];
const FILES = ['kwok-stages.yaml', CERT_MANAGER_KINDS];
const EXECUTABLE = 0o755;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daemonward-install-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** On a machine without Go: nothing is on its path. */
function install(env: Record<string, string> = {}): {
  status: number | null;
  stdout: string;
  stderr: string;
} {
  const cache = join(folder, 'cache');
  return spawnSync(process.execPath, [INSTALL], {
    encoding: 'utf8',
    env: { PATH: folder, HOME: folder, DAEMONWARD_E2E_CACHE: cache, ...env },
  });
}

function writeAssets(into: string, names: readonly string[]): void {
  mkdirSync(into, { recursive: true });
  for (const name of names) writeFileSync(join(into, name), '', { mode: EXECUTABLE });
}

test('with neither Go nor programs it fails with one line that names what is missing', () => {
  const { status, stdout, stderr } = install();

  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(
    `e2e: no Go to build with, and not in ${folder}/cache or KUBEBUILDER_ASSETS: ${[...PROGRAMS, ...FILES].join(', ')}\n`,
  );
});

test.each(KUBERNETES_VERSIONS)('with the programs of %s cached it has nothing to do', (version) => {
  writeAssets(join(folder, 'cache', `kubernetes-${version}`), PROGRAMS.slice(0, -1));
  writeAssets(join(folder, 'cache', `kwok-${KWOK_VERSION}`), ['kwok', 'kwok-stages.yaml']);
  writeAssets(join(folder, 'cache', `cert-manager-${CERT_MANAGER_VERSION}`), [CERT_MANAGER_KINDS]);

  const { status, stdout } = install({ DAEMONWARD_K8S_VERSION: version });

  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: `control plane ${version}: everything is there, nothing to build\n`,
  });
});

test('what KUBEBUILDER_ASSETS holds is taken, and the rest is named', () => {
  const assets = join(folder, 'assets');
  writeAssets(assets, ['etcd', 'kube-apiserver', 'kubectl']);

  const { status, stdout, stderr } = install({ KUBEBUILDER_ASSETS: assets });

  expect(status).toBe(1);
  expect(stdout).toBe('from KUBEBUILDER_ASSETS: etcd, kube-apiserver, kubectl\n');
  const missing = ['kube-controller-manager', 'kube-scheduler', 'kwok', ...FILES].join(', ');
  expect(stderr.endsWith(`: ${missing}\n`)).toBe(true);
});

test('a version that is not pinned is refused, with those that are', () => {
  const { status, stderr } = install({ DAEMONWARD_K8S_VERSION: 'v1.2.3' });

  expect(status).toBe(1);
  expect(stderr).toBe(
    `e2e: DAEMONWARD_K8S_VERSION: v1.2.3 is not one of ${KUBERNETES_VERSIONS.join(', ')}\n`,
  );
  expect(KUBERNETES_VERSIONS).toContain(DEFAULT_KUBERNETES);
});
