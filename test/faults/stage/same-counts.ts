/** Does a process know as many objects of each kind as the API server has? */
import { listPath } from '../../../src/cluster/api-kinds.ts';
import type { ObjectKind } from '../../../src/cluster/records.ts';
import type { Access } from '../../e2e/harness/access.ts';
import type { Daemonward } from '../../e2e/harness/daemonward.ts';
import { metricSum } from '../../e2e/harness/ops-port.ts';

/** Orders are not defined here. */
const KINDS = [
  'nodes',
  'pods',
  'daemonSets',
  'namespaces',
  'priorityClasses',
] as const satisfies ObjectKind[];

/** One line for each kind of which it knows more or fewer. */
export async function sameCounts(plane: Access, daemonward: Daemonward): Promise<string[]> {
  const lines: string[] = [];
  for (const kind of KINDS) {
    const server = (await plane.client().list(listPath(kind, 'kubernetes'))).length;
    const view = await metricSum(daemonward, 'daemonward_cluster_objects', { kind });
    if (server !== view) lines.push(`${kind}: ${server} at the API server, ${view} in the view`);
  }
  return lines;
}
