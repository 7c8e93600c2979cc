/** Whatever the scheduler offers, what it gets back it can use, and no daemon or pod of the system dies for a tenant. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { extenderOver } from '../extender.ts';

const NODES = ['n1', 'n2'] as const;
const NODE_CPU = 4_000;
const PRIORITIES = [0, 10, 10, 500, 2_000_000_000] as const;
const SYSTEM = 'kube-system';
const TENANT = 'shop';

const pods = fc.array(
  fc.record({
    node: fc.constantFrom(...NODES),
    kind: fc.constantFrom('tenant', 'tenant', 'system', 'daemon'),
    cpu: fc.constantFrom(100, 500, 1_000),
    priority: fc.constantFrom(...PRIORITIES),
    /** Whether the scheduler offers it as a victim. */
    offered: fc.boolean(),
  }),
  { maxLength: 8 },
);

const preemptor = fc.record({
  namespace: fc.constantFrom(TENANT, TENANT, SYSTEM),
  cpu: fc.constantFrom(500, 2_000, 4_000),
  priority: fc.constantFrom(11, 1_000, 2_000_000_001),
});

interface Known {
  readonly uid: string;
  readonly node: string;
  readonly kind: 'tenant' | 'system' | 'daemon';
  readonly cpu: number;
  readonly priority: number;
  readonly offered: boolean;
}

interface Preempted {
  readonly NodeNameToMetaVictims: Readonly<
    Record<string, { readonly Pods: readonly { readonly UID: string }[] }>
  >;
}

function clusterOf(made: readonly Omit<Known, 'uid'>[]): { cluster: DaemonCluster; known: Known[] } {
  const cluster = new DaemonCluster().synced();
  for (const node of NODES) cluster.node(node, `${NODE_CPU}m`);
  const known = made.map((pod, index) => ({ ...pod, uid: `pod-${index}` }));
  for (const { uid, node, kind, cpu, priority } of known) {
    if (kind === 'daemon') {
      cluster.daemonSet(`agent-${uid}`, { cpu: `${cpu}m`, priority, priorityClassName: '' });
      cluster.daemonPod(`agent-${uid}`, { name: uid, node, cpu: `${cpu}m`, priority });
    } else {
      const namespace = kind === 'system' ? SYSTEM : TENANT;
      cluster.putTenantPod(uid, { node, cpu: `${cpu}m`, priority, namespace });
    }
  }
  return { cluster, known };
}

test('victims are offered ones or others of the node, all of lower priority, the highest first, and enough', () => {
  let answered = 0;
  let dropped = 0;
  fc.assert(
    fc.property(pods, preemptor, fc.boolean(), (made, pod, withUnknown) => {
      const { cluster, known } = clusterOf(made);
      const byUid = new Map(known.map((one) => [one.uid, one]));
      const offered = new Map<string, string[]>(
        NODES.map((node) => [
          node,
          known
            .filter((one) => one.node === node && one.offered && one.priority < pod.priority)
            .toSorted((a, b) => b.priority - a.priority)
            .map(({ uid }) => uid),
        ]),
      );
      if (withUnknown) offered.get('n1')?.push('nobody-knows');
      const candidates = [...offered].filter(([, uids]) => uids.length > 0);
      const asked = Object.fromEntries(
        candidates.map(([node, uids]) => [node, { Pods: uids.map((UID) => ({ UID })), NumPDBViolations: 0 }]),
      );
      const { ask } = extenderOver(cluster.store);

      const answer = ask('preempt', {
        Pod: cluster.tenantPod('important', { ...pod, cpu: `${pod.cpu}m` }),
        NodeNameToVictims: null,
        NodeNameToMetaVictims: asked,
      }) as Preempted;

      const left = Object.entries(answer.NodeNameToMetaVictims);
      answered += left.length;
      dropped += candidates.length - left.length;
      for (const [node, { Pods }] of left) {
        const uids = Pods.map(({ UID }) => UID);
        const victims = uids.flatMap((uid) => byUid.get(uid) ?? []);
        const mine = offered.get(node) ?? [];

        expect(mine.length).toBeGreaterThan(0);
        expect(uids.length).toBeGreaterThan(0);
        expect(new Set(uids).size).toBe(uids.length);
        expect(uids.filter((uid) => !mine.includes(uid) && byUid.get(uid)?.node !== node)).toEqual([]);
        expect(victims.filter(({ priority }) => priority >= pod.priority)).toEqual([]);
        expect(victims.map(({ priority }) => priority)).toEqual(
          victims.map(({ priority }) => priority).toSorted((a, b) => b - a),
        );
        if (pod.namespace === TENANT) expect(victims.filter(({ kind }) => kind !== 'tenant')).toEqual([]);
        const isChanged = uids.join() !== mine.join();
        const stay = known.filter((one) => one.node === node && !uids.includes(one.uid));
        const taken = stay.reduce((sum, { cpu }) => sum + cpu, 0);
        if (isChanged) expect(taken + pod.cpu).toBeLessThanOrEqual(NODE_CPU);
      }
    }),
    { numRuns: 1_500 },
  );

  expect(answered).toBeGreaterThan(300);
  expect(dropped).toBeGreaterThan(300);
});
