/** Which of the nodes of a call a pod may go to, and for every other one the reason. */
import { NO_NODE } from '../../cluster/view.ts';
import type { SchedulingCode } from '../../policy/reasons.ts';
import type { Account } from '../account/account.ts';
import type { IncomingPod } from '../account/incoming-pod.ts';
import type { NamedNodes } from '../account/named-nodes.ts';
import type { Moment } from '../rules.ts';
import { type DaemonCheck, daemonCheck, isNewDaemon } from './daemon-check.ts';
import type { Doubts } from './doubtful-nodes.ts';
import { type OtherNode, ROOM_WORDS } from './other-nodes.ts';

export interface FilterResult {
  /** 1 where the node passes, by index. */
  readonly passes: Uint8Array;
  readonly refused: ReadonlyMap<SchedulingCode, number>;
  /** Nodes that the view does not have, or has only as they were, by what became of them. */
  readonly doubtful: { readonly refused: number; readonly passed: number };
  /** How many were refused only for what passes by itself: pods on their way, or doubt. */
  readonly passing: number;
  /** How many of these for pods on their way. */
  readonly taken: number;
  reasonOf(index: number): string;
  /** Nodes that pass because their partition is behind, by its name; mostly none. */
  readonly passedThrough: ReadonlyMap<string, number>;
  /** What is said of nodes that the call did not name; mostly nothing. */
  others: readonly OtherNode[];
}

export interface FilterParts {
  readonly account: Account;
  readonly doubtfulNodes: Doubts;
}

/**
 * A scheduler names a few nodes that the view does not have yet. What is beyond so many was invented, and is refused like
 * any other new node, without the name being made and remembered. Unless a resource partition has never been read: then they
 * are its own.
 */
const MOST_UNKNOWN_LOOKED_AT = 2_000;

export type Filter = (incoming: IncomingPod, nodes: NamedNodes, moment: Moment) => FilterResult;

/**
 * Until the scheduler tells which node it has chosen, a pod counts on every node with a hold that it was passed on. So where
 * it does not tell, or only when claims of the pod have been bound, the pod is passed on few: enough for a choice, and too
 * few to shut a cluster to the next pods. What else a plugin makes a pod wait for in Permit (the rest of its gang, say) no
 * pod shows in a way that all of them share: such a pod counts everywhere until it is told of, or asked about again.
 */
const MOST_MARKED_UNWITNESSED = 4;

export function createFilter(parts: FilterParts): Filter {
  return (incoming, nodes, moment) => {
    const checks = new Checks(nodes, parts);
    const { view, ledger } = parts.account;
    if (moment.behind !== undefined && moment.behind.size > 0) checks.letThrough(moment.behind);
    const daemon = daemonCheck(incoming.pod, view, moment.rules);
    if (daemon !== null) checks.checkDaemon(daemon);
    // A daemon's own place is never in doubt.
    if (ledger.daemonOf(incoming.pod) === undefined) checks.checkDoubts(incoming, moment);
    checks.checkRoom(incoming, moment);
    return checks;
  };
}

/** A node that one check has refused is not looked at by the next. */
class Checks implements FilterResult {
  readonly passes: Uint8Array;
  readonly refused = new Map<SchedulingCode, number>();
  readonly doubtful = { refused: 0, passed: 0 };
  passing = 0;
  taken = 0;
  others: readonly OtherNode[] = [];
  readonly passedThrough = new Map<string, number>();
  /** 1 where the node passes whatever is against it, by index; undefined when there is none. */
  #through: Uint8Array | undefined;
  /** Some node may be one that nobody could have read. */
  #isUnread = false;
  readonly #nodes: NamedNodes;
  readonly #parts: FilterParts;
  readonly #texts: string[] = [];

  constructor(nodes: NamedNodes, parts: FilterParts) {
    this.#nodes = nodes;
    this.#parts = parts;
    this.passes = new Uint8Array(nodes.count).fill(1);
  }

  reasonOf(index: number): string {
    return this.#texts[index] ?? '';
  }

  /** Of nodes of these partitions nothing is known that could be relied on. */
  letThrough(partitions: ReadonlySet<string>): void {
    const { view } = this.#parts.account;
    const { count, numbers } = this.#nodes;
    const through = new Uint8Array(count);
    this.#isUnread = [...partitions].some((name) => !view.within(name).synced);
    for (let index = 0; index < count; index += 1) {
      const partition = view.nodeAt(numbers[index] ?? NO_NODE)?.partition;
      if (partition === undefined || !partitions.has(partition)) continue;
      through[index] = 1;
      this.passedThrough.set(partition, (this.passedThrough.get(partition) ?? 0) + 1);
    }
    this.#through = through;
  }

  #isThrough(index: number): boolean {
    return this.#through?.[index] === 1;
  }

  checkDaemon(check: DaemonCheck): void {
    for (let index = 0; index < this.#nodes.count; index += 1) {
      if (this.#isThrough(index)) continue;
      const name = this.#nodes.nameOf(index);
      const found = check(name, this.#parts.account.view.node(name));
      if (found !== null) this.#refuse(index, found.code, found.text);
    }
  }

  /** Nodes of which the scheduler knows more than we do. */
  checkDoubts(incoming: IncomingPod, { rules, now }: Moment): void {
    const { pod } = incoming;
    const { doubtfulNodes, account } = this.#parts;
    const { count, numbers } = this.#nodes;
    const { ledger } = account;
    const isBehind = doubtfulNodes.behindFor(incoming, ledger.daemons(), ledger.orders.active);
    let looks = 0;
    for (let index = 0; index < count; index += 1) {
      const node = numbers[index] ?? NO_NODE;
      const isDoubtful = node === NO_NODE || isBehind(node);
      if (!isDoubtful || this.passes[index] !== 1 || this.#isThrough(index)) continue;
      looks += 1;
      if (!doubtfulNodes.learns || looks > MOST_UNKNOWN_LOOKED_AT) {
        this.#doubt(index, doubtfulNodes.learns && !this.#isUnread);
        continue;
      }
      const name = this.#nodes.nameOf(index);
      // Only of the system's own pods: what a tenant writes about itself gives it nothing.
      if (isNewDaemon(pod, name, account.view) && rules.isSystem(pod)) continue;
      this.#doubt(index, doubtfulNodes.isInDoubt(name, now, this.#isUnread));
    }
  }

  #doubt(index: number, isRefused: boolean): void {
    this.doubtful[isRefused ? 'refused' : 'passed'] += 1;
    if (isRefused) this.#refuseForNow(index, ROOM_WORDS.doubt);
  }

  checkRoom(incoming: IncomingPod, { now }: Moment): void {
    const { account } = this.#parts;
    // Before anything is reckoned: in most clusters, most of the time, nothing is held.
    if (account.isOpen) return;
    const room = account.roomFor(incoming);
    if (!room.isScarce) return;
    const { pod } = incoming;
    const isDaemon = account.ledger.daemonOf(pod) !== undefined;
    const isToldSoon = account.isWitnessed(pod, now) && !pod.waitsBeforeBinding;
    let places = isDaemon || isToldSoon ? Number.POSITIVE_INFINITY : MOST_MARKED_UNWITNESSED;
    if (!isDaemon && account.isFullFor(pod)) places = 0;
    const isUncertain = !isDaemon && account.unaccounted.areExpected(now);
    const short = room.shortOn(this.#nodes);
    if (short === null && places === Number.POSITIVE_INFINITY && !isUncertain) return;
    const { count, numbers } = this.#nodes;
    for (let index = 0; index < count; index += 1) {
      const node = numbers[index] ?? NO_NODE;
      if (node === NO_NODE || this.passes[index] !== 1 || !room.isMarked(node)) continue;
      if (this.#isThrough(index)) continue;
      if (short?.[index] !== 1) {
        if (!room.hasHold(node)) continue;
        places -= 1;
        if (places < 0 || (isUncertain && room.isKeptAt(node))) this.#refuseAsTaken(index);
      } else if (room.isShared && room.shortAt(node) !== null) {
        this.#refuse(index, 'DW509', ROOM_WORDS.others);
      } else if (!room.hasHold(node)) this.#refuseAsTaken(index);
      else if (room.isHeldForDaemonsAt(node)) this.#refuse(index, 'DW504', ROOM_WORDS.held);
      else if (room.isHeldAt(node)) this.#refuse(index, 'DW505', ROOM_WORDS.ordered);
      else this.#refuseAsTaken(index);
    }
  }

  #refuseAsTaken(index: number): void {
    this.taken += 1;
    this.#refuseForNow(index, ROOM_WORDS.taken);
  }

  #refuseForNow(index: number, text: string): void {
    this.passing += 1;
    this.#refuse(index, 'DW504', text);
  }

  #refuse(index: number, code: SchedulingCode, text: string): void {
    this.passes[index] = 0;
    this.#texts[index] = text;
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
  }
}
