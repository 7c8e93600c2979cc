/** The file of `src/kube/openapi` that holds the types of one version. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, typeTable } from './type-table.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'src', 'kube', 'openapi');
const MINOR = /^v(\d+)\.(\d+)\./;

/** Returns how many types it holds. */
export function writeTypes(version: string, documents: Readonly<Record<string, Document>>): number {
  const [, major = '', minor = ''] = MINOR.exec(version) ?? [];
  const lines = typeTable(documents);
  const text = [
    `/** The types of Kubernetes ${version}, recorded from its API server by \`npm run openapi:record\`. Not edited by hand. */`,
    'export const TYPES = `',
    ...lines,
    '`;',
    '',
  ].join('\n');
  writeFileSync(join(FOLDER, `kubernetes-${major}-${minor}.ts`), text);
  return lines.length;
}
