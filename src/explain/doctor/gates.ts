/** Gates of fairness: that those who wait for a turn have somebody who gives it to them. */
import { valueAt } from '../../json/path.ts';
import { FAIR_SHARE_GATE, gatesOf } from '../../kube/scheduling-gates.ts';
import { countWords } from '../text/lines.ts';
import type { Known } from './known.ts';
import { failure, type Line, ok, orOk, skipped, warning } from './line.ts';
import { askedOf, type Replica } from './replicas.ts';
import { durationText } from './words.ts';

export interface GateFacts {
  readonly mode: 'off' | 'on';
  readonly pods: Known<GatedPods>;
  /** Whether new pods are asked about. */
  readonly isHookThere: Known<boolean>;
  /** Who takes gates off; empty when nobody does. */
  readonly holder: Known<string>;
  readonly mayPatch: Known<boolean>;
}

export interface GatedPods {
  readonly count: number;
  /** When the oldest of them was made, in ms since 1970, and which it is. */
  readonly oldest: { readonly pod: string; readonly at: number } | undefined;
}

/** Takes pods one by one and keeps the count and the oldest. */
export class GatedPodCount {
  #count = 0;
  #oldest: GatedPods['oldest'];

  add(pod: unknown): void {
    const gates = valueAt(pod, ['spec', 'schedulingGates']);
    if (!Array.isArray(gates) || !['ours', 'both'].includes(gatesOf(gates))) return;
    this.#count += 1;
    const at = Date.parse(String(valueAt(pod, ['metadata', 'creationTimestamp'])));
    if (Number.isNaN(at) || at >= (this.#oldest?.at ?? Number.POSITIVE_INFINITY)) return;
    const [namespace, name] = ['namespace', 'name'].map((key) => String(valueAt(pod, ['metadata', key])));
    this.#oldest = { pod: `${namespace}/${name}`, at };
  }

  summary(): GatedPods {
    return { count: this.#count, oldest: this.#oldest };
  }
}

const BY_HAND = 'daemonward release --all takes them off by hand';

export function gateLines(
  facts: Known<GateFacts>,
  replicas: readonly Replica[],
  now: number,
): readonly Line[] {
  if (!facts.known) return [skipped('gates', facts.why)];
  const { mode, pods } = facts.value;
  if (!pods.known) return [skipped('gates', pods.why)];
  const gated = gatedWords(pods.value, now);
  if (mode === 'off' && pods.value.count === 0)
    return [ok('gates', 'fairness.mode is off, and no pod has a gate')];
  const stays = whyTheyStay(facts.value, replicas);
  if (mode === 'off') {
    return stays.length > 0
      ? stays.map((why) => failure('gates', `${gated}, and fairness.mode is off: ${why}`, BY_HAND))
      : [warning('gates', `${gated}, and fairness.mode is off: they are being taken off`, BY_HAND)];
  }
  const lines = [
    ...stays.map((why) =>
      pods.value.count === 0
        ? failure('gates', `${why}, so that none is set`)
        : failure('gates', `${gated}, and ${why}`, `${BY_HAND}; daemonward install --overlay fairness`),
    ),
    ...hookLines(facts.value),
  ];
  return orOk(lines, 'gates', `${gated}, and wait for their turns`);
}

function gatedWords({ count, oldest }: GatedPods, now: number): string {
  const words = `${countWords(count, 'pod')} ${count === 1 ? 'has' : 'have'} the gate ${FAIR_SHARE_GATE}`;
  return oldest === undefined ? words : `${words}, ${oldest.pod} for ${durationText(now - oldest.at)}`;
}

/** Nothing that is not known speaks against it. */
function whyTheyStay({ holder, mayPatch }: GateFacts, replicas: readonly Replica[]): string[] {
  if (mayPatch.known && !mayPatch.value) return ['Daemonward may not patch pods: nobody takes gates off'];
  if (holder.known && holder.value === '') return ['nobody holds the Lease: nobody takes gates off'];
  const stalled = askedOf(replicas).filter(({ state }) => state.gatesStalled);
  return stalled.map(({ name }) => `${name} has seen none come off for some time, though there was room`);
}

function hookLines({ isHookThere }: GateFacts): Line[] {
  if (!isHookThere.known || isHookThere.value) return [];
  const text = 'fairness.mode is on, and no hook asks about new pods: none ever gets a gate';
  return [warning('gates', text, 'daemonward apply')];
}
