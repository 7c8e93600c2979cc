/**
 * Two processes with one history. One of them is restarted now and then, and reads the cluster anew in any order: a moment
 * later it decides as the one that has seen everything, and in that moment it gives nobody more.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OBJECT_KINDS } from '../../../src/cluster/records.ts';
import { SETTLING_MS } from '../../../src/headroom/hold-clock.ts';
import { type Random, seededRandom } from '../../snapshot/random.ts';
import { DaemonCluster } from '../headroom/cluster-of-daemons.ts';
import { SURGE } from '../headroom/ledger-over.ts';
import { extenderOver } from './extender.ts';

const NODES = ['n1', 'n2', 'n3'];
const DAEMONS = ['a', 'b'];
/** Of the daemons' class: between those of the pods that ask. */
const AGENTS = 10;
const HIGH = 20;

type News = (cluster: DaemonCluster) => void;

class Process {
  readonly cluster = new DaemonCluster('watch');
  readonly over: ReturnType<typeof extenderOver>;

  constructor(clock: { now: number }, objects: readonly News[]) {
    for (const tell of objects) tell(this.cluster);
    this.cluster.synced();
    this.over = extenderOver(this.cluster.store, { clock });
    this.hear();
  }

  hear(): void {
    const { now } = this.over.clock;
    for (const kind of OBJECT_KINDS)
      this.cluster.store.markHeard(kind, { resourceVersion: '1', heardAt: now });
  }
}

/** Where a pod may go, what its nodes are worth, and whom it may evict. */
interface Decisions {
  readonly asked: number;
  readonly passing: readonly string[];
  readonly scores: unknown;
  readonly victims: unknown;
}

class Lives {
  readonly #clock = { now: 0 };
  readonly #random: Random;
  /** All that there is, by kind and name. */
  readonly #objects = new Map<string, News>();
  readonly #steady = new Process(this.#clock, []);
  #restarted = new Process(this.#clock, []);
  #count = 0;
  readonly counts = { compared: 0, narrowed: 0, restarts: 0 };

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.#put('class', (cluster) =>
      cluster.put('priorityClasses', { metadata: { name: 'agents' }, value: AGENTS }),
    );
  }

  wait(ms: number): void {
    this.#clock.now += ms;
    for (const one of [this.#steady, this.#restarted]) one.hear();
  }

  restart(): void {
    const { below } = this.#random;
    const objects = [...this.#objects.values()]
      .map((tell) => ({ tell, place: below(1_000) }))
      .toSorted((a, b) => a.place - b.place);
    this.#restarted.over.extender.stop();
    this.#restarted = new Process(
      this.#clock,
      objects.map(({ tell }) => tell),
    );
    this.counts.restarts += 1;
    // Pods that were placed meanwhile may be on their way: until that is over it is more careful, and never less.
    const [steady, restarted] = this.#ask('first', '500m', 0);
    expect(steady.passing).toEqual(expect.arrayContaining([...restarted.passing]));
    this.#remove('pod first', 'pods', 'first');
    this.wait(SETTLING_MS);
    const [asEver, asSoon] = this.#ask('second', '500m', 0);
    expect(asSoon).toEqual(asEver);
    this.#remove('pod second', 'pods', 'second');
  }

  apply({ what, node, daemon, cpu, generation, flag, other }: Step): void {
    this.#count += 1;
    if (what === 'wait') this.wait(generation * 500);
    if (what === 'restart') this.restart();
    if (what === 'node') this.#put(`node ${node}`, (cluster) => cluster.node(node, flag ? '4' : '8'));
    if (what === 'no-node') this.#remove(`node ${node}`, 'nodes', node);
    const set = {
      cpu,
      generation: this.#count,
      templateGeneration: generation,
      ...{ priorityClassName: 'agents', strategy: flag ? SURGE : {} },
    };
    if (what === 'set') this.#put(`set ${daemon}`, (cluster) => cluster.daemonSet(daemon, set));
    if (what === 'no-set') this.#remove(`set ${daemon}`, 'daemonSets', `/kube-system/${daemon}`);
    // Of each daemon one is on a node and one waits for it at the most: of more its controller takes some away.
    const name = `${daemon}-${node}-${flag ? 'bound' : 'waiting'}`;
    const state = { name, node, cpu, generation, bound: flag, terminating: other };
    if (what === 'daemon') this.#put(`pod ${name}`, (cluster) => void cluster.daemonPod(daemon, state));
    if (what === 'no-daemon') this.#remove(`pod ${name}`, 'pods', name);
    if (what === 'pod') this.#place(cpu, flag ? HIGH : 0);
    if (what === 'no-pod') this.#remove(`pod p${generation}`, 'pods', `p${generation}`);
  }

  #place(cpu: string, priority: number): void {
    const name = `p${this.#count}`;
    const [steady, restarted] = this.#ask(name, cpu, priority);

    expect(restarted).toEqual(steady);
    this.counts.compared += 1;
    this.counts.narrowed += steady.passing.length < steady.asked ? 1 : 0;
    const { passing } = steady;
    const node = passing[this.#random.below(Math.max(1, passing.length))];
    if (node === undefined) return;
    this.#put(`pod ${name}`, (cluster) => cluster.putTenantPod(name, { cpu, priority, node }));
  }

  #ask(name: string, cpu: string, priority: number): readonly [Decisions, Decisions] {
    this.#put(`pod ${name}`, (cluster) => cluster.putTenantPod(name, { cpu, priority }));
    const [pod, nodes] = [{ cpu, priority }, NODES.filter((node) => this.#objects.has(`node ${node}`))];
    return [decide(this.#steady, name, pod, nodes), decide(this.#restarted, name, pod, nodes)];
  }

  #put(key: string, tell: News): void {
    this.#objects.set(key, tell);
    for (const { cluster } of [this.#steady, this.#restarted]) tell(cluster);
  }

  #remove(key: string, kind: 'nodes' | 'daemonSets' | 'pods', name: string): void {
    this.#objects.delete(key);
    for (const { cluster } of [this.#steady, this.#restarted]) cluster.gone(kind, name);
  }
}

function decide(
  { cluster, over }: Process,
  name: string,
  pod: { cpu: string; priority: number },
  NodeNames: readonly string[],
): Decisions {
  const Pod = cluster.tenantPod(name, pod);
  const offered = NodeNames.flatMap((node) => {
    const pods = [...cluster.store.podsOnNode(node)].filter(({ priority }) => (priority ?? 0) < pod.priority);
    return pods.length === 0 ? [] : [[node, { Pods: pods.map(({ uid }) => ({ UID: uid })).toSorted(byUid) }]];
  });
  const victims = over.ask('preempt', { Pod, NodeNameToMetaVictims: Object.fromEntries(offered) });
  const scores = over.ask('prioritize', { Pod, NodeNames });
  const { NodeNames: passing } = over.ask('filter', { Pod, NodeNames }) as { NodeNames: string[] };
  return { asked: NodeNames.length, passing, scores, victims };
}

function byUid(a: { UID: string }, b: { UID: string }): number {
  return a.UID < b.UID ? -1 : 1;
}

const step = fc.record({
  what: fc.constantFrom(
    ...[
      'wait',
      'restart',
      'restart',
      'node',
      'no-node',
      'set',
      'no-set',
      'daemon',
      'daemon',
      'daemon',
      'daemon',
    ],
    ...['no-daemon', 'pod', 'pod', 'pod', 'pod', 'no-pod'],
  ),
  node: fc.constantFrom(...NODES),
  daemon: fc.constantFrom(...DAEMONS),
  cpu: fc.constantFrom('500m', '1', '2', '3'),
  generation: fc.constantFrom(1, 2, 3),
  flag: fc.boolean(),
  other: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

test('a restart at any point of any history changes no decision', () => {
  const sums = { compared: 0, narrowed: 0, restarts: 0 };
  fc.assert(
    fc.property(fc.nat(), fc.array(step, { minLength: 10, maxLength: 50 }), (seed, steps) => {
      const lives = new Lives(seed);
      for (const node of NODES) lives.apply({ ...FIRST, what: 'node', node });
      for (const daemon of DAEMONS) lives.apply({ ...FIRST, what: 'set', daemon });
      for (const one of steps) lives.apply(one);
      sums.compared += lives.counts.compared;
      sums.narrowed += lives.counts.narrowed;
      sums.restarts += lives.counts.restarts;
    }),
    { numRuns: 50 },
  );

  expect(sums.restarts).toBeGreaterThan(20);
  expect(sums.compared).toBeGreaterThan(80);
  expect(sums.narrowed).toBeGreaterThan(10);
});

const FIRST = { node: 'n1', daemon: 'a', cpu: '500m', generation: 1, flag: false, other: false } as const;
