/** Every overlay, as people apply it: by kubectl, with every field checked by the API server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { installation } from '../../manifests/installations.ts';
import { REGISTRATIONS } from '../../manifests/kustomize-files.ts';
import { differences } from '../../src/cluster/differences.ts';
import { OVERLAYS, type Overlay } from '../../src/render/workload/installation.ts';
import { workload } from '../../src/render/workload/workload.ts';
import { CERT_MANAGER_KINDS } from './controlplane/versions.ts';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import { programOf } from './harness/handle.ts';
import { waitFor } from './harness/wait-for.ts';

const MANIFESTS = join(import.meta.dirname, '..', '..', 'manifests');

interface Plain {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane({ controllerManager: true });
  const input = readFileSync(programOf(plane.handle.programs, CERT_MANAGER_KINDS), 'utf8');
  await plane.kubectl(['apply', '--server-side', '-f', '-'], { input });
  const established = ['wait', '--for=condition=Established', 'crd', '--all', '--timeout=30s'];
  expect((await plane.kubectl(established)).code).toBe(0);
});

afterAll(() => plane?.stop());

const WAYS: readonly [string, readonly Overlay[]][] = [
  ['default', []],
  ...OVERLAYS.map((overlay): [string, readonly Overlay[]] => [overlay, [overlay]]),
];

test.each(WAYS)('overlays/%s is taken, every field of it', async (name, _overlays) => {
  const folder = join(MANIFESTS, 'overlays', name);

  const taken = await plane.kubectl(['apply', '-k', folder, '--validate=strict']);
  const again = await plane.kubectl(['diff', '-k', folder]);
  const removed = await plane.kubectl(['delete', '-k', folder, '--wait=false']);

  expect([taken.code, taken.stderr]).toEqual([0, '']);
  expect([again.code, again.stdout]).toEqual([0, '']);
  expect(removed.code).toBe(0);
  await waitFor(
    'the namespace is gone',
    () => plane.client().find('/api/v1/namespaces/daemonward-system'),
    (found) => found === undefined,
  );
});

/** kustomize names it by its content. */
const HASH = /^(daemonward-(?:\w+-)?configuration)-[a-z0-9]{10}$/;

test.each(WAYS)('overlays/%s is what daemonward install brings', async (name, overlays) => {
  const { stdout } = await plane.kubectl(['kustomize', join(MANIFESTS, 'overlays', name)]);
  const printed: Plain[] = parseAllDocuments(stdout).map((document) => document.toJS());
  const ours = workload(installation(...overlays)).map(({ object }) => object);

  const found = differences(byName(ours), byName(printed));

  expect(printed.length).toBe(ours.length);
  // The one writes the hash on the pods, the other into the name.
  const others = found.filter(
    ({ field }) =>
      !/annotations(\.daemonward\.dev\/configuration-sha256)?$|volumes\[configuration\].configMap.name$/.test(
        field,
      ),
  );
  expect(others).toEqual([]);
});

function byName(objects: readonly Plain[]): object {
  const named = objects.map((object): [string, Plain] => {
    const name = object.metadata.name.replace(HASH, object.kind === 'ConfigMap' ? '$1' : '$&');
    const copy = { ...object, metadata: { ...object.metadata, name } };
    return [`${object.kind} ${object.metadata.namespace}/${name}`, copy];
  });
  return Object.fromEntries(named);
}

test.each(REGISTRATIONS)('registrations/%s is taken, every field of it', async (name) => {
  const folder = join(MANIFESTS, 'registrations', name);

  const taken = await plane.kubectl(['apply', '-k', folder, '--validate=strict', '--dry-run=server']);

  expect([taken.code, taken.stderr]).toEqual([0, '']);
});
