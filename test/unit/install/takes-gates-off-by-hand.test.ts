/** `daemonward release`: our gate and no other, page by page, and said plainly when it cannot. */
import { expect, test } from 'vitest';
import { daemonward } from '../cli/terminal.ts';
import { objectStore } from './object-store.ts';

const OURS = { name: 'daemonward.dev/fair-share' };
const OTHERS = { name: 'example.com/other' };

async function clusterWithGates() {
  const store = await objectStore();
  const put = (namespace: string, name: string, schedulingGates: object[]) =>
    store.objects.set(`/api/v1/namespaces/${namespace}/pods/${name}`, {
      metadata: { namespace, name, uid: `uid-${name}` },
      spec: { schedulingGates },
    });
  put('a', 'ours', [OURS]);
  put('a', 'both', [OTHERS, OURS]);
  put('a', 'others', [OTHERS]);
  put('a', 'none', []);
  return store;
}

test('each pod with our gate is patched by name and uid, and the others are left alone', async () => {
  const { kubeconfig, writes } = await clusterWithGates();

  const { code, out, err } = await daemonward(
    'release',
    '--namespace',
    'a',
    // This store merges nothing, and would show the gates again.
    '--dry-run',
    '--kubeconfig',
    kubeconfig,
  );

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(new Set(writes.map(({ line }) => line))).toEqual(
    new Set(['PATCH /api/v1/namespaces/a/pods/ours', 'PATCH /api/v1/namespaces/a/pods/both']),
  );
  expect(writes.find(({ line }) => line.endsWith('both'))?.body).toEqual({
    metadata: { uid: 'uid-both' },
    spec: { schedulingGates: [{ $patch: 'delete', name: 'daemonward.dev/fair-share' }] },
  });
  expect(out).toContain('without the gate daemonward.dev/fair-share');
});

test.each([
  [['release'], 2],
  [['release', '--all', '--namespace', 'a'], 2],
  [['release', '--all', '--kubeconfig', '/nowhere'], 3],
])('%j ends with %d', async (line, code) => {
  expect((await daemonward(...line)).code).toBe(code);
});
