/** `daemonward release`: our gate and no other, page by page, and said plainly when it cannot. */
import { expect, test } from 'vitest';
import { ApiError } from '../../../src/cluster/api/api-answer.ts';
import { releaseGates, type ReleaseTarget as Target } from '../../../src/install/release-gates.ts';
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

/** Pages of one pod each; `refused` says no to the patch of a pod, or nothing. */
function pagedTarget(names: readonly string[], refused: (name: string) => unknown) {
  const left = new Set(names);
  const target: Target = {
    dryRun: false,
    report: () => {},
    api: {
      async get(path: string) {
        const at = Number(new URLSearchParams(path.split('?')[1]).get('continue') ?? '0');
        const name = names[at];
        const more = at + 1 < names.length ? String(at + 1) : '';
        const gates = name !== undefined && left.has(name) ? [OURS] : [];
        const pod = { metadata: { namespace: 'a', name, uid: name }, spec: { schedulingGates: gates } };
        return { metadata: { continue: more }, items: [pod] };
      },
      async patch(path: string) {
        const name = path.split('/').at(-1) ?? '';
        const error = refused(name);
        if (error !== undefined) throw error;
        left.delete(name);
        return {};
      },
    },
  };
  return { target, left };
}

test('a pod whose gate is not taken off keeps none of the others, and is said at the end', async () => {
  const { target, left } = pagedTarget(['p0', 'p1', 'p2'], (name) =>
    name === 'p0' ? new ApiError(403, 'denied by a policy of others') : undefined,
  );

  await expect(releaseGates(target)).rejects.toThrow('denied by a policy of others');
  expect([...left]).toEqual(['p0']);
});

test('where nobody is allowed to, not everybody is tried again and again', async () => {
  let tried = 0;
  const { target } = pagedTarget(['p0', 'p1', 'p2'], () => {
    tried += 1;
    return new ApiError(403, 'forbidden');
  });

  await expect(releaseGates(target)).rejects.toThrow('forbidden');
  expect(tried).toBe(3);
});
