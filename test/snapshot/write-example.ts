/** Writes `examples/cluster.yaml` again: `node test/snapshot/write-example.ts`. */
import { writeFileSync } from 'node:fs';
import { exampleYaml } from './example-cluster.ts';

writeFileSync(new URL('../../examples/cluster.yaml', import.meta.url), exampleYaml());
