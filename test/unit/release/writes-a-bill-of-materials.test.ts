import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type BillOfMaterials, completed } from '../../../.ci/bill-of-materials.ts';
import { shippedPackages } from '../../../.ci/lock-file.ts';
import { schemaProblems } from './bill-of-materials-schema.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SCRIPT = join(ROOT, '.ci/sbom.ts');
/** npm itself takes most of a second, and much longer beside other tests. */
const NPM_TIMEOUT_MS = 60_000;

let bill: BillOfMaterials;
let licences: string;

function jsonOf(file: string, folder = ROOT) {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-sbom-'));
  const env = { ...process.env, SOURCE_DATE_EPOCH: '1900000000', npm_config_offline: 'true' };
  execFileSync(process.execPath, [SCRIPT, '--output', folder], { cwd: ROOT, env, stdio: 'pipe' });
  bill = jsonOf(`daemonward-${jsonOf('package.json').version}.cdx.json`, folder);
  licences = readFileSync(join(folder, 'THIRD_PARTY_LICENSES.txt'), 'utf8');
  rmSync(folder, { recursive: true });
}, NPM_TIMEOUT_MS);

test('it is CycloneDX, made without a network', () => {
  expect(schemaProblems(bill)).toEqual([]);
  expect(bill.metadata).toMatchObject({
    timestamp: '2030-03-17T17:46:40.000Z',
    component: { type: 'application', name: 'daemonward' },
  });
});

/** npm by itself leaves out those that a tool of ours needs as well. */
test('it names each shipped package with its version, and so do the licences', () => {
  const shipped = shippedPackages(jsonOf('package-lock.json')).map(({ name, version }) => [name, version]);

  expect(new Set(bill.components.map(({ name, version }) => `${name}@${version}`))).toEqual(
    new Set(shipped.map((entry) => entry.join('@'))),
  );
  expect(shipped.filter((entry) => !licences.includes(`\n${entry.join(' ')}: `))).toEqual([]);
});

test('Node stands in it where it is shipped, and the same sources give the same document', () => {
  const about = { name: 'daemonward', madeAt: new Date(0), nodeVersion: '24.1.0' };

  const shipped = completed(bill, about);

  expect(schemaProblems(shipped)).toEqual([]);
  expect(shipped.components.at(-1)).toMatchObject({ purl: 'pkg:generic/node@24.1.0' });
  expect(completed({ ...bill, serialNumber: 'another' }, about)).toEqual(shipped);
  expect(completed(bill, { ...about, nodeVersion: '24.2.0' }).serialNumber).not.toBe(shipped.serialNumber);
});

test('a document that is not CycloneDX is found out', () => {
  expect(schemaProblems({ ...bill, specVersion: 1.5, components: [{ name: 'no type' }] })).toEqual(
    expect.arrayContaining(['/specVersion must be string', expect.stringContaining('/components/0')]),
  );
});

test('a package under a licence that is not allowed, or one that is not there, makes it fail', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-sbom-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0', license: 'AGPL-3.0-only' },
    'node_modules/b': { version: '1.0.0', license: 'MIT' },
  };
  mkdirSync(join(folder, 'node_modules/a'), { recursive: true });
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));

  const { status, stderr } = spawnSync(process.execPath, [SCRIPT], { cwd: folder, encoding: 'utf8' });

  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'sbom: a@1.0.0 is under AGPL-3.0-only\nsbom: node_modules/b is not installed: npm ci\n',
  });
});
