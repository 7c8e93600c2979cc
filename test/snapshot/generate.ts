/** Writes a large cluster to a file: `node test/snapshot/generate.ts --nodes 5000 --pods 150000 -o cluster.json`. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { objectKindOf } from '../../src/cluster/api-kinds.ts';
import { createProjector } from '../../src/cluster/projection/projector.ts';
import { OBJECT_KINDS } from '../../src/cluster/records.ts';
import { writeSnapshot } from '../../src/cluster/snapshot/slim-format.ts';
import { ClusterStore } from '../../src/cluster/store/store.ts';
import { typeMetaOf } from '../../src/kube/metadata/type-meta.ts';
import { type Json, jsonList, yamlList } from './kubectl-text.ts';
import { type LargeCluster, largeCluster } from './large-cluster.ts';

const FORMATS = {
  'kubectl-json': (cluster: LargeCluster) => jsonList(largeCluster(cluster)),
  'kubectl-yaml': (cluster: LargeCluster) => yamlList(largeCluster(cluster)),
  slim: (cluster: LargeCluster) => writeSnapshot(storeOf(largeCluster(cluster))),
};

/** Pieces are gathered up to this many characters for one write. */
const WRITE_LENGTH = 1024 * 1024;

function storeOf(objects: Iterable<Json>): ClusterStore {
  const store = new ClusterStore({ kind: 'snapshot', detail: 'generated' });
  const projector = createProjector();
  for (const object of objects) {
    if (object === null || typeof object !== 'object' || !('kind' in object))
      throw new Error('not an object');
    const kind = objectKindOf(typeMetaOf(object));
    for (const known of OBJECT_KINDS) if (known === kind) putInto(store, projector, known, object);
  }
  return store;
}

function putInto(
  store: ClusterStore,
  projector: ReturnType<typeof createProjector>,
  kind: (typeof OBJECT_KINDS)[number],
  object: Json,
): void {
  const projected = projector[kind](object);
  if (!projected.ok) throw new Error(projected.error);
  store.put(kind, projected.record);
}

function write(path: string, pieces: Iterable<string>): void {
  const file = openSync(path, 'w');
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < WRITE_LENGTH) continue;
    writeSync(file, text);
    text = '';
  }
  writeSync(file, text);
  closeSync(file);
}

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '5000' },
    pods: { type: 'string', default: '150000' },
    seed: { type: 'string', default: '1' },
    format: { type: 'string', default: 'kubectl-json' },
    output: { type: 'string', short: 'o' },
  },
});
const format = Object.entries(FORMATS).find(([name]) => name === values.format)?.[1];
if (format === undefined || values.output === undefined) {
  console.error(
    `usage: generate.ts [--nodes N] [--pods N] [--seed N] [--format ${Object.keys(FORMATS).join('|')}] -o FILE`,
  );
  process.exitCode = 2;
} else {
  write(
    values.output,
    format({ nodes: Number(values.nodes), pods: Number(values.pods), seed: Number(values.seed) }),
  );
}
