import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SETTLING_MS } from '../../../src/headroom/hold-clock.ts';
import { HoldLedger } from '../../../src/headroom/hold-ledger.ts';
import { DaemonCluster, type DaemonOptions } from './cluster-of-daemons.ts';
import { ledgerOver, PATIENCE_MS, SURGE, settings } from './ledger-over.ts';

const NODES = ['n1', 'n2', 'n3'];
const DAEMONS = ['a', 'b', 'c'];
const GENERATIONS = [1, 2];
const RESOURCES = ['cpu', 'memory', 'pods'];
const PRIORITIES = [0, 10, 20, 2_000_001_000] as const;

/** More nodes than the first arrays have room for. */
const MANY_NODES = 70;

const step = fc.record({
  what: fc.constantFrom(
    'node',
    'no-node',
    'set',
    'set',
    'status',
    'no-set',
    'class',
    'no-class',
    'pod',
    'no-pod',
    'grow',
    'limits',
    'no-limits',
    'runtime',
    'no-runtime',
  ),
  node: fc.constantFrom(...NODES),
  daemon: fc.constantFrom(...DAEMONS),
  bound: fc.boolean(),
  terminating: fc.boolean(),
  generation: fc.constantFrom(...GENERATIONS),
  cpu: fc.constantFrom('100m', '1', '9'),
  memory: fc.constantFrom(undefined, '1Gi'),
  /** Undefined: as its class says. */
  priority: fc.constantFrom(undefined, 0, 10),
  value: fc.constantFrom(10, 20),
  surges: fc.boolean(),
  granted: fc.constantFrom(undefined, '100m', '9'),
  /** The labels that say from which template a pod was made are there, so that something is learned from it. */
  teaches: fc.boolean(),
  isRolledOut: fc.boolean(),
  refreshes: fc.boolean(),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The DaemonSets as they were put last. */
type Sets = Map<string, DaemonOptions>;

function apply(
  cluster: DaemonCluster,
  sets: Sets,
  { what, node, daemon, ...rest }: Step,
  index: number,
): void {
  const { bound, terminating, generation, cpu, priority, value } = rest;
  const memory = rest.memory !== undefined && { memory: rest.memory };
  if (what === 'node') cluster.node(node, cpu === '9' ? '16' : '4');
  if (what === 'no-node') cluster.gone('nodes', node);
  if (what === 'grow' && index % 5 === 0)
    for (let number = 0; number < MANY_NODES; number += 1) cluster.node(`more-${number}`);
  // Every change of a spec has a generation of its own; that of the template is another matter.
  if (what === 'set') {
    sets.set(daemon, {
      ...memory,
      cpu,
      terminating: terminating && index % 4 === 0,
      generation: index + 1,
      templateGeneration: generation,
      strategy: rest.surges ? SURGE : {},
      priorityClassName: 'agents',
      ...(bound && { runtimeClassName: 'sandboxed' }),
      ...(priority !== undefined && { priority }),
    });
    cluster.daemonSet(daemon, sets.get(daemon));
  }
  const set = sets.get(daemon);
  const status = { desiredNumberScheduled: 1, updatedNumberScheduled: rest.isRolledOut ? 1 : 0 };
  if (what === 'status' && set !== undefined)
    cluster.daemonSet(daemon, { ...set, status: { ...status, observedGeneration: set.generation ?? 1 } });
  if (what === 'no-set') {
    sets.delete(daemon);
    cluster.gone('daemonSets', `/kube-system/${daemon}`);
  }
  if (what === 'class') cluster.put('priorityClasses', { metadata: { name: 'agents' }, value });
  if (what === 'no-class') cluster.gone('priorityClasses', 'agents');
  if (what === 'limits') cluster.limitRange(node, { memory: rest.surges ? '1Gi' : '9Gi' });
  if (what === 'no-limits') cluster.gone('limitRanges', `/kube-system/${node}`);
  if (what === 'runtime') cluster.runtimeClass('sandboxed', { cpu });
  if (what === 'no-runtime') cluster.gone('runtimeClasses', 'sandboxed');
  const revision = rest.teaches && { revision: `r${generation}` };
  const granted = rest.granted !== undefined && { granted: rest.granted };
  if (what === 'pod')
    cluster.daemonPod(daemon, {
      ...{ node, bound, terminating, generation, cpu },
      ...memory,
      ...granted,
      ...revision,
    });
  if (what === 'no-pod') cluster.gone('pods', `${daemon}-${node}-${generation}`);
}

/** What the last pod has shown stays known, and one made anew could not know it: so there is one of each template. */
function leaveTeachers(cluster: DaemonCluster): void {
  for (const daemon of DAEMONS)
    for (const generation of GENERATIONS)
      cluster.daemonPod(daemon, {
        ...{ node: 'elsewhere', cpu: '1', generation },
        revision: `r${generation}`,
      });
}

/** All that a decision reads. */
function seen(ledger: HoldLedger, { store }: DaemonCluster) {
  const { amounts } = ledger;
  const numbers = Array.from(store.nodes(), ({ name }) => store.nodeNumber(name));
  return {
    marked: amounts.markedNodes,
    lowestLevel: amounts.lowestLevel,
    holds: NODES.map((name) =>
      ledger
        .holdsOn(name)
        .map(({ kind, amounts: kept, daemon }) =>
          [daemon.daemonSet.uid, daemon.priority, kind, [...kept]].join(),
        )
        .toSorted(),
    ),
    sums: PRIORITIES.flatMap((priority) => {
      const level = amounts.levelFor(priority);
      return [
        numbers.map((number) => amounts.isMarked(level, number)),
        ...RESOURCES.map((resource) => {
          const held = amounts.held(level, resource);
          return held && numbers.map((number) => held[number]);
        }),
      ];
    }),
  };
}

test('whatever happens, the ledger is what one made anew would be', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const cluster = new DaemonCluster();
      const clock = { now: 0 };
      const { ledger } = ledgerOver(cluster, clock);
      const sets: Sets = new Map();
      for (const [index, one] of steps.entries()) {
        apply(cluster, sets, one, index);
        if (one.refreshes) ledger.refresh();
      }
      leaveTeachers(cluster);

      // Who has just been bound is nothing that one made anew could know.
      clock.now = SETTLING_MS;
      ledger.refresh();
      const fresh = new HoldLedger(cluster.store, () => settings, {
        now: () => clock.now,
        time: () => clock.now,
      });
      fresh.refresh();

      expect(seen(ledger, cluster)).toEqual(seen(fresh, cluster));
    }),
    { numRuns: 800 },
  );
});

test('whatever has happened, nothing is held for good once nothing happens any more', () => {
  let held = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const cluster = new DaemonCluster();
      const clock = { now: 0 };
      const { ledger, on } = ledgerOver(cluster, clock);
      const sets: Sets = new Map();
      for (const node of NODES) cluster.node(node);
      for (const daemon of DAEMONS) cluster.daemonSet(daemon);
      for (const [index, one] of steps.entries()) apply(cluster, sets, one, index);
      held += NODES.flatMap(on).length;

      clock.now = PATIENCE_MS + SETTLING_MS;
      ledger.refresh();

      expect(NODES.flatMap(on)).toEqual([]);
    }),
    { numRuns: 300 },
  );

  expect(held).toBeGreaterThan(100);
});
