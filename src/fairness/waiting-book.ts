/** Who waits for which scheduler, kept equal to the view: which new pods get a gate, and which lose it next. */
import { isTerminal, type SlimPod } from '../cluster/records.ts';
import type { ClusterView } from '../cluster/view.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { KnownTenants } from './known-tenants.ts';
import { SchedulerLine } from './scheduler-line.ts';
import type { FairnessSettings } from './settings.ts';
import type { TenantLine } from './tenant-line.ts';
import { type TurnPlace, type TurnState, turnPlace } from './turn-place.ts';

/** A gate that was taken off shows within milliseconds; if not by then, somebody's write undid it, or ours was lost. */
const SHOWN_WITHIN_MS = 10_000;

/** Another webhook, or a policy, refuses the change: it may pass, and the tenant's next pods need not wait for it. */
const REFUSED_FOR_MS = 30_000;

/** `released`: by us, and the view does not show it yet. `late`: it does not count any longer. */
type State = 'gated' | 'held' | 'window' | 'late' | 'released' | 'refused';

const TURN_STATES: Readonly<Partial<Record<State, TurnState>>> = {
  gated: 'due',
  held: 'held',
  released: 'releasing',
  refused: 'refused',
};

interface Entry {
  pod: SlimPod;
  state: State;
  readonly line: SchedulerLine;
  /** Where its tenant stands; another one when that has had nothing meanwhile. */
  own: TenantLine;
  /** Since when it is `released` or `refused`, in ms. */
  at: number;
}

export interface Question {
  readonly namespace: string;
  readonly tenant: Tenant;
  readonly scheduler: string;
  /** With which pods of its namespace it is to start; or empty. */
  readonly group: string;
  readonly dryRun: boolean;
}

/** What a review asks. */
export type FindGate = (question: Question) => boolean;

export class WaitingBook {
  readonly #view: ClusterView;
  readonly #settings: () => FairnessSettings;
  readonly #clock: () => number;
  readonly #unsubscribe: () => void;
  #lines = new Map<string, SchedulerLine>();
  #entries = new Map<string, Entry>();
  /** Those that are `released` or `refused`. */
  readonly #unsettled = new Set<Entry>();
  #tenants: KnownTenants;
  #current: FairnessSettings;
  /** Told whenever something may be due. */
  changed: () => void = () => {};

  /** `clock`: in ms and steady. */
  constructor(view: ClusterView, settings: () => FairnessSettings, clock: () => number) {
    this.#view = view;
    this.#settings = settings;
    this.#clock = clock;
    this.#current = settings();
    this.#tenants = new KnownTenants(view, this.#current.tenancy);
    this.#rebuild();
    this.#unsubscribe = view.subscribe({
      pods: (before, after) => this.#podChanged(before, after),
      namespaces: (before, after) => {
        if (this.#tenants.change(before, after)) this.#move(after?.name ?? '');
      },
    });
  }

  stop(): void {
    this.#unsubscribe();
  }

  get settings(): FairnessSettings {
    return this.#settings();
  }

  lines(): ReadonlyMap<string, SchedulerLine> {
    this.#keepCurrent();
    return this.#lines;
  }

  /** Whether nobody has taken gates off for some time, though there was room. */
  get isStalled(): boolean {
    const now = this.#clock();
    return [...this.#lines.values()].some((line) => line.isStalled(now));
  }

  /** Whether a new pod gets a gate. It is counted as one that comes. */
  gates({ namespace, tenant, scheduler, group, dryRun }: Question): boolean {
    this.#keepCurrent();
    const { mode, schedulers } = this.#current;
    if (mode === 'off' || tenant.system || !schedulers.has(scheduler)) return false;
    const now = this.#clock();
    const line = this.#lineOf(scheduler);
    const isAlone = !this.#tenants.hasOther(tenant) && line.tenants.size <= (line.has(tenant) ? 1 : 0);
    if (isAlone || line.isStalled(now)) return false;
    return line.gates({ tenant, group: group === '' ? '' : `${namespace}/${group}`, dryRun }, now);
  }

  /** Undefined for a pod without our gate. */
  placeOf({ uid }: Pick<SlimPod, 'uid'>): TurnPlace | undefined {
    this.#keepCurrent();
    const entry = this.#entries.get(uid);
    const state = entry === undefined ? undefined : TURN_STATES[entry.state];
    const { gates } = entry?.pod.queueing ?? {};
    if (entry === undefined || state === undefined || (gates !== 'ours' && gates !== 'both'))
      return undefined;
    return turnPlace(uid, state, entry.own, entry.line, entry.pod.schedulerName);
  }

  /** A few times a second. */
  look(): void {
    this.#keepCurrent();
    const now = this.#clock();
    for (const [scheduler, line] of this.#lines) {
      for (const uid of line.look(now)) this.#entered(uid, 'late');
      // Whoever makes a pod may write the gate, and any name of a scheduler, himself.
      if (line.tenants.size === 0 && !this.#current.schedulers.has(scheduler)) this.#lines.delete(scheduler);
    }
    for (const entry of this.#unsettled) {
      const waited = now - entry.at;
      if (entry.state !== 'released' && entry.state !== 'refused') this.#unsettled.delete(entry);
      else if (waited >= (entry.state === 'released' ? SHOWN_WITHIN_MS : REFUSED_FOR_MS))
        this.#putBack(entry);
    }
  }

  /** The pods whose gate is to be taken off now, in order. Whoever cannot do it says so by `failed`. */
  due(most: number): SlimPod[] {
    this.#keepCurrent();
    const now = this.#clock();
    if (this.#current.mode === 'off') return this.#allGated(most, now);
    const due: SlimPod[] = [];
    for (const line of this.#linesInOrder()) {
      for (const { pod } of line.due(now, most - due.length)) {
        const entry = this.#entered(pod.uid, 'released');
        if (entry !== undefined) this.#unsettle(entry, now);
        due.push(pod);
      }
    }
    return due;
  }

  /** Those that have turns before those that somebody may have invented: together they get no more than `most`. */
  #linesInOrder(): SchedulerLine[] {
    const { schedulers } = this.#current;
    const isInvented = ([name]: [string, SchedulerLine]) => (schedulers.has(name) ? 0 : 1);
    return [...this.#lines]
      .toSorted((one, other) => isInvented(one) - isInvented(other))
      .map(([, line]) => line);
  }

  /** `isRefused`: it would be so again, so that others of its tenant come first for a while. */
  failed({ uid }: Pick<SlimPod, 'uid'>, isRefused: boolean): void {
    const entry = this.#entries.get(uid);
    if (entry?.state !== 'released') return;
    if (!isRefused) {
      this.#putBack(entry);
      return;
    }
    entry.line.giveBack(entry.own);
    this.#leave(entry);
    this.#enter(entry, 'held');
    entry.state = 'refused';
    this.#unsettle(entry, this.#clock());
  }

  #putBack(entry: Entry): void {
    if (entry.state === 'released') entry.line.giveBack(entry.own);
    this.#leave(entry);
    this.#enter(entry, 'gated', true);
    this.changed();
  }

  /** Nobody has turns any more: all of them, whatever else waits. Those that others hold too lose ours as well. */
  #allGated(most: number, now: number): SlimPod[] {
    const due: SlimPod[] = [];
    for (const entry of this.#entries.values()) {
      if (due.length >= most) break;
      const { gates } = entry.pod.queueing ?? {};
      const isDone = entry.state === 'released' || entry.state === 'refused';
      if (isDone || (gates !== 'ours' && gates !== 'both')) continue;
      this.#leave(entry);
      entry.state = 'released';
      this.#unsettle(entry, now);
      due.push(entry.pod);
    }
    return due;
  }

  #unsettle(entry: Entry, now: number): void {
    entry.at = now;
    this.#unsettled.add(entry);
  }

  #entered(uid: string, state: State): Entry | undefined {
    const entry = this.#entries.get(uid);
    if (entry !== undefined) entry.state = state;
    return entry;
  }

  #podChanged(before: SlimPod | undefined, after: SlimPod | undefined): void {
    const uid = after?.uid ?? before?.uid ?? '';
    const entry = this.#entries.get(uid);
    if (entry === undefined && (after === undefined || after.nodeName !== '')) return;
    const wanted = after === undefined ? undefined : this.#stateOf(after);
    if (entry === undefined) {
      if (after !== undefined && wanted !== undefined) this.#add(after, wanted, before === undefined);
      return;
    }
    if (after === undefined || wanted === undefined) this.#remove(entry);
    else this.#update(entry, after, wanted);
    this.changed();
  }

  #update(entry: Entry, pod: SlimPod, wanted: 'gated' | 'held' | 'window'): void {
    const { state } = entry;
    entry.pod = pod;
    // Not shown yet, or not tried again yet.
    if ((state === 'released' || state === 'refused') && wanted !== 'window') return;
    if (wanted === state || (state === 'late' && wanted === 'window')) return;
    if (wanted === 'window') entry.line.noteRelease();
    // Where turns are off, what was released has left its place already.
    if (state === 'released' && wanted === 'window' && entry.own.window.has(pod.uid)) {
      entry.state = 'window';
      entry.line.shown(pod.uid);
      return;
    }
    this.#leave(entry);
    this.#enter(entry, wanted);
    if (wanted === 'window') entry.line.charge(entry.own);
  }

  #add(pod: SlimPod, state: 'gated' | 'held' | 'window', isNew: boolean): void {
    const line = this.#lineOf(pod.schedulerName);
    const own = line.of(this.#tenants.of(pod.namespace));
    const entry: Entry = { pod, state, line, own, at: 0 };
    this.#entries.set(pod.uid, entry);
    this.#enter(entry, state);
    if (!isNew) return;
    line.seen(own, pod.queueing?.gates === 'ours' || pod.queueing?.gates === 'both');
    if (state === 'window') line.charge(own);
    this.changed();
  }

  #remove(entry: Entry): void {
    this.#leave(entry);
    this.#entries.delete(entry.pod.uid);
    this.#unsettled.delete(entry);
    entry.line.forgetIfEmpty(entry.own);
  }

  #enter(entry: Entry, state: 'gated' | 'held' | 'window', again = false): void {
    const { line, pod } = entry;
    const own = line.of(entry.own.tenant);
    entry.state = state;
    entry.own = own;
    if (state === 'gated') own.gated.add(pod, again);
    else if (state === 'held') own.held.add(pod.uid);
    else line.enterWindow(own, pod, this.#clock());
  }

  #leave({ line, own, pod }: Entry): void {
    own.gated.remove(pod.uid);
    own.held.delete(pod.uid);
    line.leaveWindow(own, pod.uid, this.#clock());
  }

  /** The namespace has become another's: its pods wait in that one's line, and all others stay where they are. */
  #move(namespace: string): void {
    const moved = [...this.#entries.values()].filter(({ pod }) => pod.namespace === namespace);
    for (const entry of moved) {
      this.#remove(entry);
      const state = this.#stateOf(entry.pod);
      if (state !== undefined) this.#add(entry.pod, state, false);
    }
    if (moved.length > 0) this.changed();
  }

  /** Undefined: it waits for no scheduler that has turns. */
  #stateOf(pod: SlimPod): 'gated' | 'held' | 'window' | undefined {
    const { queueing, schedulerName } = pod;
    if (queueing === undefined || pod.nodeName !== '' || pod.terminating || isTerminal(pod)) return undefined;
    const { gates, tried } = queueing;
    const isOurs = gates === 'ours' || gates === 'both';
    // Whoever has our gate gets rid of it, whatever the settings have become since.
    const { mode, schedulers } = this.#current;
    if (!isOurs && (mode === 'off' || tried || !schedulers.has(schedulerName))) return undefined;
    if (!isOurs && this.#tenants.of(pod.namespace).system) return undefined;
    if (gates === 'none') return 'window';
    return gates === 'ours' ? 'gated' : 'held';
  }

  #lineOf(scheduler: string): SchedulerLine {
    const known = this.#lines.get(scheduler);
    if (known !== undefined) return known;
    const line = new SchedulerLine(this.#current);
    this.#lines.set(scheduler, line);
    return line;
  }

  #keepCurrent(): void {
    const newest = this.#settings();
    if (newest === this.#current) return;
    this.#current = newest;
    this.#tenants = new KnownTenants(this.#view, newest.tenancy);
    this.#rebuild();
  }

  #rebuild(): void {
    this.#lines = new Map();
    this.#entries = new Map();
    this.#unsettled.clear();
    for (const pod of this.#view.unboundPods()) {
      const state = this.#stateOf(pod);
      if (state !== undefined) this.#add(pod, state, false);
    }
  }
}
