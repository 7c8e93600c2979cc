/** What there is to tell of daemons that wait for room, and of those that are not waited for any more. */
import type { SlimDaemonSet } from '../../cluster/records.ts';
import { type ClusterView, NO_NODE } from '../../cluster/view.ts';
import type { ActiveHold } from '../../headroom/hold-book.ts';
import type { HoldLedger } from '../../headroom/hold-ledger.ts';
import type { HoldKind } from '../../headroom/holds.ts';
import { REPEATED_AFTER_MS } from './event-book.ts';
import { type EventNote, givenUpNote, waitingNote } from './event-note.ts';

/** A pod is made, scheduled and bound within seconds: who has none after a minute waits. */
const WAITING_AFTER_MS = 60_000;

/** Of the daemon itself; the others wait for its turn in a rollout, or for its predecessor. */
const WAITING_KINDS: ReadonlySet<HoldKind> = new Set(['missing', 'pending']);

/** More are not named; all are counted. */
const NODES_KEPT = 10;

export interface DaemonNewsOptions {
  readonly ledger: HoldLedger;
  readonly view: ClusterView;
  /** Of whose daemons, where there are several. */
  readonly partition?: string;
  /** The ledger's own time, and what has to be added to it for people. */
  now(): number;
  blindTime(): number;
  tell(note: EventNote): void;
}

interface Waits {
  readonly daemonSet: SlimDaemonSet;
  readonly nodes: string[];
  full: number;
  until: number;
}

interface GivenUp {
  readonly daemonSet: SlimDaemonSet;
  readonly nodes: string[];
  total: number;
}

export class DaemonNews {
  readonly #options: DaemonNewsOptions;
  /** By uid, when a DaemonSet was last said to wait. */
  readonly #told = new Map<string, number>();
  readonly #givenUp = new Map<string, GivenUp>();
  readonly stop: () => void;

  constructor(options: DaemonNewsOptions) {
    this.#options = options;
    this.stop = options.ledger.onGivenUp((node, hold) => this.#gaveUp(node, hold));
  }

  /** Call it when the ledger is up to the view. */
  tell(): void {
    this.#tellGivenUp();
    this.#tellWaiting();
  }

  #gaveUp(node: string, { daemon: { daemonSet }, kind }: ActiveHold): void {
    if (!WAITING_KINDS.has(kind) || !this.#isOwn(daemonSet)) return;
    const sum = this.#givenUp.get(daemonSet.uid) ?? { daemonSet, nodes: [], total: 0 };
    this.#givenUp.set(daemonSet.uid, sum);
    sum.total += 1;
    if (sum.nodes.length < NODES_KEPT) sum.nodes.push(node);
  }

  #tellGivenUp(): void {
    for (const { daemonSet, nodes, total } of this.#givenUp.values()) {
      this.#options.tell(givenUpNote(daemonSet, nodes, total));
    }
    this.#givenUp.clear();
  }

  #tellWaiting(): void {
    const { now, blindTime, tell } = this.#options;
    const waiting = this.#waiting(now());
    for (const uid of this.#told.keys()) if (!waiting.has(uid)) this.#told.delete(uid);
    for (const [uid, { daemonSet, nodes, full, until }] of waiting) {
      const last = this.#told.get(uid) ?? Number.NEGATIVE_INFINITY;
      if (now() - last < REPEATED_AFTER_MS) continue;
      this.#told.set(uid, now());
      tell(waitingNote(daemonSet, { nodes, full, until: until + blindTime() }));
    }
  }

  #waiting(now: number): Map<string, Waits> {
    const waiting = new Map<string, Waits>();
    for (const [node, holds] of this.#options.ledger.all()) {
      for (const hold of holds) {
        const { daemonSet } = hold.daemon;
        const waits = !hold.expired && WAITING_KINDS.has(hold.kind) && Number.isFinite(hold.until);
        if (!waits || !this.#isOwn(daemonSet) || now - hold.since < WAITING_AFTER_MS) continue;
        const sum = waiting.get(daemonSet.uid) ?? { daemonSet, nodes: [], full: 0, until: 0 };
        waiting.set(daemonSet.uid, sum);
        sum.nodes.push(node);
        sum.until = Math.max(sum.until, hold.until);
        if (this.#lacksRoom(node, hold)) sum.full += 1;
      }
    }
    return waiting;
  }

  #isOwn({ partition }: SlimDaemonSet): boolean {
    return partition === (this.#options.partition ?? '');
  }

  #lacksRoom(node: string, { amounts }: ActiveHold): boolean {
    const { view } = this.#options;
    const number = view.nodeNumber(node);
    if (number === NO_NODE) return false;
    return [...amounts].some(([resource, amount]) => amount > (view.column(resource)?.free[number] ?? 0));
  }
}
