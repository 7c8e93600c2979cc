import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { BillOfMaterials } from '../../.ci/bill-of-materials.ts';
import { shippedPackages } from '../../.ci/lock-file.ts';
import { schemaProblems } from '../unit/release/bill-of-materials-schema.ts';
import { Buildah, imageName } from './buildah.ts';
import { runAsRoot } from './programs.ts';

const image = inject('image');
const MEGABYTE = 1_000_000;

/** Measured 58 and 181, Node being 127 of them: some room to grow, and a dependency too many shows. */
const MOST_ARCHIVE_MEGABYTES = 65;
const MOST_MEGABYTES = 195;

interface File {
  readonly path: string;
  readonly type: string;
  readonly mode: string;
  readonly user: string;
  readonly bytes: number;
}

const files: readonly File[] = runAsRoot('find', image.files, '-printf', '%P\\t%y\\t%m\\t%U\\t%s\\n')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [path = '', type = '', mode = '', user = '', bytes = ''] = line.split('\t');
    return { path, type, mode, user, bytes: Number(bytes) };
  });

function read(path: string): string {
  return runAsRoot('cat', join(image.files, path));
}

test('it is small', () => {
  const all = files.filter(({ type }) => type === 'f').reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `${(image.archiveBytes / MEGABYTE).toFixed(1)} MB compressed, ${(all / MEGABYTE).toFixed(1)} MB unpacked`,
  );

  expect(image.archiveBytes / MEGABYTE).toBeLessThan(MOST_ARCHIVE_MEGABYTES);
  expect(all / MEGABYTE).toBeLessThan(MOST_MEGABYTES);
});

test('beside libraries there are Node, its licence and the product', () => {
  const ours = files
    .filter(({ path, type }) => type === 'f' && !/^(?:lib|lib64|usr\/lib)\//.test(path))
    .map(({ path }) => path.replace(/^(app\/(?:dist|node_modules|examples))\/.*/, '$1'));

  expect([...new Set(ours)].sort()).toEqual([
    'app/LICENSE',
    'app/dist',
    'app/examples',
    'app/node_modules',
    'app/package.json',
    'app/sbom/THIRD_PARTY_LICENSES.txt',
    `app/sbom/daemonward-${image.version}.cdx.json`,
    'usr/local/LICENSE',
    'usr/local/bin/node',
  ]);
});

test('no sources, maps and pages of anybody', () => {
  const idle = files.filter(({ path, type }) => type === 'f' && /\.(?:[mc]?ts|map|md)$/.test(path));

  expect(idle).toEqual([]);
});

test('nobody but root owns what runs, nobody else may write it, and nothing runs as somebody else', () => {
  const product = files.filter(({ path }) => /^(?:app|usr\/local)(?:\/|$)/.test(path));
  const wrong = product.filter(
    ({ type, mode, user }) => user !== '0' || (type !== 'l' && (Number.parseInt(mode, 8) & 0o6022) !== 0),
  );

  expect(product.length).toBeGreaterThan(1_000);
  expect(wrong).toEqual([]);
});

test('the packages are the shipped ones of the lock file, and the bill of materials names them and Node', () => {
  const shipped = shippedPackages(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const packages = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  const installed = files
    .map(({ path }) => path)
    .filter((path) => /^app\/(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+package\.json$/.test(path))
    .map((path) => path.slice('app/'.length, -'/package.json'.length));

  const bill: BillOfMaterials = JSON.parse(read(`app/sbom/daemonward-${image.version}.cdx.json`));

  expect(new Set(installed)).toEqual(new Set(shipped.map(({ path }) => path)));
  expect(schemaProblems(bill)).toEqual([]);
  expect(new Set(bill.components.map(({ name, version }) => `${name}@${version}`))).toEqual(
    packages.add(`node@${process.versions.node}`),
  );
});

test('it says what it is, whose base it stands on, and how it is run', () => {
  expect(image.configuration).toMatchObject({
    User: '65532:65532',
    WorkingDir: '/data',
    StopSignal: 'SIGTERM',
    ExposedPorts: { '8443/tcp': {}, '8080/tcp': {} },
    Volumes: { '/data': {} },
    Labels: {
      'org.opencontainers.image.title': 'Daemonward',
      'org.opencontainers.image.licenses': 'Apache-2.0',
      'org.opencontainers.image.version': image.version,
      'org.opencontainers.image.revision': 'tested',
      'org.opencontainers.image.base.name': imageName('runtime'),
    },
  });
});

test('a build sees the files that it copies, and never a key or the history', () => {
  const context = new Buildah(image.folder);
  const everything = imageName('context');
  context.build(everything, '--file', join(import.meta.dirname, 'everything.dockerfile'), '.');

  const seen = execFileSync('ls', ['-A', context.mount(everything)], { encoding: 'utf8' });

  expect(seen.trim().split('\n').sort()).toEqual([
    '.ci',
    '.npmrc',
    'LICENSE',
    'examples',
    'package-lock.json',
    'package.json',
    'page',
    'src',
    'tsconfig.build.json',
    'tsconfig.json',
  ]);
});
