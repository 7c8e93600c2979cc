/** However objects come, change and go, the view is the one that a new store would have of what is there now. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SlimNode, SlimPod } from '../../../../src/cluster/records.ts';
import type { ClusterStore } from '../../../../src/cluster/store/store.ts';
import { emptyStore, node, pod } from '../records.ts';

const RESOURCES = ['cpu', 'memory', 'pods', 'example.com/a', 'example.com/b'] as const;

const nodeName = fc.constantFrom('n1', 'n2', 'n3', 'n4');
const podName = fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5', 'p6');
const amounts = fc.dictionary(fc.constantFrom(...RESOURCES), fc.integer({ min: 0, max: 9 }).map(String));

const someNode = fc
  .record({ name: nodeName, allocatable: amounts })
  .map(({ name, allocatable }) => node(name, allocatable));
const somePod = fc
  .record({
    name: podName,
    on: fc.option(nodeName, { nil: '' }),
    requests: amounts,
    phase: fc.constantFrom('Running', 'Pending', 'Succeeded'),
    owner: fc.option(fc.constantFrom('o1', 'o2')),
  })
  .map(({ name, on, requests, phase, owner }) => {
    const ownerReferences = owner && [
      { apiVersion: 'apps/v1', kind: 'DaemonSet', name: owner, uid: owner, controller: true },
    ];
    return pod(name, on, { requests, phase, metadata: { ownerReferences } });
  });

type Step = (
  store: ClusterStore,
  model: { nodes: Map<string, SlimNode>; pods: Map<string, SlimPod> },
) => void;

const step: fc.Arbitrary<Step> = fc.oneof(
  someNode.map(
    (record): Step =>
      (store, model) => {
        store.put('nodes', record);
        model.nodes.set(record.name, record);
      },
  ),
  {
    arbitrary: somePod.map(
      (record): Step =>
        (store, model) => {
          store.put('pods', record);
          model.pods.set(record.uid, record);
        },
    ),
    weight: 3,
  },
  nodeName.map(
    (name): Step =>
      (store, model) => {
        store.remove('nodes', name);
        model.nodes.delete(name);
      },
  ),
  podName.map(
    (name): Step =>
      (store, model) => {
        store.remove('pods', `uid-${name}`);
        model.pods.delete(`uid-${name}`);
      },
  ),
  fc.array(someNode, { maxLength: 4 }).map(
    (records): Step =>
      (store, model) => {
        const list = store.replace('nodes');
        model.nodes.clear();
        for (const record of records) {
          list.add(record);
          model.nodes.set(record.name, record);
        }
        list.finish();
      },
  ),
  fc.array(somePod, { maxLength: 6 }).map(
    (records): Step =>
      (store, model) => {
        const list = store.replace('pods');
        model.pods.clear();
        for (const record of records) {
          list.add(record);
          model.pods.set(record.uid, record);
        }
        list.finish();
      },
  ),
);

function names(records: Iterable<{ readonly name: string }>): string[] {
  return [...records].map(({ name }) => name).sort();
}

function everything(store: ClusterStore): unknown {
  const nodeNames = names(store.nodes());
  return {
    counts: store.counts(),
    nodes: nodeNames,
    numbers: nodeNames.map((name) => store.nodeAt(store.nodeNumber(name))?.name),
    columns: [...store.columns()]
      .map((column) => ({
        resource: column.resource,
        accounts: nodeNames.map((name) => {
          const number = store.nodeNumber(name);
          return [column.allocatable[number], column.requested[number], column.free[number]];
        }),
      }))
      .sort((a, b) => (a.resource < b.resource ? -1 : 1)),
    pods: names(store.pods()),
    unbound: names(store.unboundPods()),
    onNode: ['n1', 'n2', 'n3', 'n4'].map((name) => names(store.podsOnNode(name))),
    ofOwner: ['o1', 'o2'].map((uid) => names(store.podsOfOwner(uid))),
  };
}

describe('a store after any changes', () => {
  it('equals a store that was built from scratch', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const store = emptyStore();
        const model = { nodes: new Map<string, SlimNode>(), pods: new Map<string, SlimPod>() };
        for (const change of steps) change(store, model);

        const fresh = emptyStore();
        for (const record of model.nodes.values()) fresh.put('nodes', record);
        for (const record of model.pods.values()) fresh.put('pods', record);

        expect(everything(store)).toEqual(everything(fresh));
      }),
      { numRuns: 400 },
    );
  });

  it('has free = allocatable - requested by a plain sum', () => {
    fc.assert(
      fc.property(
        fc.array(someNode, { maxLength: 4 }),
        fc.array(somePod, { maxLength: 8 }),
        (nodes, pods) => {
          const store = emptyStore();
          for (const record of pods) store.put('pods', record);
          for (const record of nodes) store.put('nodes', record);

          for (const { name, allocatable } of store.nodes()) {
            const running = [...store.pods()].filter((p) => p.nodeName === name && p.phase !== 'Succeeded');
            const sum = running.reduce((total, p) => total + Number(p.requests.get('memory') ?? 0n), 0);
            const free = store.column('memory')?.free[store.nodeNumber(name)];
            expect(free).toBe(Number(allocatable.get('memory') ?? 0n) - sum);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
