/** Which of the asked nodes a pod may go to, and for every other one the reason. */
import { type ClusterView, NO_NODE, type ReadonlyNumbers } from '../cluster/view.ts';
import type { HoldLedger } from '../daemons/hold-ledger.ts';
import type { SchedulingCode } from '../policy/reasons.ts';
import { type Asking, againstHolds } from './asking.ts';
import { type DaemonCheck, daemonCheck, isNewDaemon } from './daemon-check.ts';
import type { DoubtfulNodes } from './doubtful-nodes.ts';
import type { InFlightPods } from './in-flight.ts';
import { Room, type Taken } from './room.ts';
import { type RoomWording, roomWording } from './room-reason.ts';
import type { SchedulingAtWork } from './settings.ts';

/** The nodes of one call, by index. */
export interface AskedNodes {
  readonly count: number;
  /** Node numbers, or NO_NODE for a name that the view does not have. */
  readonly numbers: ReadonlyNumbers;
  nameOf(index: number): string;
}

export interface Verdicts {
  /** 1 where the node passes, by index. Used again by the next call. */
  readonly passes: Uint8Array;
  readonly refused: ReadonlyMap<SchedulingCode, number>;
  /** Nodes that the view does not have, or has only as they were, by what became of them. */
  readonly doubtful: { readonly refused: number; readonly passed: number };
  reasonOf(index: number): string;
}

export interface FilterParts {
  readonly view: ClusterView;
  readonly ledger: HoldLedger;
  readonly inFlight: InFlightPods;
  readonly taken: readonly Taken[];
  readonly doubtfulNodes: DoubtfulNodes;
}

/**
 * The scheduler joins all different reasons to one message, which it keeps with the pod: beyond so many, nodes are not
 * named any more, so that equal reasons become one.
 */
const MOST_NAMED = 100;

export type Judge = (asking: Asking, nodes: AskedNodes, atWork: SchedulingAtWork, now: number) => Verdicts;

export function createJudge(parts: FilterParts): Judge {
  const { view, ledger } = parts;
  const wordsFor = roomWording();
  let scratch = new Uint8Array(0);
  return (asking, nodes, atWork, now) => {
    if (scratch.length < nodes.count) scratch = new Uint8Array(nodes.count * 2);
    const judgement = new Judgement(nodes, scratch);
    const daemon = daemonCheck(asking.pod, view, atWork);
    if (daemon !== null) judgement.checkDaemon(daemon, view);
    // A daemon's own place is never in doubt.
    if (ledger.daemonOf(asking.pod) === undefined) judgement.checkDoubts(asking, parts, atWork, now);
    judgement.checkRoom(againstHolds(asking, ledger), parts, wordsFor);
    return judgement;
  };
}

class Judgement implements Verdicts {
  readonly passes: Uint8Array;
  readonly refused = new Map<SchedulingCode, number>();
  readonly doubtful = { refused: 0, passed: 0 };
  readonly #nodes: AskedNodes;
  readonly #texts: string[] = [];

  constructor(nodes: AskedNodes, scratch: Uint8Array) {
    this.#nodes = nodes;
    this.passes = scratch.fill(1, 0, nodes.count);
  }

  reasonOf(index: number): string {
    return this.#texts[index] ?? '';
  }

  checkDaemon(check: DaemonCheck, view: ClusterView): void {
    for (let index = 0; index < this.#nodes.count; index += 1) {
      const name = this.#nodes.nameOf(index);
      const found = check(name, view.node(name));
      if (found !== null) this.#refuse(index, found.code, found.text);
    }
  }

  /** Nodes of which the scheduler knows more than we do. */
  checkDoubts(
    { pod }: Asking,
    { doubtfulNodes, view }: FilterParts,
    { isSystem }: SchedulingAtWork,
    now: number,
  ): void {
    const { count, numbers } = this.#nodes;
    for (let index = 0; index < count; index += 1) {
      const node = numbers[index] ?? NO_NODE;
      const isDoubtful = node === NO_NODE || doubtfulNodes.isBehind(node, pod);
      if (!isDoubtful || this.passes[index] !== 1) continue;
      // What a tenant writes about itself gives it nothing.
      const isFirst = isNewDaemon(pod, this.#nodes.nameOf(index), view) && isSystem(pod);
      if (!isFirst) this.#doubt(index, doubtfulNodes, now);
    }
  }

  checkRoom(asking: Asking, parts: FilterParts, wordsFor: RoomWording): void {
    const { view, ledger, inFlight, taken } = parts;
    const room = new Room(asking, { view, held: ledger.amounts, inFlight, taken });
    if (!room.isScarce) return;
    const { count, numbers } = this.#nodes;
    for (let index = 0; index < count; index += 1) {
      const node = numbers[index] ?? NO_NODE;
      if (node === NO_NODE || this.passes[index] !== 1 || room.admits(node)) continue;
      const words = wordsFor(ledger.holdsOn(view.nodeAt(node)?.name ?? ''), asking.priority);
      this.#refuseRoom(index, room.lacksPlacesOnly(node) ? words.places : words.room);
    }
  }

  #doubt(index: number, doubtfulNodes: DoubtfulNodes, now: number): void {
    const refused = doubtfulNodes.isInDoubt(this.#nodes.nameOf(index), now);
    this.doubtful[refused ? 'refused' : 'passed'] += 1;
    if (refused) this.#refuseRoom(index, 'new or just started, and its daemons are not known yet');
  }

  #refuseRoom(index: number, words: string): void {
    const named = (this.refused.get('DW504') ?? 0) < MOST_NAMED;
    this.#refuse(index, 'DW504', named ? `DW504 ${this.#nodes.nameOf(index)}: ${words}` : `DW504 ${words}`);
  }

  #refuse(index: number, code: SchedulingCode, text: string): void {
    this.passes[index] = 0;
    this.#texts[index] = text;
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
  }
}
