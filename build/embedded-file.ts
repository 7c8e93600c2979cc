/** Files that the single-file build carries, written where a path is needed: in a folder of this process alone. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

let folder: string | undefined;

/** Whoever reads none of them starts without writing anything. */
const READERS = ['serve', '--example'];

export function embeddedFile(name: string, content: () => string): string {
  if (!isMainThread || !READERS.some((word) => process.argv.includes(word))) return name;
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'daemonward-'));
    folder = made;
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  }
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content());
  return path;
}

/** The same of several, by their paths below it; answers with the folder. */
export function embeddedFolder(name: string, files: () => Readonly<Record<string, string>>): string {
  const paths = Object.entries(files()).map(([path, content]) =>
    embeddedFile(join(name, path), () => content),
  );
  return paths.length === 0 || folder === undefined ? name : join(folder, name);
}
