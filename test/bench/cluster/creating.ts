/** How long the API server takes to create a DaemonSet or a pod, with our registrations and without them. */

import type { Client } from '../../e2e/harness/client.ts';
import type { ControlPlane } from '../../e2e/harness/control-plane.ts';
import { SYSTEM_MARK, startDaemonward } from '../../e2e/harness/daemonward.ts';
import { guardingOptions, TENANT_LABEL } from '../../e2e/harness/guarded-cluster.ts';
import { createNamespace } from '../../e2e/harness/namespaces.ts';
import { createNodes, deletePool } from '../../e2e/harness/nodes.ts';
import { register, rendered } from '../../e2e/harness/registrations.ts';
import { requestCounts } from '../../e2e/harness/request-counts.ts';
import { waitFor } from '../../e2e/harness/wait-for.ts';
import { daemonSetObject, daemonSetsPath, podObject, podsPath } from '../../e2e/harness/workloads.ts';
import { percentile } from '../fairness/sender.ts';
import { figureOf, median, timesOf } from '../figure.ts';
import type { Plan } from './plan.ts';
import type { Creating } from './result.ts';

const POOL = 'created';
const NODES = 10;
/** Until the API server's connections are open and everything is compiled. */
const WARM_UP = 20;

/** It takes up registrations within a second or two; a busy machine takes longer. */
const TAKEN_UP_WITHIN_MS = 120_000;

interface Kind {
  readonly what: string;
  readonly path: string;
  object(name: string): { metadata?: { name?: string | null } | null };
}

type Side = 'without' | 'with';
const SIDES: readonly Side[] = ['without', 'with'];

export async function creating(
  plane: ControlPlane,
  { creations, creationRounds }: Pick<Plan, 'creations' | 'creationRounds'>,
): Promise<Creating[]> {
  const client = plane.client();
  await createNodes(client, NODES, { namePrefix: POOL });
  const system = await createNamespace(plane, 'platform', { labels: SYSTEM_MARK });
  const tenant = await createNamespace(plane, 'shop', { labels: { [TENANT_LABEL]: 'tenant-a' } });
  const daemonward = await startDaemonward(plane.supervisor, guardingOptions(plane));
  const items = await rendered(daemonward);
  const kinds = kindsOf(system, tenant);
  const asked = async () => {
    const before = await requestCounts(daemonward);
    await createAll(client, kinds[0], 1, 'try');
    const after = await requestCounts(daemonward);
    const path = '/validate/daemonsets';
    return (after.answered[path] ?? 0) > (before.answered[path] ?? 0);
  };
  const turn: Record<Side, () => Promise<unknown>> = {
    with: () => register(plane, daemonward),
    without: () =>
      plane.kubectl(['delete', '--ignore-not-found', '-f', '-'], {
        input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
      }),
  };
  const p50 = new Map<string, number[]>();
  const p99 = new Map<string, number[]>();
  for (let round = 0; round < creationRounds; round += 1) {
    for (const side of SIDES) {
      await turn[side]();
      await waitFor(`the API server asks: ${side}`, asked, (isAsked) => isAsked === (side === 'with'), {
        withinMs: TAKEN_UP_WITHIN_MS,
      });
      for (const kind of kinds) {
        await createAll(client, kind, WARM_UP, `warm-${round}`);
        const times = await createAll(client, kind, creations, `made-${round}`);
        const key = `${kind.what} ${side}`;
        p50.set(key, [...(p50.get(key) ?? []), median(times)]);
        p99.set(key, [...(p99.get(key) ?? []), percentile(times)]);
      }
    }
  }
  await turn.without();
  await daemonward.running.stop('SIGKILL');
  await deletePool(client, POOL);
  const latency = (key: string) => ({
    p50Ms: figureOf(p50.get(key) ?? []),
    p99Ms: figureOf(p99.get(key) ?? []),
  });
  return kinds.map(({ what }) => ({
    what,
    without: latency(`${what} without`),
    with: latency(`${what} with`),
    times: timesOf(p50.get(`${what} with`) ?? [], p50.get(`${what} without`) ?? []),
  }));
}

function kindsOf(system: string, tenant: string): readonly [Kind, ...Kind[]] {
  const work = { pool: POOL, priorityClassName: 'system-node-critical' };
  const annotations = { 'daemonward.dev/target-node': `${POOL}-00000` };
  const aimed = (name: string) => {
    const pod = podObject(name, work);
    return { ...pod, metadata: { ...pod.metadata, annotations } };
  };
  return [
    {
      what: 'a DaemonSet of the system (mutated, validated, forecast)',
      path: daemonSetsPath(system),
      object: (name) => daemonSetObject(name, work),
    },
    {
      what: 'a daemon pod that names its node (mutated, validated)',
      path: podsPath(system),
      object: aimed,
    },
    {
      what: "a tenant's ordinary pod (nobody asks)",
      path: podsPath(tenant),
      object: (name) => podObject(name, { pool: POOL }),
    },
  ];
}

/** One after the other, in ms; none is left. */
async function createAll(client: Client, kind: Kind, count: number, prefix: string): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `${prefix}-${index}`;
    const begin = performance.now();
    await client.create(kind.path, kind.object(name));
    times.push(performance.now() - begin);
    await client.delete(`${kind.path}/${name}?gracePeriodSeconds=0`);
  }
  return times;
}
