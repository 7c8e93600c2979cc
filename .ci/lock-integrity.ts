/**
 * `npm run lock:integrity`: asks the registry for the checksums that package-lock.json lacks, and writes them in.
 *
 * npm writes none for packages of other platforms when the registry was incomplete at the time. Ends with 1 when some
 * are still missing: then choose a version of their parent that the registry has for every platform.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { type LockFile, type PackagePlace, withIntegrity, withoutIntegrity } from './lock-file.ts';

const FILE = 'package-lock.json';
/** Of npm's own files, so that nothing else in them changes. */
const INDENT = 2;
const FAILED = 1;

function main(): number {
  const lock: LockFile = JSON.parse(readFileSync(FILE, 'utf8'));
  const lacking = withoutIntegrity(lock);
  const checksums = new Map<string, string>();
  for (const entry of lacking) {
    const integrity = registryIntegrity(entry);
    if (integrity === null) process.stderr.write(`no checksum for ${entry.name}@${entry.version}\n`);
    else checksums.set(entry.path, integrity);
  }
  if (checksums.size > 0)
    writeFileSync(FILE, `${JSON.stringify(withIntegrity(lock, checksums), null, INDENT)}\n`);
  process.stdout.write(`${checksums.size} of ${lacking.length} missing checksums written into ${FILE}\n`);
  return checksums.size === lacking.length ? 0 : FAILED;
}

/** Null when the registry does not have that version, or no checksum of it. */
function registryIntegrity({ name, version }: PackagePlace): string | null {
  try {
    const args = ['view', `${name}@${version}`, 'dist.integrity'];
    const answer = execFileSync('npm', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return answer === '' ? null : answer;
  } catch {
    return null;
  }
}

process.exitCode = main();
