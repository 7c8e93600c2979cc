/** `npm run manifests`: writes the kustomize base, the overlays and the chart from the objects of src/render/workload. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FILES, GENERATED_FOLDERS } from './files.ts';

const HERE = import.meta.dirname;

for (const folder of GENERATED_FOLDERS) rmSync(join(HERE, folder), { recursive: true, force: true });
for (const [name, content] of FILES) {
  const path = join(HERE, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
