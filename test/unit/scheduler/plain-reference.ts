/**
 * What the filter and the scores should say, as plainly as it can be written: every hold and every sum is worked out anew
 * from all records, and only what time has to tell is remembered. Much too slow to use, and short enough to be believed.
 */
import { isTerminal, type SlimDaemonSet, type SlimNode, type SlimPod } from '../../../src/cluster/records.ts';
import type { ClusterView } from '../../../src/cluster/view.ts';
import { podRequests, type Resources } from '../../../src/kube/resources/requests.ts';

export interface Rules {
  readonly mode: 'off' | 'audit' | 'enforce';
  readonly patienceMs: number;
  protects(daemonSet: SlimDaemonSet): boolean;
  holds(resource: string): boolean;
}

export interface PlainHold {
  readonly daemonSet: SlimDaemonSet;
  readonly amounts: Amounts;
  readonly expired: boolean;
}

type Resource = (typeof RESOURCES)[number];
type Amounts = Readonly<Record<Resource, number>>;
type Awaited = 'pod' | 'room' | 'turn' | 'grant' | 'node';

/** Of everybody who asks, only these are looked at. */
export const RESOURCES = ['cpu', 'memory', 'pods'] as const;
const WEIGHED = ['cpu', 'memory'] as const;
const NOTHING: Amounts = { cpu: 0, memory: 0, pods: 0 };
const PASSING_TAINT = 'node.kubernetes.io/not-ready';
const FLIGHT_MS = 600_000;
const SETTLING_MS = 3_000;
const HIGHEST_SCORE = 10;

interface Clock {
  readonly awaited: Awaited;
  readonly generation: string;
  readonly since: number;
}

interface Flight {
  readonly pod: SlimPod;
  /** The protected daemon that it belongs to. */
  readonly daemonSet: SlimDaemonSet | undefined;
  readonly nodes: Set<string>;
  readonly since: number;
}

export class PlainReference {
  readonly #view: ClusterView;
  readonly #rules: () => Rules;
  readonly #now: () => number;
  #clocks = new Map<string, Clock>();
  #holds = new Map<string, readonly PlainHold[]>();
  readonly #progress = new Map<string, number>();
  /** By node and DaemonSet: when a pod of it was bound there. */
  readonly #boundAt = new Map<string, number>();
  readonly flights = new Map<string, Flight>();

  constructor(view: ClusterView, rules: () => Rules, now: () => number) {
    this.#view = view;
    this.#rules = rules;
    this.#now = now;
    view.subscribe({
      pods: (before, after) => {
        if (after === undefined || after.nodeName !== '') this.flights.delete((after ?? before)?.uid ?? '');
        const set = after && this.#daemonSetOf(after);
        if (set && this.#rules().protects(set) && after?.nodeName && before?.nodeName === '') {
          this.#boundAt.set(`${after.nodeName} ${set.uid}`, this.#now());
        }
        if (before !== undefined && !before.terminating && (after?.terminating ?? true)) this.#left(before);
      },
    });
  }

  /** All holds by node, as of the last look. */
  get holds(): ReadonlyMap<string, readonly PlainHold[]> {
    return this.#holds;
  }

  /** To be called after every change, as the clocks begin at the first look. */
  look(): void {
    const before = this.#clocks;
    this.#clocks = new Map();
    this.#holds = new Map();
    for (const node of this.#view.nodes()) {
      const holds = [...this.#view.daemonSets()].flatMap(
        (set) => this.#holdOn(node, set, before) ?? this.#settling(node, set) ?? [],
      );
      this.#holds.set(node.name, holds);
    }
  }

  /** The names that pass. */
  filter(pod: SlimPod, names: readonly string[]): readonly string[] {
    const { mode } = this.#rules();
    if (mode === 'off') return names;
    for (const [uid, { since }] of this.flights)
      if (this.#now() - since >= FLIGHT_MS) this.flights.delete(uid);
    if (names.length === 0) return names;
    this.flights.delete(pod.uid);
    const daemonSet = this.#daemonSetOf(pod);
    const isProtected = daemonSet !== undefined && this.#rules().protects(daemonSet);
    // What is held for its equals is held from others, not from a daemon.
    const rank = (pod.priority ?? 0) + (isProtected ? 1 : 0);
    const fits = names.filter(
      (name) =>
        (daemonSet === undefined || this.#isFor(pod, name)) && this.#hasRoom(pod, rank, name, isProtected),
    );
    const passing = mode === 'audit' ? names : fits;
    if (passing.length > 0 && this.#couldBeSomewhere(pod)) {
      const nodes = new Set(passing);
      this.flights.set(pod.uid, {
        pod,
        daemonSet: isProtected ? daemonSet : undefined,
        nodes,
        since: this.#now(),
      });
    }
    return passing;
  }

  /** On an empty node. */
  #couldBeSomewhere({ requests }: SlimPod): boolean {
    const asked = amountsOf(requests);
    return [...this.#view.nodes()].some(({ allocatable }) =>
      RESOURCES.every((resource) => asked[resource] <= Number(allocatable.get(resource) ?? 0n)),
    );
  }

  scores(pod: SlimPod, names: readonly string[]): readonly number[] {
    if (this.#rules().mode !== 'enforce') return names.map(() => 0);
    return names.map((name) => {
      const inForce = (this.#holds.get(name) ?? []).filter(({ expired }) => !expired);
      const shares = WEIGHED.map((resource) => {
        const held = total(inForce.map(({ amounts }) => amounts[resource]));
        const left = this.#free(name, resource) - held - amountsOf(pod.requests)[resource];
        return left / Number(this.#view.node(name)?.allocatable.get(resource) ?? 0n);
      });
      return Math.floor(HIGHEST_SCORE * Math.max(0, Math.min(...shares)));
    });
  }

  #hasRoom(pod: SlimPod, rank: number, name: string, isProtected: boolean): boolean {
    const counting = (this.#holds.get(name) ?? []).filter(
      ({ daemonSet, expired }) => !expired && (daemonSet.template.priority ?? 0) >= rank,
    );
    if (counting.length === 0) return true;
    const flying = [...this.flights.values()].filter(
      ({ nodes, daemonSet }) =>
        nodes.has(name) &&
        // Tenants' pods in flight never keep a daemon out.
        (!isProtected || daemonSet !== undefined) &&
        !counting.some((hold) => hold.daemonSet.uid === daemonSet?.uid),
    );
    return RESOURCES.filter((resource) => this.#rules().holds(resource)).every((resource) => {
      const asked = amountsOf(pod.requests)[resource];
      const held = total(counting.map(({ amounts }) => amounts[resource]));
      const passed = total(flying.map((flight) => amountsOf(flight.pod.requests)[resource]));
      return asked === 0 || this.#free(name, resource) - held - passed >= asked;
    });
  }

  #free(name: string, resource: Resource): number {
    const here = [...this.#view.podsOnNode(name)].filter((pod) => !isTerminal(pod));
    const all = Number(this.#view.node(name)?.allocatable.get(resource) ?? 0n);
    return all - total(here.map(({ requests }) => amountsOf(requests)[resource]));
  }

  #isFor(pod: SlimPod, name: string): boolean {
    return aimOf(pod) === name && this.#view.node(name)?.taints.length === 0;
  }

  #daemonSetOf({ owner, namespace, tenant }: SlimPod): SlimDaemonSet | undefined {
    const daemonSet = this.#view.daemonSetByUid(owner?.uid ?? '');
    const isIts = daemonSet?.namespace === namespace && daemonSet.tenant === tenant;
    return isIts ? daemonSet : undefined;
  }

  /** A bound pod of an older template that leaves a node that stays: the rollout goes on. */
  #left(pod: SlimPod): void {
    const daemonSet = this.#daemonSetOf(pod);
    if (daemonSet === undefined || !this.#rules().protects(daemonSet)) return;
    if (this.#view.node(pod.nodeName) !== undefined && isOutdated(pod, daemonSet))
      this.#progress.set(daemonSet.uid, this.#now());
  }

  #holdOn(node: SlimNode, daemonSet: SlimDaemonSet, before: ReadonlyMap<string, Clock>): PlainHold | null {
    const { template, terminating, uid, templateGeneration: generation } = daemonSet;
    const isEarly = node.taints.some(({ key }) => key === PASSING_TAINT);
    const selector = Object.entries(template.placement.nodeSelector ?? {});
    const tooSmall = RESOURCES.some(
      (resource) =>
        amountsOf(podRequests(template.resources))[resource] > Number(node.allocatable.get(resource) ?? 0n),
    );
    if (!this.#rules().protects(daemonSet) || terminating || tooSmall) return null;
    if (node.taints.some(({ key }) => key !== PASSING_TAINT)) return null;
    if (selector.some(([key, value]) => node.labels[key] !== value)) return null;
    const waitedFor = this.#waitedFor(node.name, daemonSet);
    if (waitedFor === null) return null;
    const awaited = isEarly ? 'node' : waitedFor.awaited;
    const key = `${node.uid} ${uid}`;
    const was = before.get(key);
    const goesOn = was?.awaited === awaited && was.generation === generation;
    const clock = goesOn ? was : { awaited, generation, since: this.#now() };
    this.#clocks.set(key, clock);
    const since = awaited === 'turn' ? Math.max(clock.since, this.#progress.get(uid) ?? 0) : clock.since;
    const expired = !isEarly && this.#now() >= since + this.#rules().patienceMs;
    const amounts = eachResource((resource) =>
      this.#rules().holds(resource) ? waitedFor.amounts[resource] : 0,
    );
    return { daemonSet, amounts, expired };
  }

  /** Just bound: nothing is kept, but what fits is asked of the view. */
  #settling({ name }: SlimNode, daemonSet: SlimDaemonSet): PlainHold | null {
    const boundAt = this.#boundAt.get(`${name} ${daemonSet.uid}`) ?? Number.NEGATIVE_INFINITY;
    const settles = this.#rules().protects(daemonSet) && this.#now() - boundAt < SETTLING_MS;
    return settles ? { daemonSet, amounts: NOTHING, expired: false } : null;
  }

  #waitedFor(node: string, daemonSet: SlimDaemonSet): { awaited: Awaited; amounts: Amounts } | null {
    const isIts = (pod: SlimPod) => this.#daemonSetOf(pod) === daemonSet;
    const here = [...this.#view.podsOnNode(node)].filter((pod) => isIts(pod) && !isTerminal(pod));
    const staying = here.filter((pod) => !pod.terminating);
    const aimed = [...this.#view.unboundPods()].filter((pod) => isIts(pod) && aimOf(pod) === node);
    const waiting = aimed.find((pod) => !pod.terminating);
    const newest = amountsOf(podRequests(daemonSet.template.resources));
    const own = waiting === undefined ? newest : amountsOf(waiting.requests);
    const size = this.#view.node(node)?.allocatable;
    const isTooLarge = RESOURCES.some((resource) => own[resource] > Number(size?.get(resource) ?? 0n));
    const isReplaced = waiting !== undefined && isOutdated(waiting, daemonSet);
    // It waits in vain, unless another one comes in its place.
    if (waiting !== undefined && isTooLarge && !isReplaced) return null;
    const larger = eachResource((resource) => Math.max(isTooLarge ? 0 : own[resource], newest[resource]));
    const wanted = isReplaced ? larger : own;
    const beyond = (freed: readonly SlimPod[]) =>
      eachResource((resource) =>
        Math.max(0, wanted[resource] - total(freed.map(({ requests }) => amountsOf(requests)[resource]))),
      );
    if (staying.length === 0) {
      const awaited = waiting === undefined && here.length > 0 ? 'room' : 'pod';
      return { awaited, amounts: beyond(here) };
    }
    if (waiting !== undefined) return { awaited: 'pod', amounts: wanted };
    if (!staying.every((pod) => isOutdated(pod, daemonSet))) {
      const waitsToGrow = staying.some((pod) => pod.waitsToGrow);
      return waitsToGrow ? { awaited: 'grant', amounts: NOTHING } : null;
    }
    const surges = daemonSet.updateStrategy.maxSurge !== 0;
    return { awaited: 'turn', amounts: surges ? wanted : beyond(staying.slice(0, 1)) };
  }
}

function isOutdated(pod: SlimPod, { templateGeneration, updateStrategy, status, generation }: SlimDaemonSet) {
  const isDone = status.observedGeneration >= generation && status.updated >= status.desired;
  return updateStrategy.type !== 'OnDelete' && pod.templateGeneration !== templateGeneration && !isDone;
}

function aimOf({ placement }: SlimPod): string | undefined {
  const required = placement?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required?.nodeSelectorTerms?.[0]?.matchFields?.[0]?.values?.[0];
}

function amountsOf(requests: Resources): Amounts {
  return eachResource((resource) => (resource === 'pods' ? 1 : Number(requests.get(resource) ?? 0n)));
}

function eachResource(amount: (resource: Resource) => number): Amounts {
  return { ...NOTHING, cpu: amount('cpu'), memory: amount('memory'), pods: amount('pods') };
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
