import { expect, test } from 'vitest';
import { installation } from '../../../manifests/installations.ts';
import { overlaysOf } from '../../../src/install/installed-overlays.ts';
import { pathOf } from '../../../src/install/resources.ts';
import { valueAt } from '../../../src/json/path.ts';
import { OVERLAYS, type Overlay } from '../../../src/render/workload/installation.ts';
import { workload } from '../../../src/render/workload/workload.ts';
import { daemonward } from '../cli/terminal.ts';
import { type ObjectStore, objectStore } from './object-store.ts';

const COMBINATIONS = OVERLAYS.reduce<Overlay[][]>(
  (all, overlay) => all.flatMap((some) => [some, [...some, overlay]]),
  [[]],
);
const DEPLOYMENTS = '/apis/apps/v1/namespaces/daemonward-system/deployments';
const CONFIGURATION = '/api/v1/namespaces/daemonward-system/configmaps/daemonward-configuration';
const SECRET = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'daemonward-tls', namespace: 'daemonward-system' },
};

async function withSecret(): Promise<ObjectStore> {
  const store = await objectStore();
  store.objects.set(pathOf(SECRET), { ...SECRET, data: { 'ca.crt': 'Y2E=' } });
  return store;
}

function install({ kubeconfig }: ObjectStore, ...flags: readonly string[]) {
  return daemonward('install', '--no-wait', '--kubeconfig', kubeconfig, ...flags);
}

function deployments({ objects }: ObjectStore): string[] {
  return [...objects.keys()]
    .filter((path) => path.startsWith(DEPLOYMENTS))
    .map((path) => path.slice(DEPLOYMENTS.length + 1));
}

function imageOf({ objects }: ObjectStore, name: string): unknown {
  return valueAt(objects.get(`${DEPLOYMENTS}/${name}`), [
    'spec',
    'template',
    'spec',
    'containers',
    0,
    'image',
  ]);
}

function tlsOf({ objects }: ObjectStore): string {
  return String(valueAt(objects.get(CONFIGURATION), ['data', 'daemonward.yaml']));
}

test.each(COMBINATIONS.map((overlays) => ({ overlays })))(
  '$overlays are known again by what runs',
  ({ overlays }) => {
    const all = workload(installation(...overlays))
      .map(({ object }) => object)
      .filter(({ kind }) => kind === 'Deployment');

    expect([...overlaysOf(all[0], all)].sort()).toEqual([...overlays].sort());
  },
);

test('an upgrade that names the image alone keeps the overlays', async () => {
  const store = await withSecret();
  await install(
    store,
    '--image',
    'r.example/daemonward:1',
    '--overlay',
    'split',
    '--overlay',
    'second-scheduler',
  );
  const before = deployments(store);

  const again = await install(store, '--image', 'r.example/daemonward:2');

  expect([again.code, again.err]).toEqual([0, '']);
  expect(deployments(store)).toEqual(before);
  expect(before).toEqual(['daemonward-admission', 'daemonward-extender', 'daemonward-scheduler']);
  expect(again.out).not.toContain('deleted');
  expect(imageOf(store, 'daemonward-admission')).toBe('r.example/daemonward:2');
});

test('without --image what runs goes on running', async () => {
  const store = await withSecret();
  await install(store, '--image', 'r.example/daemonward:1');

  const again = await install(store, '--overlay', 'high-availability');

  expect([again.code, again.err]).toEqual([0, '']);
  expect(imageOf(store, 'daemonward')).toBe('r.example/daemonward:1');
});

test('the plain way again: what overlays have brought is gone, also from the configuration', async () => {
  const store = await withSecret();
  await install(
    store,
    '--image',
    'r.example/daemonward:1',
    '--overlay',
    'cert-manager',
    '--overlay',
    'second-scheduler',
  );
  const before = tlsOf(store);

  const again = await install(store, '--overlay', 'default');

  expect([again.code, again.err]).toEqual([0, '']);
  expect(before).toContain('/etc/daemonward-serving/tls.crt');
  expect(before).not.toContain('secret:');
  expect(deployments(store)).toEqual(['daemonward']);
  expect(tlsOf(store)).not.toContain('/etc/daemonward-');
  expect(tlsOf(store)).not.toContain('schedulers');
  expect(tlsOf(store)).toContain('secret: daemonward-tls');
});

test('cert-manager takes over from the Secret', async () => {
  const store = await withSecret();
  await install(store, '--image', 'r.example/daemonward:1');

  const again = await install(store, '--overlay', 'cert-manager');

  expect([again.code, again.err]).toEqual([0, '']);
  expect(tlsOf(store)).toContain('/etc/daemonward-serving/tls.crt');
  expect(tlsOf(store)).not.toContain('secret:');
});

test('the plain way goes with no other', async () => {
  const { code, err } = await daemonward('install', '--overlay', 'split', '--overlay', 'default');

  expect([code, err]).toEqual([2, expect.stringContaining('--overlay default goes with no other')]);
});
