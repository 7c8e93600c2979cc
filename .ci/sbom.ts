/**
 * `npm run sbom [-- --output FOLDER] [--with-node]`: what the product is made of, from the lock file and without a
 * network: NAME-VERSION.cdx.json (CycloneDX) and THIRD_PARTY_LICENSES.txt. A licence that is not allowed is an error.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type BillOfMaterials, completed } from './bill-of-materials.ts';
import { isLicenceFile, type LicensedPackage, licenceProblems, thirdPartyText } from './licences.ts';
import { type LockFile, type PackagePlace, shippedOnly, shippedPackages } from './lock-file.ts';
import { PACKAGE_FOLDER } from './package-folder.ts';

const LICENCES_FILE = 'THIRD_PARTY_LICENSES.txt';
const INDENT = 2;
const FAILED = 1;
const MILLISECONDS = 1_000;

const NPM_SBOM = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly devDependencies?: object;
}

function main(): number {
  const { values } = parseArgs({
    options: {
      output: { type: 'string', default: PACKAGE_FOLDER },
      'with-node': { type: 'boolean', default: false },
    },
  });
  const lock: LockFile = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const shipped = shippedPackages(lock);
  const problems = [...licenceProblems(shipped), ...installProblems(shipped)];
  if (problems.length > 0) {
    for (const problem of problems) process.stderr.write(`sbom: ${problem}\n`);
    return FAILED;
  }
  const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const { name, version } = manifest;
  const node = values['with-node'] ? { nodeVersion: process.versions.node } : {};
  const bill = completed(npmSbom(manifest, lock), { name, madeAt: madeAt(), ...node });
  mkdirSync(values.output, { recursive: true });
  write(join(values.output, `${name}-${version}.cdx.json`), `${JSON.stringify(bill, null, INDENT)}\n`);
  write(join(values.output, LICENCES_FILE), thirdPartyText(shipped.map(withLicenceFiles)));
  return 0;
}

/** The texts of the licences are in the packages themselves. */
function installProblems(shipped: readonly PackagePlace[]): string[] {
  return shipped
    .filter(({ path }) => !existsSync(path))
    .map(({ path }) => `${path} is not installed: npm ci`);
}

/**
 * `npm sbom --omit=dev` leaves out whatever a tool needs as well, such as ajv and yaml (npm 11.19): it is asked about a
 * project that has no tools.
 */
function npmSbom({ devDependencies: _, ...manifest }: Manifest, lock: LockFile): BillOfMaterials {
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-sbom-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(shippedOnly(lock)));
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    return JSON.parse(execFileSync('npm', NPM_SBOM, { cwd: folder, encoding: 'utf8', stdio: [...stdio] }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The time of the sources where the builder says so (https://reproducible-builds.org/specs/source-date-epoch/). */
function madeAt(): Date {
  const seconds = process.env.SOURCE_DATE_EPOCH;
  return seconds === undefined ? new Date() : new Date(Number(seconds) * MILLISECONDS);
}

function withLicenceFiles(entry: PackagePlace): LicensedPackage {
  const names = readdirSync(entry.path).filter(isLicenceFile).sort();
  return {
    ...entry,
    files: names.map((name) => ({ name, text: readFileSync(join(entry.path, name), 'utf8') })),
  };
}

function write(path: string, text: string): void {
  writeFileSync(path, text);
  process.stdout.write(`wrote ${path}\n`);
}

process.exitCode = main();
