/** All pods that wait for one scheduler, tenant by tenant, and whose turn it is. */
import type { SlimPod } from '../cluster/records.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { AdaptiveWindow } from './adaptive-window.ts';
import { BegunGroups, LARGEST_GROUP } from './begun-groups.ts';
import { ExpectedPods } from './expected-pods.ts';
import { groupKey } from './gated-pods.ts';
import type { FairnessSettings } from './settings.ts';
import { TenantLine, tenantKey } from './tenant-line.ts';
import { Turns } from './turns.ts';

/**
 * A pod that no scheduler looks at for so long waits for something else: a volume that is being made, or a scheduler that is
 * away. It does not keep others back any longer.
 */
const LATE_AFTER_MS = 30_000;

/** Gated pods and room for them, and nobody takes gates off for so long: then nobody gets one. */
const STALLED_AFTER_MS = 15_000;

/** Beside a window that others fill: one tenant with less than a share makes no long queue, several do. */
const SHARES_OF_A_LONG_QUEUE = 2;

/**
 * Of a tenant with pods in the window a scheduler takes one up at least so often, unless they are stuck: behind a whole group of
 * others it comes to them after four seconds at its default rate, and not all keep that up.
 */
const MOVES_WITHIN_MS = 10_000;

export interface NewPod {
  readonly tenant: Tenant;
  /** It is only tried, and never comes. */
  readonly dryRun: boolean;
  /** As `groupKey` says it. */
  readonly group: string;
}

export class SchedulerLine {
  readonly tenants = new Map<string, TenantLine>();
  readonly turns = new Turns();
  readonly #settings: FairnessSettings;
  readonly #window: AdaptiveWindow;
  /** Those of the window that were released by us, and do not show yet: no scheduler sees them. */
  readonly #unshown = new Set<string>();
  readonly #groups = new BegunGroups();
  readonly #expectedDirect = new ExpectedPods();
  readonly #expectedGated = new ExpectedPods();
  #inWindow = 0;
  #weights = 0;
  #idleSince: number | undefined;

  constructor(settings: FairnessSettings) {
    this.#settings = settings;
    this.#window = new AdaptiveWindow(settings.window);
  }

  /** Pods without a gate that no scheduler has looked at. */
  get inWindow(): number {
    return this.#inWindow;
  }

  /** How many of those there may be while others are gated. */
  get windowSize(): number {
    return this.#window.size;
  }

  /** The line of a tenant, made when it has none yet. */
  of(tenant: Tenant): TenantLine {
    const key = tenantKey(tenant);
    const known = this.tenants.get(key);
    if (known !== undefined) return known;
    const made = new TenantLine(tenant, this.#settings.weightOf(tenant));
    this.tenants.set(key, made);
    this.#weights += made.weight;
    return made;
  }

  has(tenant: Tenant): boolean {
    return this.tenants.has(tenantKey(tenant));
  }

  forgetIfEmpty(own: TenantLine): void {
    const key = tenantKey(own.tenant);
    if (own.waiting > 0 || this.tenants.get(key) !== own) return;
    this.tenants.delete(key);
    this.#weights -= own.weight;
  }

  enterWindow(own: TenantLine, pod: SlimPod, now: number): void {
    own.window.set(pod.uid, now);
    this.#inWindow += 1;
    const group = groupKey(pod);
    if (group !== '') this.#groups.add(group, now);
  }

  /** `takenUpAt`: a scheduler has looked at it, or it is gone; undefined when nobody waits for it any longer. */
  leaveWindow(own: TenantLine, uid: string, takenUpAt?: number): void {
    if (!own.window.delete(uid)) return;
    this.#inWindow -= 1;
    // What no scheduler has seen has not left it with less to do: its gate could not be taken off.
    if (this.#unshown.delete(uid)) return;
    own.takenUpAt = takenUpAt ?? own.takenUpAt;
    this.#window.left(this.#inWindow - this.#unshown.size);
  }

  charge(own: TenantLine, pods = 1): void {
    this.turns.charge(tenantKey(own.tenant), pods, own.weight);
  }

  giveBack(own: TenantLine): void {
    this.turns.giveBack(tenantKey(own.tenant), 1, own.weight);
  }

  /** From now on a scheduler sees it, too. */
  shown(uid: string): void {
    this.#unshown.delete(uid);
  }

  /** Gates are being taken off, by whomever. */
  noteRelease(): void {
    this.#idleSince = undefined;
  }

  /** A new pod is there, as a review has let it pass. */
  seen(own: TenantLine, isGated: boolean): void {
    (isGated ? this.#expectedGated : this.#expectedDirect).seen(tenantKey(own.tenant));
  }

  /** A few times a second: the pods that do not count any longer, and whether anybody takes gates off. */
  look(now: number): string[] {
    this.#expectedDirect.forgetOld(now);
    this.#expectedGated.forgetOld(now);
    // Who is not asked, and does not hold the Lease, has no other occasion to forget.
    this.turns.advance(this.#waiting());
    const isWaiting = !this.#waiting().next().done;
    this.#window.look(isWaiting);
    const hasWork = isWaiting && this.#inWindow < this.#settings.window;
    this.#idleSince = hasWork ? (this.#idleSince ?? now) : undefined;
    return [...this.tenants.values()].flatMap((own) => {
      const late = lateIn(own.window, now);
      for (const uid of late) this.leaveWindow(own, uid);
      this.forgetIfEmpty(own);
      return late;
    });
  }

  isStalled(now: number): boolean {
    return this.#idleSince !== undefined && now - this.#idleSince >= STALLED_AFTER_MS;
  }

  /** Whether a new pod has to wait for its turn. Who asks does what is said: the pod is counted. */
  gates(pod: NewPod, now: number): boolean {
    const isGated = this.#mustWait(pod, now);
    if (pod.dryRun) return isGated;
    (isGated ? this.#expectedGated : this.#expectedDirect).add(tenantKey(pod.tenant), now);
    return isGated;
  }

  #mustWait({ tenant, group }: NewPod, now: number): boolean {
    const { share } = this.#settings;
    const { size } = this.#window;
    const key = tenantKey(tenant);
    const own = this.tenants.get(key);
    const direct = this.#expectedDirect.of(key);
    const waiting = (own?.waiting ?? 0) + direct + this.#expectedGated.of(key);
    if (group !== '' && own?.gated.hasGroup(group)) return true;
    const follows = group !== '' && this.#groups.has(group, now);
    const allowed = follows ? share + LARGEST_GROUP : share;
    if (waiting >= allowed) return true;
    if (follows) return false;
    this.turns.advance(this.#waiting());
    const weight = own?.weight ?? this.#settings.weightOf(tenant);
    if (this.#othersWait(key) && this.turns.aheadOf(key, weight) + direct >= share) return true;
    // Many tenants with less than a share each make a long queue too.
    const isLong = this.#inWindow + this.#expectedDirect.size >= size + SHARES_OF_A_LONG_QUEUE * share;
    const weights = this.#weights + (own === undefined ? weight : 0);
    return isLong && (own?.window.size ?? 0) + direct >= partOf(size, weight, weights);
  }

  /** The pods to release now, in their order. They count as released: whoever cannot do it says so. */
  due(now: number, most: number): { readonly own: TenantLine; readonly pod: SlimPod }[] {
    const released: { own: TenantLine; pod: SlimPod }[] = [];
    this.turns.advance(this.#waiting());
    while (released.length < most) {
      const key = this.turns.next(this.#inWindow < this.#window.size ? this.#waiting() : this.#kept(now));
      const own = key === undefined ? undefined : this.tenants.get(key);
      if (own === undefined) break;
      for (const pod of own.gated.first(LARGEST_GROUP)) {
        own.gated.remove(pod.uid);
        this.enterWindow(own, pod, now);
        this.#unshown.add(pod.uid);
        this.charge(own);
        released.push({ own, pod });
      }
    }
    if (released.length > 0) this.turns.advance(this.#waiting());
    return released;
  }

  *#waiting(): Generator<string> {
    for (const [key, { gated }] of this.tenants) if (gated.size > 0) yield key;
  }

  /** Whom others keep from its part of the window: pods that are not placed hold up nobody but their own tenant. */
  *#kept(now: number): Generator<string> {
    for (const [key, own] of this.tenants) {
      const part = partOf(this.#window.size, own.weight, this.#weights);
      if (own.gated.size > 0 && own.window.size < part && !this.#owes(key, own, part, now)) yield key;
    }
  }

  /**
   * It has had more than its part before somebody whose turn it is, and whose pods are being placed: it waits for that one. Else who
   * has all its pods in groups would have a whole group whenever the last one is nearly through.
   */
  #owes(key: string, own: TenantLine, part: number, now: number): boolean {
    const place = this.turns.placeOf(key);
    for (const [other, { gated, takenUpAt }] of this.tenants) {
      const isMoving = gated.size > 0 && now - takenUpAt < MOVES_WITHIN_MS;
      if (isMoving && (place - this.turns.placeOf(other)) * own.weight > part) return true;
    }
    return false;
  }

  #othersWait(key: string): boolean {
    for (const other of this.#waiting()) if (other !== key) return true;
    return false;
  }
}

/** The oldest come first: a tenant without others may have a hundred thousand, of which none is late. */
function lateIn(window: ReadonlyMap<string, number>, now: number): string[] {
  const late: string[] = [];
  for (const [uid, since] of window) {
    if (now - since < LATE_AFTER_MS) break;
    late.push(uid);
  }
  return late;
}

/** A tenant's part of the window by its weight, and a place at least. */
function partOf(window: number, weight: number, weights: number): number {
  return Math.max(1, Math.floor((window * weight) / weights));
}
