/** A small cluster in which everything that can change does, with an extender over it and the plain reference beside. */
import { createProjector } from '../../../src/cluster/projection/projector.ts';
import type { SlimPod } from '../../../src/cluster/records.ts';
import { type Random, seededRandom } from '../../snapshot/random.ts';
import {
  DaemonCluster,
  type DaemonOptions,
  type DaemonPodOptions,
  type TenantPodOptions,
} from '../headroom/cluster-of-daemons.ts';
import { extenderOver } from './extender.ts';
import { PlainReference, type Rules } from './plain-reference.ts';

const NODES = ['n1', 'n2', 'n3'] as const;
const PRIORITIES = { low: 0, middle: 50, high: 2_000_001_000 } as const;
const DAEMONS = ['low', 'middle', 'high'] as const;
const SURGE = { rollingUpdate: { maxSurge: '10%', maxUnavailable: 0 } };
const STARTING = [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }];
const DEDICATED = [{ key: 'dedicated', effect: 'NoSchedule' }];
const MINUTE_MS = 60_000;
const LABELS: readonly [Labels, ...Labels[]] = [{}, {}, { pool: 'a' }];
const STRATEGIES: readonly [object, ...object[]] = [{}, SURGE, { type: 'OnDelete' }];
const MODES: readonly [Rules['mode'], ...Rules['mode'][]] = ['enforce', 'enforce', 'enforce', 'audit', 'off'];
/** How often each change is made, of so many. */
const CHANGES = [
  ...['node', 'node', 'no-node', 'set', 'set', 'done', 'no-set', 'daemon', 'daemon', 'daemon', 'tenant'],
  ...['tenant', 'bind', 'bind', 'bind', 'leave', 'leave', 'fail', 'gone', 'wait', 'settings'],
] as const satisfies readonly string[];

type Labels = Record<string, string>;
type KnownPod =
  | { readonly of: string; readonly options: DaemonPodOptions }
  | { readonly of: null; readonly options: TenantPodOptions };

export class ChangingCluster {
  readonly cluster = new DaemonCluster().synced();
  readonly over = extenderOver(this.cluster.store, { clock: { now: 1_000_000 } });
  readonly reference: PlainReference;
  readonly #random: Random;
  readonly #project = createProjector();
  readonly #sets = new Map<string, DaemonOptions & { generation: number; templateGeneration: number }>();
  readonly #pods = new Map<string, KnownPod>();
  #rules: Rules = rulesFor('enforce', 10, '*', []);
  #count = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    const { clock } = this.over;
    this.reference = new PlainReference(
      this.cluster.store,
      () => this.#rules,
      () => clock.now,
    );
  }

  change(): string {
    this.#count += 1;
    const { pick, below } = this.#random;
    const what = pick(['node', ...CHANGES]);
    const node = pick(NODES);
    const [uid, pod] = pick([undefined, ...this.#pods]) ?? [];
    if (what === 'node') this.#putNode(node);
    if (what === 'no-node') this.cluster.gone('nodes', node);
    if (what === 'set') this.#putSet(pick(DAEMONS));
    if (what === 'done') this.#finish(pick(DAEMONS));
    if (what === 'no-set' && below(3) === 0) this.#removeSet(pick(DAEMONS));
    if (what === 'daemon') this.#makeDaemon(pick(DAEMONS), node);
    if (what === 'tenant')
      this.#put(`p${this.#count}`, { of: null, options: this.#tenant(below(3) === 0 ? node : '') });
    if (what === 'wait') this.over.clock.now += pick([1_000, 59_000, 300_000, 599_000, 600_000]);
    if (what === 'settings') this.#configure();
    if (uid === undefined || pod === undefined) return what;
    if (what === 'bind' && pod.of !== null)
      this.#put(uid, { ...pod, options: { ...pod.options, bound: true } });
    if (what === 'bind' && pod.of === null) this.#put(uid, { ...pod, options: { node, ...pod.options } });
    if (what === 'leave' && pod.of !== null)
      this.#put(uid, { ...pod, options: { ...pod.options, terminating: true } });
    if (what === 'fail' && pod.of !== null)
      this.#put(uid, { ...pod, options: { ...pod.options, phase: pick(['Failed', 'Succeeded']) } });
    if (what === 'gone') {
      this.#pods.delete(uid);
      this.cluster.gone('pods', uid);
    }
    return what;
  }

  /** A pod in its API form: one that waits, or a new one. */
  asked(): { Pod: object; names: string[] } {
    const { pick, below } = this.#random;
    const waiting = [...this.#pods].filter(([uid]) => this.cluster.store.pod(uid)?.nodeName === '');
    const known = pick([undefined, ...waiting]);
    const [uid, pod] = known ?? [`q${this.#count}`, { of: null, options: this.#tenant('') } as const];
    const names = NODES.filter((name) => this.cluster.store.node(name) !== undefined && below(5) > 0);
    return { Pod: this.#objectOf(uid, pod), names: below(5) === 0 ? [...names, ...names] : names };
  }

  readonly slim = (Pod: object): SlimPod => {
    const projected = this.#project.pods(Pod);
    if (!projected.ok) throw new Error(projected.error);
    return projected.record;
  };

  #putNode(name: string): void {
    const { pick } = this.#random;
    const uid = this.cluster.store.node(name)?.uid ?? `${name}-${this.#count}`;
    const taints = pick([[], [], [], STARTING, DEDICATED]);
    this.cluster.node(name, pick(['1', '4']), pick(LABELS), pick([2, 4, 110]), taints, uid);
  }

  #putSet(name: keyof typeof PRIORITIES): void {
    const { pick, below } = this.#random;
    const was = this.#sets.get(name) ?? { generation: 0, templateGeneration: 0 };
    const template = {
      cpu: pick(['0', '500m', '1', '2']),
      memory: pick(['0', '1Gi', '4Gi']),
      nodeSelector: pick(LABELS),
    };
    const isNew = was.generation === 0 || below(2) === 0;
    const set = {
      ...was,
      ...(isNew && template),
      generation: was.generation + 1,
      templateGeneration: was.templateGeneration + (isNew ? 1 : 0),
      strategy: { ...pick(STRATEGIES) },
      priority: PRIORITIES[name],
      terminating: below(20) === 0,
    };
    this.#sets.set(name, set);
    this.cluster.daemonSet(name, set);
  }

  #finish(name: string): void {
    const set = this.#sets.get(name);
    const status = { observedGeneration: set?.generation ?? 0 };
    if (set !== undefined) this.cluster.daemonSet(name, { ...set, status });
  }

  #removeSet(name: string): void {
    this.#sets.delete(name);
    this.cluster.gone('daemonSets', `/kube-system/${name}`);
  }

  #makeDaemon(of: keyof typeof PRIORITIES, node: string): void {
    const { pick, below } = this.#random;
    const set = this.#sets.get(of);
    if (set === undefined) return;
    const options = {
      node,
      bound: below(3) === 0,
      cpu: pick([set.cpu ?? '0', set.cpu ?? '0', '300m']),
      granted: pick([undefined, undefined, set.cpu ?? '0', '400m']),
      memory: set.memory ?? '0',
      generation: set.templateGeneration - pick([0, 0, 1]),
      namespace: pick(['kube-system', 'kube-system', 'kube-system', 'shop']),
      tenant: pick(['', '', '', 'other']),
      priority: PRIORITIES[of],
    };
    this.#put(`p${this.#count}`, { of, options });
  }

  #tenant(node: string): TenantPodOptions {
    const { pick } = this.#random;
    const priority = pick([0, 0, 50, 51, 2_000_001_001]);
    const granted = pick([undefined, undefined, '100m', '2']);
    const pending = pick([undefined, undefined, 'Deferred', 'Infeasible'] as const);
    const cpu = pick(['0', '100m', '1', '2', '3']);
    return { node, cpu, memory: pick(['0', '1Gi', '4Gi']), priority, granted, pending };
  }

  #put(uid: string, pod: KnownPod): void {
    this.#pods.set(uid, pod);
    this.cluster.put('pods', this.#objectOf(uid, pod));
  }

  #objectOf(name: string, { of, options }: KnownPod): object {
    return of === null
      ? this.cluster.tenantPod(name, options)
      : this.cluster.daemonPodObject(of, { ...options, name });
  }

  #configure(): void {
    const { pick } = this.#random;
    const mode = pick(MODES);
    const minutes = pick([1, 10]);
    const name = pick(['*', '*', '*', 'low', 'high']);
    const resources = pick([[], [], ['cpu'], ['memory', 'pods']]);
    this.#rules = rulesFor(mode, minutes, name, resources);
    const daemonSets = name === '*' ? [] : [{ namespace: '*', name }];
    this.over.reconfigure({ headroom: { mode, patience: `${minutes}m`, daemonSets, resources } });
  }
}

function rulesFor(mode: Rules['mode'], minutes: number, name: string, resources: readonly string[]): Rules {
  return {
    mode,
    patienceMs: minutes * MINUTE_MS,
    protects: (daemonSet) => name === '*' || daemonSet.name === name,
    holds: (resource) => resources.length === 0 || resources.includes(resource),
  };
}
