/** Judges every binding, in the API server's own order, by labels, taints and the room that daemons still need. */
import { compileNodeAffinity, type NodeMatcher } from '../../../src/kube/matching/node-affinity.ts';
import { REPELLING_EFFECTS, untoleratedTaint } from '../../../src/kube/matching/taints.ts';
import type { PodSpec, Taint, Toleration } from '../../../src/kube/objects.ts';
import { Bindings, left, taken } from './bindings.ts';
import type { Node } from './nodes.ts';
import { nameOf } from './pod-history.ts';
import type { PodEvent } from './pod-watch.ts';
import type { DaemonSetObject, Pod } from './workloads.ts';

/** A cordoned node has it; the DaemonSet controller tolerates it for every daemon. */
const CORDON: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };
const TOLERATES_CORDON: Toleration = { key: CORDON.key, operator: 'Exists', effect: 'NoSchedule' };

export interface JudgedDaemon {
  daemonSet: DaemonSetObject;
  priority: number;
}

interface Daemon extends JudgedDaemon {
  uid: string;
  /** What one of its pods takes. */
  takes: ReturnType<typeof taken>;
  /** The nodes that have one of its pods. */
  on: Set<string>;
}

export class PlacementJudge {
  /** One line for each thing that should not have happened. */
  readonly faults: string[] = [];
  /** Ordinary pods that have a node. */
  placed = 0;
  readonly #nodes: ReadonlyMap<string, Node>;
  readonly #daemons: readonly Daemon[];
  /** By node, the daemons that belong there. */
  readonly #belonging = new Map<string, readonly Daemon[]>();
  readonly #bindings = new Bindings();
  readonly #deleted = new Set<string>();

  constructor(nodes: readonly Node[], daemons: readonly JudgedDaemon[]) {
    this.#nodes = new Map(nodes.map((node) => [node.metadata?.name ?? '', node]));
    this.#daemons = daemons.map((daemon) => {
      const { metadata, spec } = daemon.daemonSet;
      const takes = taken({ spec: spec?.template?.spec ?? {} });
      return { ...daemon, uid: metadata?.uid ?? '', takes, on: new Set() };
    });
    for (const daemon of this.#daemons) {
      const spec = daemon.daemonSet.spec?.template?.spec ?? {};
      const complete = { ...spec, tolerations: [...(spec.tolerations ?? []), TOLERATES_CORDON] };
      const matcher = compileNodeAffinity(complete);
      for (const [name, node] of this.#nodes) {
        if (objection(complete, node, matcher) !== null) continue;
        this.#belonging.set(name, [...(this.#belonging.get(name) ?? []), daemon]);
      }
    }
  }

  /** Every place that a daemon should have. */
  places(): { daemonSet: DaemonSetObject; node: string }[] {
    return [...this.#belonging].flatMap(([node, daemons]) =>
      daemons.map(({ daemonSet }) => ({ daemonSet, node })),
    );
  }

  /** How many daemon pods there should be. */
  get wanted(): number {
    return [...this.#belonging.values()].reduce((sum, daemons) => sum + daemons.length, 0);
  }

  /** How many places of daemons are still empty. */
  get missing(): number {
    return this.wanted - this.#daemons.reduce((sum, { on }) => sum + on.size, 0);
  }

  take(event: Pick<PodEvent, 'type' | 'object'>): void {
    const { type, object } = event;
    if (type === 'DELETED' || object.metadata?.deletionTimestamp) this.#mourn(nameOf(object));
    if (this.#bindings.apply(event)) this.#judge(object);
  }

  #mourn(name: string): void {
    if (!this.#deleted.has(name)) this.faults.push(`${name} is deleted`);
    this.#deleted.add(name);
  }

  #judge(pod: Pod): void {
    const name = pod.spec.nodeName ?? '';
    const node = this.#nodes.get(name);
    const why = node === undefined ? 'is no node of the test' : this.#against(pod, name, node);
    if (why !== null) this.faults.push(`${nameOf(pod)} on ${name}: ${why}`);
  }

  #against(pod: Pod, name: string, node: Node): string | null {
    const owner = pod.metadata?.ownerReferences?.[0]?.uid;
    const daemon = this.#daemons.find(({ uid }) => uid === owner);
    if (daemon === undefined) this.placed += 1;
    else if (!this.#belonging.get(name)?.includes(daemon)) return 'does not belong there';
    else if (daemon.on.has(name)) return 'is the second one';
    else daemon.on.add(name);
    const against = objection(pod.spec, node, compileNodeAffinity(pod.spec));
    return against ?? this.#lack(pod, name, node, daemon === undefined);
  }

  /** What is too little on the node now; beside an ordinary pod the room of the daemons must be left that have not come. */
  #lack({ spec }: Pod, name: string, node: Node, ordinary: boolean): string | null {
    const absent = (this.#belonging.get(name) ?? []).filter(
      ({ on, priority }) => ordinary && !on.has(name) && priority >= (spec.priority ?? 0),
    );
    const holds = absent.map(({ takes }) => takes);
    const short = [...left(node, this.#bindings.podsOn(name), holds)].filter(([, amount]) => amount < 0n);
    if (short.length === 0) return null;
    const who = absent.map(({ daemonSet }) => daemonSet.metadata?.name).join(', ');
    return `${short.map(([resource, amount]) => `${amount} ${resource}`).join(', ')} for ${who || 'itself'}`;
  }
}

/** What a node's labels and taints have against a pod, or null. */
function objection(spec: PodSpec, node: Node, matcher: NodeMatcher): string | null {
  const { name, labels } = node.metadata ?? {};
  if (!matcher.matches({ name: name ?? '', labels })) return 'its labels do not match';
  const taints = [...(node.spec?.taints ?? []), ...(node.spec?.unschedulable ? [CORDON] : [])];
  const taint = untoleratedTaint(taints, spec.tolerations, REPELLING_EFFECTS);
  return taint === null ? null : `its taint ${taint.key} is not tolerated`;
}
