/** A file that the single-file build carries, written where a path is needed: in a folder of this process alone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

let folder: string | undefined;

/** Only `serve` reads them; every other command starts without writing anything. */
export function embeddedFile(name: string, content: () => string): string {
  if (!isMainThread || !process.argv.includes('serve')) return name;
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'daemonward-'));
    folder = made;
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  }
  const path = join(folder, name);
  writeFileSync(path, content());
  return path;
}
