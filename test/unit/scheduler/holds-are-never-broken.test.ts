/** A scheduler that is ahead of the watch, in every order of events: the room of a missing daemon stays free. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OBJECT_KINDS } from '../../../src/cluster/records.ts';
import { DaemonCluster } from '../headroom/cluster-of-daemons.ts';
import { extenderOver } from './extender.ts';

const NODE_CPU = 4_000;
const DAEMON_CPU = 500;

interface Bound {
  readonly node: string;
  readonly cpu: number;
}

/** What the scheduler knows at once and the view only when the events are delivered, one after the other. */
class Scheduler {
  readonly cluster = new DaemonCluster('watch').synced();
  readonly nodes = new Set<string>();
  readonly pods = new Map<string, Bound>();
  readonly waiting: string[] = [];
  readonly #events: (() => void)[] = [];
  readonly #over = extenderOver(this.cluster.store);
  #count = 0;

  constructor() {
    for (const kind of OBJECT_KINDS) this.cluster.store.markHeard(kind, { resourceVersion: '', heardAt: 0 });
    this.cluster.daemonSet('agent', { cpu: `${DAEMON_CPU}m` });
  }

  free(node: string): number {
    let free = NODE_CPU;
    for (const pod of this.pods.values()) if (pod.node === node) free -= pod.cpu;
    return free;
  }

  hasDaemon(node: string): boolean {
    return this.pods.has(`agent-${node}-1`);
  }

  deliver(): void {
    this.#events.shift()?.();
  }

  join(node: string): void {
    if (this.nodes.has(node)) return;
    this.nodes.add(node);
    this.#events.push(() => this.cluster.node(node));
  }

  place(cpu: number, choice: number): void {
    this.#count += 1;
    this.#try(`pod-${this.#count}`, cpu, choice);
  }

  again(index: number, choice: number): void {
    const [name = ''] = this.waiting.splice(index % Math.max(1, this.waiting.length), 1);
    if (name !== '') this.#try(name, Number(name.split('/')[1] ?? 1), choice);
  }

  #try(id: string, cpu: number, choice: number): void {
    const name = id.split('/')[0] ?? id;
    const NodeNames = [...this.nodes].filter((node) => this.free(node) >= cpu);
    if (NodeNames.length === 0) return;
    const Pod = this.cluster.tenantPod(name, { cpu: `${cpu}m` });
    const { NodeNames: passing } = this.#over.ask('filter', { Pod, Nodes: null, NodeNames }) as {
      NodeNames: string[];
    };
    const node = passing[choice % Math.max(1, passing.length)];
    if (node === undefined) {
      this.waiting.push(`${name}/${cpu}`);
      return;
    }
    this.pods.set(name, { node, cpu });
    this.#events.push(() => this.cluster.putTenantPod(name, { node, cpu: `${cpu}m` }));
  }

  /** The scheduler hears of the end first. */
  end(choice: number): void {
    const tenants = [...this.pods.keys()].filter((name) => name.startsWith('pod-'));
    const name = tenants[choice % Math.max(1, tenants.length)];
    if (name === undefined) return;
    this.pods.delete(name);
    this.#events.push(() => this.cluster.gone('pods', name));
  }

  daemonComes(choice: number): void {
    const missing = [...this.nodes].filter((node) => !this.hasDaemon(node));
    const node = missing[choice % Math.max(1, missing.length)];
    if (node === undefined) return;
    expect(this.free(node)).toBeGreaterThanOrEqual(DAEMON_CPU);
    const cpu = `${DAEMON_CPU}m`;
    this.pods.set(`agent-${node}-1`, { node, cpu: DAEMON_CPU });
    this.#events.push(() => this.cluster.daemonPod('agent', { node, bound: false, cpu }));
    this.#events.push(() => this.cluster.daemonPod('agent', { node, bound: true, cpu }));
  }

  /** An update takes the old pod away; the next one comes later. */
  daemonGoes(choice: number): void {
    const present = [...this.nodes].filter((node) => this.hasDaemon(node));
    const node = present[choice % Math.max(1, present.length)];
    if (node === undefined) return;
    const cpu = `${DAEMON_CPU}m`;
    // It is marked first, and everybody has heard of that before the kubelet lets it go.
    this.#events.push(() => this.cluster.daemonPod('agent', { node, terminating: true, cpu }));
    while (this.#events.length > 0) this.deliver();
    this.pods.delete(`agent-${node}-1`);
    this.#events.push(() => this.cluster.gone('pods', `agent-${node}-1`));
  }
}

const step = fc.record({
  what: fc.constantFrom(
    'place',
    'place',
    'place',
    'again',
    'deliver',
    'deliver',
    'end',
    'join',
    'come',
    'go',
  ),
  cpu: fc.constantFrom(100, 500, 1_000, 1_700, 3_500),
  choice: fc.nat(20),
});

test('no order of events lets a pod into the room of a daemon', () => {
  let placed = 0;
  let refused = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      const scheduler = new Scheduler();
      scheduler.join('n0');
      scheduler.deliver();
      for (const { what, cpu, choice } of steps) {
        if (what === 'place') scheduler.place(cpu, choice);
        if (what === 'again') scheduler.again(choice, choice);
        if (what === 'deliver') scheduler.deliver();
        if (what === 'end') scheduler.end(choice);
        if (what === 'join') scheduler.join(`n${choice % 3}`);
        if (what === 'come') scheduler.daemonComes(choice);
        if (what === 'go') scheduler.daemonGoes(choice);
        for (const node of scheduler.nodes) {
          if (scheduler.hasDaemon(node)) continue;
          expect(scheduler.free(node)).toBeGreaterThanOrEqual(DAEMON_CPU);
        }
      }
      placed += scheduler.pods.size;
      refused += scheduler.waiting.length;
    }),
    { numRuns: 1_500 },
  );

  expect(placed).toBeGreaterThan(1_000);
  expect(refused).toBeGreaterThan(500);
});
