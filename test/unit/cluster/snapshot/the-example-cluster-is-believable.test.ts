/** `examples/cluster.yaml` is what people see first: its numbers must agree with each other. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SlimPod } from '../../../../src/cluster/records.ts';
import { loadSnapshot } from '../../../../src/cluster/snapshot/snapshot.ts';
import { compileEligibility } from '../../../../src/daemons/eligibility.ts';
import { targetNode } from '../../../../src/daemons/target-node.ts';
import { podRequests } from '../../../../src/kube/resources/requests.ts';
import { exampleYaml } from '../../../snapshot/example-cluster.ts';

const { store, report } = loadSnapshot(['examples/cluster.yaml']);
const nodes = [...store.nodes()];

function daemonsOn(daemonSetUid: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const pod of store.podsOfOwner(daemonSetUid)) {
    const target = pod.nodeName || targetNode(pod.placement ?? {});
    if (target !== null) found.set(target, pod.nodeName === '' ? 'waits' : 'runs');
  }
  return found;
}

describe('the example cluster', () => {
  it('is what its generator writes', () => {
    expect(readFileSync('examples/cluster.yaml', 'utf8')).toBe(exampleYaml());
  });

  it('reads without a warning', () => {
    expect(report.warnings).toEqual([]);
    expect(report.skipped).toEqual({});
  });

  it('has a control plane, two pools, GPUs, and a cordoned, a not-ready and a tainted node', () => {
    const pools = Map.groupBy(nodes, ({ labels }) => labels['example.com/pool']);

    expect([...pools].map(([pool, members]) => [pool, members.length])).toEqual([
      ['control-plane', 3],
      ['general', 5],
      ['memory', 3],
      ['gpu', 2],
    ]);
    for (const taint of [
      'node.kubernetes.io/unschedulable',
      'node.kubernetes.io/not-ready',
      'example.com/dedicated',
    ]) {
      const tainted = nodes.filter(({ taints }) => taints.some(({ key }) => key === taint));
      expect(new Set(tainted).size, taint).toBe(1);
    }
    expect(nodes.filter(({ allocatable }) => (allocatable.get('nvidia.com/gpu') ?? 0n) > 0n).length).toBe(2);
  });

  it('has three tenants with some sixty pods in namespaces that exist', () => {
    const tenantOf = (namespace: string) =>
      store.within('').namespace(namespace)?.labels['capsule.clastix.io/tenant'];
    const pods = [...store.pods()];

    const tenants = new Set([...store.namespaces()].map(({ name }) => tenantOf(name)).filter(Boolean));

    expect(tenants.size).toBe(3);
    expect(pods.filter(({ namespace }) => store.within('').namespace(namespace) === undefined)).toEqual([]);
    expect(pods.filter(({ namespace }) => tenantOf(namespace) !== undefined).length).toBe(60);
  });

  it('has no node that gives more than it has', () => {
    const over = [...store.columns()].flatMap(({ resource, free }) =>
      nodes
        .filter(({ name }) => (free[store.nodeNumber(name)] ?? 0) < 0)
        .map(({ name }) => `${name} ${resource}`),
    );

    expect(over).toEqual([]);
  });

  it('has every daemon on every node that it should be on, and one that waits', () => {
    const missing: string[] = [];
    const waiting: string[] = [];
    for (const set of store.daemonSets()) {
      const eligibility = compileEligibility(set.template.placement);
      const present = daemonsOn(set.uid);
      for (const node of nodes) {
        const state = present.get(node.name);
        if (state === undefined && eligibility.shouldRun(node)) missing.push(`${set.name} on ${node.name}`);
        if (state !== undefined && !eligibility.judge(node).shouldContinue)
          missing.push(`not ${set.name} on ${node.name}`);
        if (state === 'waits') waiting.push(`${set.name} on ${node.name}`);
      }
    }

    expect([...store.daemonSets()].length).toBe(5);
    expect(missing).toEqual([]);
    expect(waiting).toEqual(['log-shipper on general-2']);
  });

  it('has no room for the daemon that waits, and nobody below it to push aside', () => {
    const [pod] = [...store.unboundPods()];
    const free = store.column('cpu')?.free[store.nodeNumber('general-2')] ?? Number.NaN;
    const neighbours = [...store.podsOnNode('general-2')];

    expect(pod?.phase).toBe('Pending');
    expect(free).toBeLessThan(Number(pod?.requests.get('cpu')));
    expect(neighbours.filter(({ priority }) => (priority ?? 0) < (pod?.priority ?? 0))).toEqual([]);
  });

  it('has pods as their DaemonSet makes them, and a status that counts them', () => {
    for (const set of store.daemonSets()) {
      const eligibility = compileEligibility(set.template.placement);
      const pods = [...store.podsOfOwner(set.uid)];
      const isWanted = ({ nodeName }: SlimPod) => {
        const node = store.node(nodeName);
        return node === undefined || eligibility.shouldRun(node);
      };

      expect(set.status.desired, set.name).toBe(nodes.filter((node) => eligibility.shouldRun(node)).length);
      expect(set.status.desired, set.name).toBe(pods.filter(isWanted).length);
      expect(new Set(pods.map(({ revisionHash }) => revisionHash)).size).toBe(1);
      for (const pod of pods) {
        expect(pod.requests).toEqual(podRequests(set.template.resources));
        expect(pod.templateGeneration).toBe(set.templateGeneration);
        expect(pod.priority).toBe(store.within('').priorityClass(set.template.priorityClassName)?.value ?? 0);
      }
    }
  });
});
