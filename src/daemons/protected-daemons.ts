/** The DaemonSets whose room is kept, compiled once and kept in step with the view and the settings. */
import type { SlimDaemonSet, SlimPod } from '../cluster/records.ts';
import type { ClusterView } from '../cluster/view.ts';
import { isAppsDaemonSetOwner } from '../kube/owners.ts';
import { compileDaemon, type ProtectedDaemon } from './protected-daemon.ts';

export interface Protection {
  isProtected(daemonSet: SlimDaemonSet): boolean;
}

export class ProtectedDaemons {
  readonly #view: ClusterView;
  #byUid = new Map<string, ProtectedDaemon>();
  #settings: Protection | undefined;
  /** Something has happened that may have changed which are protected. */
  #moved = true;
  /** Priorities are read from the classes, so that all are compiled anew when one changes. */
  #classesMoved = false;

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

  /** Whether there are others than before. */
  refresh(settings: Protection): boolean {
    if (!this.#moved && settings === this.#settings) return false;
    const before = this.#byUid;
    this.#byUid = new Map();
    for (const daemonSet of this.#view.daemonSets()) {
      if (!settings.isProtected(daemonSet)) continue;
      const known = this.#classesMoved ? undefined : before.get(daemonSet.uid);
      const same = known !== undefined && isSame(known.daemonSet, daemonSet);
      this.#byUid.set(daemonSet.uid, same ? known : compileDaemon(daemonSet, this.#view));
    }
    this.#settings = settings;
    this.#moved = false;
    this.#classesMoved = false;
    if (before.size !== this.#byUid.size) return true;
    for (const [uid, daemon] of this.#byUid) if (before.get(uid) !== daemon) return true;
    return false;
  }

  all(): Iterable<ProtectedDaemon> {
    return this.#byUid.values();
  }

  /**
   * The protected daemon that a pod belongs to. Anybody who may write pods can write an owner reference, but only in a
   * namespace of his own: so the uid alone proves nothing.
   */
  of(pod: SlimPod | undefined): ProtectedDaemon | undefined {
    if (pod === undefined) return undefined;
    const { owner, namespace, tenant } = pod;
    if (owner === undefined || !isAppsDaemonSetOwner(owner)) return undefined;
    const daemon = this.#byUid.get(owner.uid);
    const isIts = daemon?.daemonSet.namespace === namespace && daemon.daemonSet.tenant === tenant;
    return isIts ? daemon : undefined;
  }
}

/** Most events of a DaemonSet only count its pods: its spec is as old as its generation. */
function isSame(before: SlimDaemonSet, after: SlimDaemonSet): boolean {
  return (
    before.uid === after.uid &&
    before.generation === after.generation &&
    before.templateGeneration === after.templateGeneration &&
    before.terminating === after.terminating
  );
}
