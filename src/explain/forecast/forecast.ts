/**
 * What a DaemonSet will do on every node. It is worked out in steps, so that whoever answers others in between can go on with
 * them, or give up: after the first part it is known where the daemon belongs and where it fits, after the second whom it would
 * evict, after the third which other DaemonSets are in its way.
 */
import type { SlimDaemonSet, SlimNode } from '../../cluster/records.ts';
import type { Ineligible } from '../../daemons/eligibility.ts';
import { onceStarted } from '../../daemons/startup-taints.ts';
import { taintText } from '../../kube/matching/taints.ts';
import type { OtherNeed } from '../../kube/needs-beyond-room.ts';
import type { ForecastQuestion } from '../../policy/rules/forecast.ts';
import { type EvictionRules, evictionRules, type Surroundings, yieldsFrom } from './eviction-rules.ts';
import { type ForecastDaemon, forecastDaemon } from './forecast-daemon.ts';
import { NodeRoom } from './node-room.ts';
import { NodeVictims } from './node-victims.ts';
import { overlapping, type PortRival, portRivals } from './other-daemon-sets.ts';
import { ownHolds } from './own-holds.ts';
import { NODES_A_STEP, Verdicts } from './verdicts.ts';

export class Forecast {
  readonly daemon: ForecastDaemon;
  readonly otherNeeds: readonly OtherNeed[];
  readonly verdicts: Verdicts;
  readonly room: NodeRoom;
  /** In words: why nodes are not eligible, and how many. */
  readonly ineligible = new Map<string, number>();
  /** Nodes that it leaves because it does not belong there any more. */
  leaves = 0;
  overlaps: readonly SlimDaemonSet[] = [];
  rivals: readonly PortRival[] = [];
  /** How far it is: every node has been looked at, who would be evicted as well, and other DaemonSets too. */
  reached: 'begun' | 'nodes' | 'evictions' | 'all' = 'begun';
  readonly #surroundings: Surroundings;
  readonly #victims: NodeVictims;
  /** Made when a node needs it: most DaemonSets fit wherever they belong. */
  #evictions: EvictionRules | undefined;

  constructor(question: ForecastQuestion, surroundings: Surroundings) {
    const { otherNeeds } = question;
    const { view, rules, ledger } = surroundings;
    this.#surroundings = surroundings;
    this.otherNeeds = otherNeeds;
    this.daemon = forecastDaemon(question, view, rules.ledger.isStartupTaint);
    this.verdicts = new Verdicts(view.nodeCapacity);
    const { amounts } = ledger;
    const isHeld = rules.settings.headroom.mode === 'enforce';
    const from = yieldsFrom(this.daemon, rules);
    const own = ownHolds(this.daemon, ledger, from);
    const held = isHeld ? { amounts, level: amounts.levelFor(from), own } : undefined;
    this.room = new NodeRoom(this.daemon, view, held);
    this.#victims = new NodeVictims(this.daemon, view, this.room);
  }

  *steps(): Generator<void, void> {
    const { view } = this.#surroundings;
    let looked = 0;
    // Nodes may come and go between two steps: who comes is not looked at any more.
    for (let number = 0; number < this.verdicts.capacity; number += 1) {
      const node = view.nodeAt(number);
      if (node === undefined) continue;
      this.#judge(number, node);
      looked += 1;
      if (looked % NODES_A_STEP === 0) yield;
    }
    this.reached = 'nodes';
    for (const number of this.verdicts.in('unknown')) {
      const name = view.nodeAt(number)?.name;
      if (name !== undefined) this.#makeRoom(number, name);
      looked += 1;
      if (looked % NODES_A_STEP === 0) yield;
    }
    this.reached = 'evictions';
    yield;
    this.overlaps = overlapping(this.daemon, view);
    this.rivals = yield* portRivals(this.daemon, view, (number) => this.isEligible(number));
    this.reached = 'all';
  }

  /** Where nobody waits meanwhile. */
  finish(): void {
    const steps = this.steps();
    while (steps.next().done !== true);
  }

  isEligible(number: number): boolean {
    const state = this.verdicts.stateOf(number);
    return state !== undefined && state !== 'ineligible';
  }

  /** Where it belongs, and whether there is room now. */
  #judge(number: number, node: SlimNode): void {
    const { eligibility, running, isChanged, runtimeNodes, daemonSet } = this.daemon;
    const { reason, shouldContinue } = eligibility.judge(node);
    const own = running.get(node.name);
    const stays = own?.some(({ terminating }) => !terminating) === true;
    if (reason !== null && stays && shouldContinue && !isChanged) this.verdicts.set(number, 'runs');
    else if (reason !== null) {
      if (stays) this.leaves += 1;
      this.#note(reason, node);
      this.verdicts.set(number, 'ineligible');
    } else if (stays && !isChanged) this.verdicts.set(number, 'runs');
    else if (!runtimeNodes.matches(node)) {
      const obstacle = { kind: 'runtime-class', name: daemonSet.template.runtimeClassName } as const;
      this.verdicts.set(number, 'never', { obstacle });
    } else if (this.room.isTooSmall(number)) this.verdicts.set(number, 'never');
    else if (!this.room.fits(number, node.name)) this.verdicts.set(number, 'unknown');
    else {
      const obstacle = this.room.heldBack(number, node.name);
      // The filter's refusal for held room is one that no eviction resolves.
      this.verdicts.set(number, obstacle === undefined ? 'fits' : 'waits', { obstacle });
    }
  }

  /** Something else than room may keep its pods out. */
  get #hasOtherNeeds(): boolean {
    return this.otherNeeds.length > 0 || this.daemon.daemonSet.template.hostPorts.length > 0;
  }

  /** A node without room: what becomes free by itself, or by eviction. */
  #makeRoom(number: number, name: string): void {
    const offer = this.#victims.offerOf(number, name);
    if (offer.kind !== 'victims') {
      this.verdicts.set(number, offer.kind === 'soon' ? 'soon' : 'waits');
      return;
    }
    this.#evictions ??= evictionRules(this.daemon, this.#surroundings, this.#hasOtherNeeds);
    const evicted = this.#evictions(number, name, offer.pods);
    if ('victims' in evicted) this.verdicts.set(number, 'preempts', evicted);
    else this.verdicts.set(number, 'waits', { obstacle: { kind: 'protected', code: evicted.code } });
  }

  #note(reason: Ineligible, node: SlimNode): void {
    const { isStartupTaint } = this.#surroundings.rules.ledger;
    const starts = this.daemon.eligibility.shouldRun(onceStarted(node, isStartupTaint));
    const text = starts ? 'has not started yet' : reasonText(reason);
    this.ineligible.set(text, (this.ineligible.get(text) ?? 0) + 1);
  }
}

function reasonText(reason: Ineligible): string {
  switch (reason.kind) {
    case 'node-name':
      return `nodeName is ${reason.wanted}`;
    case 'node-selector':
      return `nodeSelector ${reason.key}=${reason.wanted}`;
    case 'node-affinity':
      return 'node affinity';
    case 'taint':
      return `taint ${taintText(reason.taint)}`;
  }
}
