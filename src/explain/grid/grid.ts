/**
 * The cluster as a picture: nodes × DaemonSets, a byte each, and what each node has, gives and keeps. Follows the view: an
 * event says which nodes are to be looked at again, and `refresh` looks, for as long as it is given.
 */
import { isTerminal, type SlimPod } from '../../cluster/records.ts';
import { type ClusterView, NO_NODE } from '../../cluster/view.ts';
import type { IsStartupTaint } from '../../daemons/startup-taints.ts';
import { targetNode } from '../../daemons/target-node.ts';
import { NO_HOLDS } from '../../headroom/hold-book.ts';
import type { HoldLedger } from '../../headroom/hold-ledger.ts';
import { PodsByNode } from '../../headroom/pods-by-node.ts';
import { GRID_RESOURCES, ROOM_NUMBERS, ROOM_PARTS } from './answer.ts';
import { GridColumns, isSameSpec } from './columns.ts';
import { type GridRow, isSameRow } from './grid-row.ts';
import { poolOf } from './pool.ts';
import { writeRow } from './row.ts';

export interface GridParts {
  readonly view: ClusterView;
  readonly ledger: HoldLedger;
  /** Whether room is kept at all. */
  keepsRoom(): boolean;
  isStartupTaint: IsStartupTaint;
}

export class Grid {
  readonly columns: GridColumns;
  readonly stop: () => void;
  readonly #parts: GridParts;
  /** The pods that wait for just one node. */
  readonly #aimed = new PodsByNode(aimOf);
  /** By node number: as many as the view has nodes. */
  readonly #rows = new Map<number, GridRow>();
  /** The numbers of the rows, by the names of their nodes. */
  readonly #numbers = new Map<string, number>();
  /** Names of nodes that are to be looked at again: those of the view, and those that have just gone. */
  readonly #dirty = new Set<string>();
  /** Node numbers whose row is another than the last time somebody took the changes. */
  readonly #changed = new Set<number>();
  #layout = 0;
  #keptRoom: boolean | undefined;

  constructor(parts: GridParts) {
    const { view, ledger } = parts;
    this.#parts = parts;
    this.columns = new GridColumns(view);
    for (const pod of view.unboundPods()) this.#aimed.add(pod);
    const stopRenewed = ledger.onRenewed((node) => this.#touch(node));
    const stopView = view.subscribe({
      nodes: (before, after) => this.#touch((after ?? before)?.name),
      pods: (before, after) => {
        if (before !== undefined) this.#touch(this.#aimed.remove(before));
        if (after !== undefined) this.#touch(this.#aimed.add(after));
        if (before !== undefined && after !== undefined && looksTheSame(before, after)) return;
        this.#touch(before?.nodeName);
        this.#touch(after?.nodeName);
      },
      daemonSets: (before, after) => {
        if (before === undefined || after === undefined || !isSameSpec(before, after))
          this.columns.daemonSetMoved();
      },
      limitRanges: (before, after) => this.#completedAnew((after ?? before)?.namespace),
      runtimeClasses: () => this.columns.completedAnew(),
    });
    this.stop = () => {
      stopRenewed();
      stopView();
    };
  }

  /** Another number: rows of before have nothing to do with those of now. */
  get layout(): number {
    return this.#layout;
  }

  get rows(): ReadonlyMap<number, GridRow> {
    return this.#rows;
  }

  /** Goes on until everything is looked at, or the time is over: then false. The ledger is to be fresh. */
  refresh(isOver: () => boolean): boolean {
    this.#followColumns();
    for (const name of this.#dirty) {
      this.#dirty.delete(name);
      this.#renew(name);
      if (isOver()) return this.#dirty.size === 0;
    }
    return true;
  }

  /** The numbers of the rows that are others than at the last call; a number without a row is of a node that is gone. */
  takeChanged(): number[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  #followColumns(): void {
    const { ledger, isStartupTaint, keepsRoom } = this.#parts;
    const keeps = keepsRoom();
    const kept = new Map(
      keeps ? Array.from(ledger.daemons(), (daemon) => [daemon.daemonSet.uid, daemon]) : [],
    );
    const moved = this.columns.refresh(kept, isStartupTaint);
    if (moved === 'nothing' && keeps === this.#keptRoom) return;
    if (moved === 'order') {
      this.#layout += 1;
      this.#rows.clear();
      this.#numbers.clear();
    }
    this.#keptRoom = keeps;
    for (const { name } of this.#parts.view.nodes()) this.#dirty.add(name);
  }

  #renew(name: string): void {
    const { view, ledger, keepsRoom } = this.#parts;
    const number = view.nodeNumber(name);
    const node = view.nodeAt(number);
    if (number === NO_NODE || node === undefined) {
      this.#dropGone(name);
      return;
    }
    // Gone and come again under another number, between two looks.
    if (this.#numbers.has(name) && this.#numbers.get(name) !== number) this.#dropGone(name);
    const cells = new Uint8Array(this.columns.all.length);
    const [bound, aimed] = [[...view.podsOnNode(name)], [...this.#aimed.at(name)]];
    const holds = keepsRoom() ? ledger.holdsOn(name) : NO_HOLDS;
    const free = (resource: string) => view.column(resource)?.free[number] ?? 0;
    const ends = writeRow({ node, bound, aimed, holds, free }, this.columns.all, cells);
    const row = { node, pool: poolOf(node.labels), cells, room: this.#roomOf(number), ends };
    const before = this.#rows.get(number);
    if (before !== undefined && isSameRow(before, row)) return;
    if (before !== undefined && before.node.name !== name) this.#numbers.delete(before.node.name);
    this.#rows.set(number, row);
    this.#numbers.set(name, number);
    this.#changed.add(number);
  }

  /** Its number may be another node's by now. */
  #dropGone(name: string): void {
    const number = this.#numbers.get(name);
    this.#numbers.delete(name);
    if (number === undefined) return;
    this.#rows.delete(number);
    this.#changed.add(number);
  }

  #roomOf(number: number): Float32Array {
    const { view, ledger, keepsRoom } = this.#parts;
    const { amounts } = ledger;
    const room = new Float32Array(ROOM_NUMBERS);
    GRID_RESOURCES.forEach((resource, index) => {
      const column = view.column(resource);
      const allocatable = column?.size[number] ?? 0;
      const held = keepsRoom() ? (amounts.held(amounts.lowestLevel, resource)?.[number] ?? 0) : 0;
      room.set([allocatable, allocatable - (column?.free[number] ?? 0), held], index * ROOM_PARTS.length);
    });
    return room;
  }

  /** Pods may name any node: only those that have, or had, a row are remembered. */
  #touch(name: string | null | undefined): void {
    if (!name) return;
    if (this.#parts.view.node(name) !== undefined || this.#numbers.has(name)) this.#dirty.add(name);
    else this.#dirty.delete(name);
  }

  #completedAnew(namespace: string | undefined): void {
    const isShown = this.columns.all.some(({ daemon }) => daemon.daemonSet.namespace === namespace);
    if (isShown) this.columns.completedAnew();
  }
}

function aimOf({ nodeName, owner, placement }: SlimPod): string | null {
  return nodeName === '' && owner !== undefined && placement ? targetNode(placement) : null;
}

/** Most events of a pod change what no cell shows. */
function looksTheSame(before: SlimPod, after: SlimPod): boolean {
  return (
    before.nodeName === after.nodeName &&
    before.requests === after.requests &&
    before.ready === after.ready &&
    before.terminating === after.terminating &&
    before.revisionHash === after.revisionHash &&
    isTerminal(before) === isTerminal(after)
  );
}
