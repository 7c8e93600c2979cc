/** Thousands of changes of a small cluster: after each, explain says of every node what the scheduler is then answered. */
import { expect, test } from 'vitest';
import { filterRule } from '../../../src/explain/daemon/waiting-rules.ts';
import { nodeVerdicts } from '../../../src/explain/waiting-pod.ts';
import { isObject } from '../../../src/json/object.ts';
import { ROOM_WORDS } from '../../../src/scheduler/filter/other-nodes.ts';
import { ChangingCluster } from '../scheduler/changing-cluster.ts';
import { sceneOf } from './scene.ts';

const RUNS = 60;
const STEPS = 60;

/** The reason that a scheduler gets for the node, or null when it passes. */
function answered({ over }: ChangingCluster, Pod: object, node: string): string | null {
  const result = over.ask('filter', { Pod, NodeNames: [node] });
  if (!isObject(result) || !isObject(result.FailedAndUnresolvableNodes)) throw new Error('no result');
  const reason = result.FailedAndUnresolvableNodes[node];
  return typeof reason === 'string' ? reason : null;
}

test('for any pod and node the verdict is the answer of the filter', () => {
  const seen = { open: 0, held: 0, taken: 0, daemon: 0 };
  const wrong: unknown[] = [];
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const world = new ChangingCluster(seed);
    for (let step = 1; step <= STEPS; step += 1) {
      world.change();
      const { Pod } = world.asked();
      const pod = world.slim(Pod);
      const { extender } = world.over;
      const [node] = world.cluster.store.nodes();
      if (node === undefined || pod.nodeName !== '') continue;
      const scene = sceneOf(extender);
      const isEnforced = scene.rules.settings.headroom.mode === 'enforce';
      if (!isEnforced || extender.inFlight.isOnItsWay(pod.uid, node.name)) continue;
      const isDaemon = extender.ledger.daemonOf(pod) !== undefined;
      const verdict = isDaemon ? filterRule(pod, node, scene).verdict : nodeVerdicts(pod, scene)(node);
      const reason = answered(world, Pod, node.name);
      if (isDaemon) {
        seen.daemon += 1;
        if ((verdict === 'yes') !== (reason === null)) wrong.push({ seed, step, verdict, reason });
      } else if (verdict === 'open' || verdict === 'held' || verdict === 'taken') {
        seen[verdict] += 1;
        const expected = verdict === 'open' ? null : ROOM_WORDS[verdict];
        if (reason !== expected) wrong.push({ seed, step, verdict, reason });
      }
    }
  }

  expect(wrong).toEqual([]);
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
});
