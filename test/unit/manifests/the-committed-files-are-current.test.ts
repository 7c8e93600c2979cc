import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FILES, GENERATED_FOLDERS } from '../../../manifests/files.ts';

const ROOT = fileURLToPath(new URL('../../../manifests/', import.meta.url));

function committed(): Record<string, string> {
  const files = GENERATED_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return Object.fromEntries(
    files.map((path) => [relative(ROOT, path).split(sep).join('/'), readFileSync(path, 'utf8')]),
  );
}

test('manifests/ is what `npm run manifests` writes', () => {
  expect(committed()).toEqual(Object.fromEntries(FILES));
});
