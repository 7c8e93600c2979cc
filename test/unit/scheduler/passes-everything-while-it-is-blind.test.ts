/** A view that is stale or was never read decides nothing: every call comes back as if nobody had been asked. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DaemonCluster } from '../headroom/cluster-of-daemons.ts';
import { clusterHeardAt } from './cluster-with-agent.ts';
import { extenderOver } from './extender.ts';

const NAMES = ['n1', 'n2', 'n3', 'never-seen'];
const STALE_MS = 200_000;

const call = fc.record({
  names: fc.subarray(NAMES),
  cpu: fc.constantFrom('0', '100m', '4', '400'),
  priority: fc.constantFrom(-5, 0, 2_000_001_000),
  isDaemon: fc.boolean(),
  verb: fc.constantFrom('filter', 'filter', 'preempt'),
});

/** Nodes that owe their agent room, of which one is full. */
function furnish(cluster: DaemonCluster): DaemonCluster {
  for (const node of ['n1', 'n2', 'n3']) cluster.node(node);
  cluster.daemonSet('agent', { cpu: '3' });
  cluster.putTenantPod('full', { node: 'n1', cpu: '4' });
  cluster.daemonPod('agent', { node: 'n2', cpu: '3' });
  return cluster;
}

test.each([
  ['stale', () => furnish(clusterHeardAt(0)), STALE_MS],
  ['never read', () => furnish(new DaemonCluster('watch')), 0],
])('whatever is asked of a view that is %s', (_how, make, now) => {
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 6 }), (calls) => {
      const cluster = make();
      const { ask, told } = extenderOver(cluster.store, { clock: { now } });

      for (const [index, { names, cpu, priority, isDaemon, verb }] of calls.entries()) {
        const Pod = isDaemon
          ? cluster.daemonPodObject('agent', { node: 'n3', bound: false, cpu, priority })
          : cluster.tenantPod(`pod-${index}`, { cpu, priority });
        const victims = Object.fromEntries(
          names.map((name) => [name, { Pods: [{ UID: 'agent-n2-1' }], NumPDBViolations: 0 }]),
        );
        if (verb === 'filter') {
          expect(ask('filter', { Pod, Nodes: null, NodeNames: names })).toMatchObject({
            NodeNames: names,
            FailedNodes: {},
            FailedAndUnresolvableNodes: {},
          });
        } else {
          expect(ask('preempt', { Pod, NodeNameToMetaVictims: victims })).toMatchObject({
            NodeNameToMetaVictims: victims,
          });
        }
      }

      expect(told.filtered).toEqual([]);
      expect(told.preempted).toEqual([]);
      expect(told.passedThrough).toHaveLength(calls.length);
    }),
    { numRuns: 200 },
  );
});
