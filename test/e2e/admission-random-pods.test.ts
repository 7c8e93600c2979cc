/** Random pods that name their node, through the real mutating hook: every patch applies, and only once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { daemonTolerations } from '../../src/daemons/tolerations.ts';
import { compileNodeAffinity } from '../../src/kube/matching/node-affinity.ts';
import type { PodSpec } from '../../src/kube/objects.ts';
import { CREATED, dryRun, type Made, sentAgain, type Tried } from './harness/dry-run.ts';
import { type GuardedCluster, startGuardedCluster } from './harness/guarded-cluster.ts';
import { inParallel } from './harness/parallel.ts';
import { NODES } from './harness/random-placement.ts';
import { randomPods, TARGET } from './harness/random-pods.ts';
import { requestCounts } from './harness/request-counts.ts';
import { podsPath } from './harness/workloads.ts';

const ASKED = 'kube-system';
const NOT_ASKED = 'daemonward-system';
const PODS = 1_200;
/** Of those that are completed; the others name another node already. */
const AT_LEAST = 600;

let cluster: GuardedCluster;
beforeAll(async () => {
  cluster = await startGuardedCluster({
    controllers: false,
    async before({ plane }) {
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NOT_ASKED } };
      await plane.client().create('/api/v1/namespaces', namespace);
    },
  });
});
afterAll(async () => {
  await cluster?.plane.stop();
});

function create(namespace: string, object: unknown): Promise<Tried> {
  return dryRun(cluster.plane.client(), 'POST', podsPath(namespace), object);
}

function specOf({ spec }: Made): PodSpec {
  return JSON.parse(JSON.stringify(spec));
}

/** Every node that a term could ask for, by name and labels. */
const CANDIDATES = NODES.flatMap((name) =>
  ['a', 'b', ''].flatMap((zone) => ['a', '7'].map((size) => ({ name, labels: { zone, size, app: 'web' } }))),
);

test(`${PODS} pods: taken as without us, pinned without weakening, and the second time unchanged`, async () => {
  const pods = randomPods(PODS);
  const trials: { free: Tried; asked: Tried; again: Tried }[] = [];
  await inParallel(pods, async (pod) => {
    const free = await create(NOT_ASKED, pod);
    const asked = await create(ASKED, pod);
    trials.push({ free, asked, again: await create(ASKED, sentAgain(asked.made)) });
  });

  let completed = 0;
  for (const { free, asked, again } of trials) {
    expect([free.message, asked.message, again.message]).toEqual(['', '', '']);
    expect(asked.status).toBe(CREATED);
    const [before, after] = [specOf(free.made), specOf(asked.made)];
    expect(specOf(again.made)).toEqual(after);
    // All but these two is as it would be without us.
    expect({ ...after, affinity: before.affinity, tolerations: before.tolerations }).toEqual(before);
    const [was, is] = [compileNodeAffinity(before), compileNodeAffinity(after)];
    const isCompleted = JSON.stringify(after) !== JSON.stringify(before);
    for (const node of CANDIDATES) {
      const expected = was.matches(node) && (!isCompleted || Boolean(after.nodeName) || node.name === TARGET);
      expect(is.matches(node)).toBe(expected);
    }
    if (!isCompleted) continue;
    completed += 1;
    expect(after.tolerations).toEqual(expect.arrayContaining([...daemonTolerations(after.hostNetwork)]));
  }
  console.log(`${trials.length} pods, ${completed} completed`);
  expect(completed).toBeGreaterThan(AT_LEAST);
  expect((await requestCounts(cluster.daemonward)).failed).toEqual([]);
});
