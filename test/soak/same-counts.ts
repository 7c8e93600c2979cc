/** Whether the view has as many objects of each kind as the API server, once nothing changes any more. */
import { listPath } from '../../src/cluster/api-kinds.ts';
import { OBJECT_KINDS } from '../../src/cluster/records.ts';
import { metricSum } from '../e2e/harness/ops-port.ts';
import { waitFor } from '../e2e/harness/wait-for.ts';
import type { SoakedCluster } from './cluster.ts';

/** Namespaces are emptied by and by, and a rollout goes on. */
const SETTLED_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 2_000;

/** One line for each kind that differs; empty when all agree. */
export async function differentCounts({ plane, daemonward }: SoakedCluster): Promise<string[]> {
  const look = async (): Promise<string[]> => {
    const lines = await Promise.all(
      OBJECT_KINDS.map(async (kind) => {
        const there = (await plane.client().list(listPath(kind, 'kubernetes'))).length;
        const seen = await metricSum(daemonward, 'daemonward_cluster_objects', { kind });
        return there === seen ? [] : [`${kind}: the API server has ${there}, the view ${seen}`];
      }),
    );
    return lines.flat();
  };
  try {
    return await waitFor('as many in the view as there are', look, (lines) => lines.length === 0, {
      withinMs: SETTLED_WITHIN_MS,
      everyMs: LOOK_EVERY_MS,
    });
  } catch {
    return look();
  }
}
