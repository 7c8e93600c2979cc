/**
 * Two clusters with one history. In the one some partitions are not heard of for a while; in the other the same tenant partitions
 * have nothing to tell, and all nodes are seen. Whoever is not concerned is answered the same in both, all the time.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DaemonCluster } from '../headroom/cluster-of-daemons.ts';
import { ALL, scheduled } from './partitioned.ts';

const NODES = ['e1', 'e2', 'w1', 'w2'];
const DAEMONS = ['a', 'b'];
const PATIENCE_MS = 600_000;
/** Beyond which nothing heard is stale. */
const LATE_MS = 151_000;

/** With so many steps in each of four parts, and LATE_MS, nobody's patience ends unless it is meant to. */
const WAITED_MS = 500;

type Tenant = 'blue' | 'green';
type Partition = Tenant | 'east' | 'west';

const isTenant = (partition: Partition): partition is Tenant => partition === 'blue' || partition === 'green';
const partitionOf = (node: string): Partition => (node.startsWith('e') ? 'east' : 'west');

class Side {
  readonly over = scheduled({ headroom: { patience: '10m' }, clock: { now: 0 } });
  /** Whose news do not come. */
  deafTo: ReadonlySet<Partition> = new Set();
  readonly #missed: (() => void)[] = [];

  tell(partition: Partition, what: (cluster: DaemonCluster) => void): void {
    const news = () => what(this.over[partition]);
    if (this.deafTo.has(partition)) this.#missed.push(news);
    else news();
  }

  catchUp(): void {
    this.deafTo = new Set();
    for (const news of this.#missed.splice(0)) news();
  }
}

class Twins {
  readonly broken = new Side();
  readonly quiet = new Side();
  readonly failing: ReadonlySet<Partition>;
  readonly compared = { passed: 0, refused: 0 };
  readonly #nodes = new Set<string>();
  readonly #sets = new Map<
    string,
    { tenant: Tenant; daemon: string; spec: { cpu: string; generation: number } }
  >();
  #hasFailed = false;
  #hasLostPatience = false;
  #count = 0;

  constructor(failing: readonly Partition[]) {
    this.failing = new Set(failing);
  }

  wait(ms: number): void {
    for (const { over } of [this.broken, this.quiet]) over.clock.now += ms;
    const { now } = this.quiet.over.clock;
    this.quiet.over.hear(now, ...ALL);
    this.broken.over.hear(now, ...(this.#hasFailed ? ALL.filter((name) => !this.#isFailing(name)) : ALL));
    for (const { over } of [this.broken, this.quiet]) over.extender.look();
  }

  fail(): void {
    this.#hasFailed = true;
    this.broken.deafTo = this.failing;
    this.quiet.deafTo = new Set([...this.failing].filter(isTenant));
    this.wait(LATE_MS);
  }

  /** From here on nothing is owed to the daemons of those that have failed, as if they had none. */
  losePatience(): void {
    if (![...this.failing].some(isTenant)) return;
    this.#hasLostPatience = true;
    for (const { tenant, daemon } of this.#setsOfFailing())
      this.quiet.over[tenant].gone('daemonSets', `${tenant}:/kube-system/${daemon}`);
    this.wait(0);
    this.wait(PATIENCE_MS);
  }

  comeBack(): void {
    this.#hasFailed = false;
    for (const { tenant, daemon, spec } of this.#setsOfFailing())
      this.quiet.over[tenant].daemonSet(daemon, spec);
    for (const side of [this.broken, this.quiet]) side.catchUp();
    this.wait(0);
  }

  apply({ what, tenant, node, daemon, cpu, choice }: Step): void {
    this.#count += 1;
    if (what === 'wait') this.wait(choice * WAITED_MS);
    if (what === 'node') this.#join(node);
    if (what === 'no-node') this.#leave(node);
    const spec = { cpu, generation: this.#count, templateGeneration: 1 };
    if (what === 'set') this.#tell(tenant, (cluster) => cluster.daemonSet(daemon, spec));
    if (what === 'set' && !this.#hasFailed) this.#sets.set(`${tenant} ${daemon}`, { tenant, daemon, spec });
    if (what === 'daemon') this.#tell(tenant, (cluster) => cluster.daemonPod(daemon, { node, cpu }));
    if (what === 'no-daemon')
      this.#tell(tenant, (cluster) => cluster.gone('pods', cluster.uid(`${daemon}-${node}-1`)));
    if (what === 'pod') this.#place(tenant, cpu, choice);
  }

  #join(node: string): void {
    this.#nodes.add(node);
    this.#tell(partitionOf(node), (cluster) => cluster.node(node));
  }

  #leave(node: string): void {
    this.#nodes.delete(node);
    this.#tell(partitionOf(node), (cluster) => cluster.gone('nodes', node));
  }

  #place(tenant: Tenant, cpu: string, choice: number): void {
    // Of a partition that is seen and silent it would be known that the pod is not there.
    if (this.#hasFailed && this.failing.has(tenant)) return;
    const name = `p${this.#count}`;
    this.#tell(tenant, (cluster) => cluster.putTenantPod(name, { cpu }));
    const [broken = [], quiet = []] = [this.broken, this.quiet].map(({ over }) =>
      over.filter(tenant, over[tenant].tenantPod(name, { cpu }), [...this.#nodes]),
    );
    const seen = [...this.#nodes].filter((node) => this.#isCompared(partitionOf(node)));

    expect(broken.filter((node) => seen.includes(node))).toEqual(quiet.filter((node) => seen.includes(node)));
    this.compared.passed += broken.length;
    const both = broken.filter((node) => quiet.includes(node));
    const node = both[choice % Math.max(1, both.length)];
    if (node === undefined) this.#tell(tenant, (cluster) => cluster.gone('pods', cluster.uid(name)));
    else this.#tell(tenant, (cluster) => cluster.putTenantPod(name, { cpu, node }));
    this.compared.refused += seen.length - seen.filter((one) => broken.includes(one)).length;
  }

  #tell(partition: Partition, what: (cluster: DaemonCluster) => void): void {
    for (const side of [this.broken, this.quiet]) side.tell(partition, what);
  }

  /** Patience with daemons on nodes that came unseen begins later: as long as it can end, they are no longer the same. */
  #isCompared(partition: Partition): boolean {
    return !(this.#hasFailed || this.#hasLostPatience) || !this.failing.has(partition);
  }

  #setsOfFailing() {
    return [...this.#sets.values()].filter(({ tenant }) => this.failing.has(tenant));
  }

  #isFailing(name: string): boolean {
    return [...this.failing].some((partition) => partition === name);
  }
}

const step = fc.record({
  what: fc.constantFrom('wait', 'node', 'node', 'no-node', 'set', 'daemon', 'no-daemon', 'pod', 'pod', 'pod'),
  tenant: fc.constantFrom<Tenant[]>('blue', 'green'),
  node: fc.constantFrom(...NODES),
  daemon: fc.constantFrom(...DAEMONS),
  cpu: fc.constantFrom('500m', '1', '2', '3'),
  choice: fc.nat(10),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const steps = fc.array(step, { minLength: 8, maxLength: 16 });
/** Of each kind of partition another one is left: without any, there is nothing to decide about. */
const failing = fc.constantFrom<Partition[][]>(['green'], ['blue'], ['east'], ['west'], ['green', 'east']);

test('whichever fails, all others are answered as if it had only fallen silent, then as if it had no daemons, and then as ever', () => {
  const compared = { passed: 0, refused: 0 };
  fc.assert(
    fc.property(failing, fc.tuple(steps, steps, steps, steps), (names, [before, behind, over, after]) => {
      const twins = new Twins(names);
      for (const one of before) twins.apply(one);
      twins.fail();
      for (const one of behind) twins.apply(one);
      twins.losePatience();
      for (const one of over) twins.apply(one);
      twins.comeBack();
      for (const one of after) twins.apply(one);
      compared.passed += twins.compared.passed;
      compared.refused += twins.compared.refused;
    }),
    { numRuns: 60 },
  );

  expect(compared.passed).toBeGreaterThan(150);
  expect(compared.refused).toBeGreaterThan(150);
});
