/** Files that change under a running process, as a kubelet changes them and as people do. */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../../../../src/cluster/api/api-answer.ts';
import { ClusterAccessError } from '../../../../src/cluster/api/connection.ts';
import { type KeyPairPem, makeAuthority, makeLeaf } from '../../../../src/server/tls/authority.ts';
import { readCertificates } from '../../../../src/server/tls/certificate-source.ts';
import { polledSource } from '../../../../src/server/tls/polled-source.ts';
import { temporaryFolder } from '../../cli/terminal.ts';

const EVERY_MS = 5;

let authority: KeyPairPem;
let pairs: KeyPairPem[];
let folder = '';
beforeAll(async () => {
  authority = await makeAuthority(new Date());
  pairs = [await makeLeaf(authority, ['a'], new Date()), await makeLeaf(authority, ['b'], new Date())];
});
beforeEach(() => {
  folder = temporaryFolder();
});

function pair(index: number): KeyPairPem {
  return pairs[index] ?? { cert: '', key: '' };
}

/** A mounted Secret: files that are links into `..data`, a link to a folder that is replaced as a whole. */
function mount(version: string, { cert, key }: KeyPairPem): void {
  const content = join(folder, `..${version}`);
  mkdirSync(content);
  writeFileSync(join(content, 'tls.crt'), cert);
  writeFileSync(join(content, 'tls.key'), key);
  writeFileSync(join(content, 'ca.crt'), authority.cert);
  symlinkSync(`..${version}`, join(folder, '..data_tmp'));
  renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
}

function mounted(first: KeyPairPem): void {
  mount('v1', first);
  for (const name of ['tls.crt', 'tls.key', 'ca.crt']) symlinkSync(join('..data', name), join(folder, name));
}

function read() {
  const file = (name: string) => join(folder, name);
  return readCertificates({ certFile: file('tls.crt'), keyFile: file('tls.key'), caFile: file('ca.crt') });
}

function watched(look = read) {
  const lines: string[] = [];
  const source = polledSource({
    first: read(),
    look,
    everyMs: EVERY_MS,
    report: {
      changed: ({ leaf }) => lines.push(`changed to ${leaf.names.join()}`),
      refused: (problem) => lines.push(`refused: ${problem}`),
      missed: (detail) => lines.push(`missed: ${detail}`),
      recovered: () => lines.push('recovered'),
    },
  });
  onTestFinished(() => source.stop());
  return { source, lines };
}

test('a Secret that the kubelet swaps is served anew', async () => {
  mounted(pair(0));
  const { source, lines } = watched();
  let heard = 0;
  source.onChange(() => {
    heard += 1;
  });

  mount('v2', pair(1));
  rmSync(join(folder, '..v1'), { recursive: true });
  await vi.waitFor(() => expect(lines).toEqual(['changed to b']));

  expect([source.current().leaf.names, heard, source.refused()]).toEqual([['b'], 1, null]);
});

test('a pair that does not belong together is told once, the last good one stays, and mending it is told too', async () => {
  mounted(pair(0));
  const { source, lines } = watched();

  mount('v2', { cert: pair(1).cert, key: pair(0).key });
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS * 10));
  const refused = source.refused();
  const served = source.current().leaf.names;
  mount('v3', pair(1));
  await vi.waitFor(() => expect(lines).toHaveLength(3));

  expect(refused).toContain('this key does not belong to the certificate');
  expect(served).toEqual(['a']);
  expect(lines.slice(1)).toEqual(['recovered', 'changed to b']);
  expect(source.refused()).toBeNull();
});

test('files that are gone are told, and what is served stays', async () => {
  mounted(pair(0));
  const { source, lines } = watched();

  rmSync(join(folder, '..data'));
  await vi.waitFor(() => expect(lines).toHaveLength(1));

  expect(lines[0]).toContain('tls.crt: cannot be read (ENOENT)');
  expect(source.problem(new Date())).toBeNull();
});

test.each([new ApiError(500, 'etcd is away'), new ClusterAccessError('nobody answers')])(
  'while nobody can be asked (%s) that is told once, and nothing is wrong with what is served',
  async (error) => {
    mounted(pair(0));
    const { source, lines } = watched(() => {
      throw error;
    });

    await vi.waitFor(() => expect(lines).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS * 10));

    expect(lines).toEqual([`missed: ${error.message}`]);
    expect(source.refused()).toBeNull();
  },
);
