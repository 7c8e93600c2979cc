/** `npm run build:krew -- URI`: the archive of the single file, and the manifest by which krew installs it from there. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ARCHIVED, krewManifest } from '../manifests/krew-file.ts';
import { buildSingle, SINGLE_FILE } from './single.ts';

const ROOT = join(import.meta.dirname, '..');

/** The same bytes for the same content: a checksum that changes by itself is none. */
const TAR = [
  '--sort=name',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mtime=@0',
  '--use-compress-program=gzip -n',
];

/** Makes both beside the single file; returns their paths. */
export function packForKrew(
  uri: string,
  folder = dirname(SINGLE_FILE),
): { archive: string; manifest: string } {
  const archive = join(folder, 'kubectl-daemonward.tar.gz');
  const manifest = join(folder, 'daemonward.yaml');
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, ARCHIVED.licence));
  execFileSync('tar', [...TAR, '-C', folder, '-cf', archive, ARCHIVED.program, ARCHIVED.licence]);
  const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(manifest, krewManifest({ uri, sha256 }));
  return { archive, manifest };
}

if (import.meta.main) {
  const [uri = ''] = process.argv.slice(2);
  if (!uri.startsWith('https://')) {
    process.stderr.write('build:krew: give the https:// address at which the archive will be found\n');
    process.exit(2);
  }
  await buildSingle();
  const { archive, manifest } = packForKrew(uri);
  process.stdout.write(`${archive}\n${manifest}\n`);
}
