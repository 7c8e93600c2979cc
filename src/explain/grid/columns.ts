/** The DaemonSets of the grid, each compiled once: those whose room is kept come first. */
import type { SlimDaemonSet } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import type { IsStartupTaint } from '../../daemons/startup-taints.ts';
import { compileDaemon, type ProtectedDaemon } from '../../headroom/protected/protected-daemon.ts';

export interface GridColumn {
  readonly daemon: ProtectedDaemon;
  /** Whether its room is kept. */
  readonly isProtected: boolean;
}

/** More than anybody compares; a cluster where everybody may write DaemonSets can have any number. */
const MOST_COLUMNS = 100;

/** Each is a byte here and in every browser. */
const MOST_CELLS = 2_000_000;

export class GridColumns {
  readonly #view: ClusterView;
  /** Those that nobody protects, as compiled last. */
  readonly #others = new Map<string, ProtectedDaemon>();
  #all: readonly GridColumn[] = [];
  #left = 0;
  #moved = true;

  constructor(view: ClusterView) {
    this.#view = view;
  }

  get all(): readonly GridColumn[] {
    return this.#all;
  }

  /** How many there are that have no column. */
  get left(): number {
    return this.#left;
  }

  /** A DaemonSet is there, gone, or another than before. */
  daemonSetMoved(): void {
    this.#moved = true;
  }

  /** Something is added to new pods that was not before: what was compiled says too little. */
  completedAnew(): void {
    this.#others.clear();
    this.#moved = true;
  }

  /** `order`: others stand where these stood. `rules`: the same DaemonSets, of which some are compiled anew. */
  refresh(
    kept: ReadonlyMap<string, ProtectedDaemon>,
    isStartupTaint: IsStartupTaint,
  ): 'order' | 'rules' | 'nothing' {
    const stays = this.#all.every(
      ({ daemon, isProtected }) =>
        isProtected === kept.has(daemon.daemonSet.uid) &&
        (!isProtected || kept.get(daemon.daemonSet.uid) === daemon),
    );
    if (!this.#moved && stays) return 'nothing';
    this.#moved = false;
    const before = this.#all;
    const sorted = [...this.#view.daemonSets()].sort(byProtection(kept));
    const places = Math.min(MOST_COLUMNS, Math.floor(MOST_CELLS / Math.max(1, this.#view.counts().nodes)));
    this.#all = sorted.slice(0, places).map((daemonSet) => {
      const own = kept.get(daemonSet.uid);
      return { daemon: own ?? this.#other(daemonSet, isStartupTaint), isProtected: own !== undefined };
    });
    this.#left = sorted.length - this.#all.length;
    const shown = new Set(this.#all.map(({ daemon }) => daemon.daemonSet.uid));
    for (const uid of this.#others.keys()) if (!shown.has(uid)) this.#others.delete(uid);
    return difference(before, this.#all);
  }

  #other(daemonSet: SlimDaemonSet, isStartupTaint: IsStartupTaint): ProtectedDaemon {
    const known = this.#others.get(daemonSet.uid);
    if (known !== undefined && isSameSpec(known.daemonSet, daemonSet)) return known;
    const compiled = compileDaemon(daemonSet, this.#view, isStartupTaint);
    this.#others.set(daemonSet.uid, compiled);
    return compiled;
  }
}

function difference(before: readonly GridColumn[], after: readonly GridColumn[]) {
  const isOrder = after.some(
    ({ daemon, isProtected }, index) =>
      before[index]?.daemon.daemonSet.uid !== daemon.daemonSet.uid ||
      before[index]?.isProtected !== isProtected,
  );
  if (isOrder || before.length !== after.length) return 'order';
  return after.some(({ daemon }, index) => before[index]?.daemon !== daemon) ? 'rules' : 'nothing';
}

/** Most events of a DaemonSet count its pods. */
export function isSameSpec(before: SlimDaemonSet, after: SlimDaemonSet): boolean {
  return (
    before.uid === after.uid &&
    before.partition === after.partition &&
    before.generation === after.generation &&
    before.templateGeneration === after.templateGeneration &&
    before.terminating === after.terminating
  );
}

function byProtection(kept: ReadonlyMap<string, ProtectedDaemon>) {
  return (a: SlimDaemonSet, b: SlimDaemonSet): number =>
    Number(kept.has(b.uid)) - Number(kept.has(a.uid)) ||
    compare(a.partition, b.partition) ||
    compare(a.tenant, b.tenant) ||
    compare(a.namespace, b.namespace) ||
    compare(a.name, b.name);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
