/** Which tests load a file, directly or through others: for what is decided when a module loads, and so for all of them. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, normalize } from 'node:path';

/** Imports name the file with its ending here, as Node wants it. */
const IMPORT = /from '(\.[^']+\.ts)'|import\('(\.[^']+\.ts)'\)/g;

export class ImportGraph {
  private readonly importers = new Map<string, string[]>();

  constructor() {
    for (const file of globSync('{src,test,docs,manifests}/**/*.ts')) {
      for (const [, still, late] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
        const imported = normalize(`${dirname(file)}/${still ?? late}`);
        this.importers.set(imported, [...(this.importers.get(imported) ?? []), file]);
      }
    }
  }

  /** Those that load it by the shortest way first. */
  testsOf(file: string): string[] {
    const seen = new Set([file]);
    for (const next of seen) for (const importer of this.importers.get(next) ?? []) seen.add(importer);
    return [...seen].filter((one) => one.endsWith('.test.ts'));
  }
}
