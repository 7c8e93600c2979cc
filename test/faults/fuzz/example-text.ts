/** The examples that users get are the seeds. */
import { readFileSync } from 'node:fs';

const EXAMPLES = new URL('../../../examples/', import.meta.url);

export function exampleText(path: string): string {
  return readFileSync(new URL(path, EXAMPLES), 'utf8');
}
