/** A filter call with whole nodes, as a scheduler sends them with `nodeCacheCapable: false`. */
import { loadSnapshot } from '../../src/cluster/snapshot/snapshot.ts';
import { exampleSnapshot } from '../../src/config/schema/schema.ts';
import { UNOBSERVED } from '../../src/scheduler/observer.ts';
import { extenderOver } from '../unit/scheduler/extender.ts';
import type { Effort } from './effort.ts';
import { inProcess, JSON_PARSE, LIMITS } from './in-process.ts';
import type { Row } from './result.ts';
import { ANNOTATIONS } from './reviews.ts';

const NODES = 1_000;

export async function wholeNodes(effort: Effort): Promise<Row[]> {
  const { doors } = extenderOver(loadSnapshot([exampleSnapshot]).store, { observer: UNOBSERVED });
  const items = Array.from({ length: NODES }, (_, index) => ({
    metadata: { name: `node-${index}`, annotations: ANNOTATIONS },
  }));
  const call = {
    Pod: { metadata: { name: 'web-1', namespace: 'shop' } },
    Nodes: { items },
    NodeNames: null,
  };
  const contest = {
    what: `filter, ${NODES.toLocaleString('en')} whole nodes`,
    bodies: [Buffer.from(JSON.stringify(call))],
    work: (body: Buffer) => doors.get('/scheduler/filter')?.answer(body),
    others: LIMITS,
    goals: { [JSON_PARSE.name]: null },
  };
  return [await inProcess(contest, effort)];
}
