/**
 * A scheduler, an API server and kubelets by chance, and a view that hears of everything late: nodes and pods each in order,
 * the ones before the others or after. What is really taken on each node is known here at once.
 */
import { OBJECT_KINDS } from '../../../src/cluster/records.ts';
import { roomToGrowOf } from '../../../src/scheduler/resize/room-to-grow.ts';
import type { Random } from '../../snapshot/random.ts';
import { project } from '../cluster/records.ts';
import { DaemonCluster } from '../headroom/cluster-of-daemons.ts';
import { extenderOver } from './extender.ts';

const NODE_CPU = 4_000;
const NAMES = ['n1', 'n2', 'n3', 'n4'] as const;
const SIZES = [500, 1_000, 2_000, 3_000] as const;
const HIGH = 5;

interface Pod {
  readonly name: string;
  readonly priority: number;
  cpu: number;
  /** By its kubelet; undefined before a first resize. */
  granted: number | undefined;
  /** Assumed: the scheduler has chosen its node. Told: it has said so. */
  state: 'waiting' | 'assumed' | 'told' | 'bound' | 'gone';
  node: string;
  /** Of the node at the time. */
  nodeUid: string;
  nominated: string;
  version: number;
  /** What the scheduler has heard of it, which may be a state behind its own nomination. */
  known: object;
}

export class LaggingCluster {
  readonly cluster = new DaemonCluster('watch').synced();
  readonly clock = { now: 0 };
  readonly #random: Random;
  readonly #nodes = new Map<string, string>();
  readonly #pods: Pod[] = [];
  /** What the view has yet to hear. */
  readonly #news: { readonly nodes: (() => void)[]; readonly pods: (() => void)[] } = { nodes: [], pods: [] };
  #serial = 0;
  #over = this.#start();
  /** A scheduler has asked since the last start: before, nothing is promised. */
  #isAsked = false;

  constructor(random: Random) {
    this.#random = random;
    for (const kind of OBJECT_KINDS) this.cluster.store.markHeard(kind, { resourceVersion: '1', heardAt: 0 });
    this.cluster.daemonSet('agent', { cpu: '500m' });
    for (const name of NAMES) this.nodeComes(name);
    this.hearAll();
  }

  /** Nodes on which less is on the account than is really taken, with both. */
  overdrawn(): string[] {
    const { account, inFlight } = this.#over.extender;
    if (!this.#isAsked || account.unaccounted.areExpected(this.clock.now)) return [];
    return [...this.#nodes].flatMap(([name, uid]) => {
      const { store } = this.cluster;
      if (store.node(name)?.uid !== uid) return [];
      const number = store.nodeNumber(name);
      const [nobody, cpu] = [project('pods', this.cluster.tenantPod('nobody')), 'cpu'];
      const counted =
        [...store.podsOnNode(name)].reduce((sum, { requests }) => sum + Number(requests.get(cpu) ?? 0n), 0) +
        (inFlight.amounts(cpu)?.[number] ?? 0) +
        account.resizesInFlight.on(number, cpu, { pod: nobody, priority: 0 });
      return counted < this.#taken(name) ? [`${name}: ${counted} < ${this.#taken(name)}`] : [];
    });
  }

  podComes(): void {
    this.#serial += 1;
    const [name, cpu, priority] = [
      `p${this.#serial}`,
      this.#random.pick(SIZES),
      this.#random.pick([0, 0, HIGH]),
    ];
    const where = { node: '', nodeUid: '', nominated: '' };
    const pod: Pod = {
      name,
      priority,
      cpu,
      granted: undefined,
      state: 'waiting',
      ...where,
      version: 0,
      known: {},
    };
    this.#pods.push(pod);
    this.#write(pod);
    pod.known = this.#object(pod);
  }

  filter(): void {
    const pod = this.#some('waiting');
    const NodeNames = [...this.#nodes.keys()].filter(
      (name) => NODE_CPU - this.#taken(name) >= (pod?.cpu ?? 0) && this.#random.pick([true, true, false]),
    );
    if (pod === undefined || NodeNames.length === 0) return;
    this.#isAsked = true;
    const answer = this.#over.ask('filter', { Pod: pod.known, Nodes: null, NodeNames });
    const { NodeNames: passing } = answer as { NodeNames: string[] };
    if (passing.length === 0) return;
    pod.node = this.#anyOf(passing) ?? '';
    pod.nodeUid = this.#nodes.get(pod.node) ?? '';
    pod.state = 'assumed';
  }

  tell(): void {
    const pod = this.#some('assumed');
    if (pod === undefined) return;
    this.#over.ask('bind', { PodUID: pod.name, Node: pod.node });
    pod.state = 'told';
  }

  bind(): void {
    const pod = this.#some('told');
    if (pod === undefined) return;
    pod.state = 'bound';
    this.#write(pod);
  }

  failToBind(): void {
    const pod = this.#some('told', 'assumed');
    if (pod === undefined) return;
    pod.state = 'waiting';
    pod.node = '';
  }

  preempt(): void {
    const pod = this.#some('waiting');
    const lower = this.#pods.filter(
      ({ state, priority }) => state === 'bound' && priority < (pod?.priority ?? 0),
    );
    if (pod === undefined || lower.length === 0) return;
    const byNode = Map.groupBy(lower, ({ node }) => node);
    const offered = [...byNode].map(([node, pods]) => [
      node,
      { Pods: pods.map(({ name }) => ({ UID: name })) },
    ]);
    const Pod = pod.known;
    const answer = this.#over.ask('preempt', { Pod, NodeNameToMetaVictims: Object.fromEntries(offered) });
    const { NodeNameToMetaVictims: victims } = answer as { NodeNameToMetaVictims: Record<string, unknown> };
    const nodes = Object.keys(victims);
    if (nodes.length === 0) return;
    pod.nominated = this.#anyOf(nodes) ?? '';
    this.#write(pod);
    for (const victim of byNode.get(pod.nominated) ?? []) this.#end(victim);
  }

  /** The scheduler hears of its own nominations. */
  schedulerHears(): void {
    const pod = this.#some('waiting');
    if (pod !== undefined) pod.known = this.#object(pod);
  }

  podGoes(): void {
    const pod = this.#some('bound', 'assumed', 'told');
    if (pod !== undefined) this.#end(pod);
  }

  resize(): void {
    const pod = this.#some('bound');
    if (pod === undefined) return;
    const cpu = this.#random.pick(SIZES);
    const [before, after] = [this.#object(pod), this.#object({ ...pod, cpu })].map((object) =>
      project('pods', object),
    );
    if (before === undefined || after === undefined) return;
    const { shortages, take } = roomToGrowOf(this.#over.extender)({ before, asked: before, after });
    if (shortages.length > 0) return;
    take();
    // Somebody else may refuse it.
    if (this.#random.pick([true, true, true, false])) this.#resized(pod, cpu);
  }

  grant(): void {
    const pod = this.#some('bound');
    if (pod?.granted === undefined) return;
    pod.granted = pod.cpu;
    this.#write(pod);
  }

  nodeComes(name: string = this.#random.pick(NAMES)): void {
    if (this.#nodes.has(name)) return;
    this.#serial += 1;
    const uid = `${name}-${this.#serial}`;
    this.#nodes.set(name, uid);
    this.#news.nodes.push(() => this.cluster.node(name, '4', {}, 110, [], uid));
  }

  nodeGoes(): void {
    const name = this.#random.pick(NAMES);
    if (!this.#nodes.delete(name)) return;
    this.#news.nodes.push(() => this.cluster.gone('nodes', name));
    for (const pod of this.#pods) if (pod.node === name && pod.state !== 'gone') this.#end(pod);
  }

  otherNodesCome(): void {
    this.#serial += 1;
    for (let index = 0; index < 40; index += 1) this.cluster.node(`more-${this.#serial}-${index}`);
  }

  templateChanges(): void {
    this.#serial += 1;
    this.cluster.daemonSet('agent', { cpu: this.#random.pick(['500m', '1', '0']), generation: this.#serial });
  }

  hear(): void {
    this.#random.pick([this.#news.nodes, this.#news.pods]).shift()?.();
  }

  hearAll(): void {
    for (const news of [this.#news.nodes, this.#news.pods]) for (const tell of news.splice(0)) tell();
  }

  restart(): void {
    this.#over.extender.stop();
    this.hearAll();
    this.#over = this.#start();
    this.#isAsked = false;
  }

  timePasses(): void {
    this.clock.now += this.#random.pick([1, 5]);
  }

  #start() {
    return extenderOver(this.cluster.store, { clock: this.clock });
  }

  #some(...states: readonly Pod['state'][]): Pod | undefined {
    return this.#anyOf(this.#pods.filter(({ state }) => states.includes(state)));
  }

  #anyOf<T>(all: readonly T[]): T | undefined {
    return all[this.#random.below(all.length)];
  }

  #taken(node: string): number {
    const uid = this.#nodes.get(node);
    const here = this.#pods.filter(
      ({ state, nodeUid }) => state !== 'waiting' && state !== 'gone' && nodeUid === uid,
    );
    return here.reduce((sum, { cpu, granted = 0 }) => sum + Math.max(cpu, granted), 0);
  }

  #resized(pod: Pod, cpu: number): void {
    pod.granted ??= pod.cpu;
    pod.cpu = cpu;
    this.#write(pod);
  }

  #end(pod: Pod): void {
    pod.state = 'gone';
    this.#news.pods.push(() => this.cluster.gone('pods', pod.name));
  }

  /** The API server has a new state of it, of which the view will hear. */
  #write(pod: Pod): void {
    this.#serial += 1;
    pod.version = this.#serial;
    const object = this.#object(pod);
    this.#news.pods.push(() => this.cluster.put('pods', object));
  }

  #object({ name, priority, cpu, granted, state, node, nominated, version }: Pod) {
    const isBound = state === 'bound';
    const object = this.cluster.tenantPod(name, {
      ...{ cpu: `${cpu}m`, priority, node: isBound ? node : '' },
      ...(granted !== undefined && { granted: `${granted}m` }),
    });
    return {
      ...object,
      metadata: { ...object.metadata, resourceVersion: String(version) },
      status: { ...object.status, nominatedNodeName: isBound ? undefined : nominated },
    };
  }
}
