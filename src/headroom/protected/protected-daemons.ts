/** The DaemonSets whose room is kept, compiled once and kept in step with the view and the settings. */
import type { SlimDaemonSet, SlimLimitRange, SlimPod, SlimRuntimeClass } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import type { IsStartupTaint } from '../../daemons/startup-taints.ts';
import { belongsTo, compileDaemon, type ProtectedDaemon, priorityOf } from './protected-daemon.ts';

export interface Protection {
  isProtected(daemonSet: SlimDaemonSet): boolean;
  readonly isStartupTaint: IsStartupTaint;
}

export interface DaemonChanges {
  /** New ones, and those that are no longer what they were. */
  readonly changed: readonly ProtectedDaemon[];
  /** UIDs of those that are not protected any more, or not there. */
  readonly gone: readonly string[];
}

export class ProtectedDaemons {
  readonly #view: ClusterView;
  #byUid = new Map<string, ProtectedDaemon>();
  #settings: Protection | undefined;
  /** Something has happened that may have changed which are protected. */
  #moved = true;
  /** Priorities are read from the classes, so that all are compared when one changes. */
  #classesMoved = false;
  /** The uids of those whose pods admission may complete otherwise than before. */
  readonly #completedAnew = new Set<string>();

  constructor(view: ClusterView) {
    this.#view = view;
  }

  daemonSetMoved(before: SlimDaemonSet | undefined, after: SlimDaemonSet | undefined): void {
    if (before === undefined || after === undefined || !isSame(before, after)) this.#moved = true;
  }

  namespaceMoved(): void {
    this.#moved = true;
  }

  priorityClassMoved(): void {
    this.#moved = true;
    this.#classesMoved = true;
  }

  limitRangeMoved(moved: SlimLimitRange | undefined): void {
    this.#completeAnew(
      ({ namespace, tenant, partition }) =>
        namespace === moved?.namespace && tenant === moved.tenant && partition === moved.partition,
    );
  }

  runtimeClassMoved(moved: SlimRuntimeClass | undefined): void {
    this.#completeAnew(
      ({ template, partition }) => template.runtimeClassName === moved?.name && partition === moved.partition,
    );
  }

  /** What is to be done again; of what stays as it was, nothing. */
  refresh(settings: Protection): DaemonChanges {
    if (!this.#moved && settings === this.#settings) return NO_CHANGES;
    const before = this.#byUid;
    const changed: ProtectedDaemon[] = [];
    this.#byUid = new Map();
    for (const daemonSet of this.#view.daemonSets()) {
      if (!settings.isProtected(daemonSet)) continue;
      const known = settings === this.#settings ? before.get(daemonSet.uid) : undefined;
      const stays = known !== undefined && this.#isStill(known, daemonSet);
      const daemon = stays ? known : compileDaemon(daemonSet, this.#view, settings.isStartupTaint);
      if (!stays) changed.push(daemon);
      this.#byUid.set(daemonSet.uid, daemon);
    }
    this.#settings = settings;
    this.#moved = false;
    this.#classesMoved = false;
    this.#completedAnew.clear();
    return { changed, gone: [...before.keys()].filter((uid) => !this.#byUid.has(uid)) };
  }

  all(): Iterable<ProtectedDaemon> {
    return this.#byUid.values();
  }

  get(uid: string): ProtectedDaemon | undefined {
    return this.#byUid.get(uid);
  }

  #isStill({ daemonSet, priority }: ProtectedDaemon, newest: SlimDaemonSet): boolean {
    if (!isSame(daemonSet, newest) || this.#completedAnew.has(newest.uid)) return false;
    return !this.#classesMoved || priority === priorityOf(newest, this.#view);
  }

  /** The protected daemon that a pod belongs to. */
  of(pod: SlimPod | undefined): ProtectedDaemon | undefined {
    const daemon = this.#byUid.get(pod?.owner?.uid ?? '');
    return pod && daemon && belongsTo(pod, daemon.daemonSet) ? daemon : undefined;
  }

  /** Tenants write LimitRanges as often as they like: where no protected daemon lives there is nothing to do. */
  #completeAnew(isMeant: (daemonSet: SlimDaemonSet) => boolean): void {
    for (const [uid, { daemonSet }] of this.#byUid) if (isMeant(daemonSet)) this.#completedAnew.add(uid);
    if (this.#completedAnew.size > 0) this.#moved = true;
  }
}

const NO_CHANGES: DaemonChanges = { changed: [], gone: [] };

/** Most events of a DaemonSet only count its pods: its spec is as old as its generation. */
function isSame(before: SlimDaemonSet, after: SlimDaemonSet): boolean {
  return (
    before.uid === after.uid &&
    // After an etcd was copied, all the rest may be the same.
    before.partition === after.partition &&
    before.generation === after.generation &&
    before.templateGeneration === after.templateGeneration &&
    before.terminating === after.terminating
  );
}
