/** Each DaemonSet: how far it is on its nodes, how its rollout goes, and what it waits for. */
import type { DaemonSetAnswer } from '../../../src/explain/grid/answer.ts';
import { causesOf, type StateCounts } from '../data/counts.ts';
import type { Model } from '../data/model.ts';
import { fullName } from '../data/selection.ts';
import { causeWords, counted, STATE_WORDS, STATES_IN_ORDER } from '../data/words.ts';

interface DaemonSetsProps {
  readonly model: Model;
  readonly counts: readonly StateCounts[];
  readonly isolated: string | null;
  isolate(daemonSet: string | null): void;
  explain(daemonSet: string): void;
}

/** Causes that are told apart; the rest is in the explanation. */
const CAUSES_SHOWN = 2;

export function DaemonSets({ model, counts, isolated, isolate, explain }: DaemonSetsProps) {
  if (model.daemonSets.length === 0) return <p class="empty">There are no DaemonSets.</p>;
  return (
    <ul class="daemonsets">
      {model.daemonSets.map((daemonSet, column) => {
        const name = fullName(daemonSet);
        const own = counts[column];
        return (
          <li key={name} data-testid={`daemonset-${name}`}>
            <div class="line">
              <button type="button" class="name" onClick={() => explain(name)} title="Explain">
                <span class="muted">{prefixOf(daemonSet)}</span>
                {daemonSet.name}
              </button>
              <button
                type="button"
                class="quiet"
                aria-pressed={isolated === name}
                aria-label={`Show only ${name}`}
                onClick={() => isolate(isolated === name ? null : name)}
              >
                only
              </button>
            </div>
            {own && <Progress counts={own} />}
            {own && <p class="muted">{progressWords(daemonSet, own)}</p>}
            {waitsFor(model, column).map((words) => (
              <p key={words} class="waits">
                {words}
              </p>
            ))}
          </li>
        );
      })}
      {model.cluster.left > 0 && <li class="muted">{model.cluster.left} more DaemonSets are not drawn.</li>}
    </ul>
  );
}

function prefixOf(daemonSet: DaemonSetAnswer): string {
  return `${fullName({ ...daemonSet, name: '' })}/`;
}

function Progress({ counts }: { readonly counts: StateCounts }) {
  const shown = STATES_IN_ORDER.filter((state) => state !== 'not-eligible' && counts[state] > 0);
  const words = shown.map((state) => `${STATE_WORDS[state]} ${counts[state]}`).join(', ');
  return (
    <div class="progress" role="img" aria-label={words || 'no node is eligible'} title={words}>
      {shown.map((state) => (
        <span key={state} class={`part ${state}`} style={{ flexGrow: counts[state] }} />
      ))}
    </div>
  );
}

function progressWords(daemonSet: DaemonSetAnswer, counts: StateCounts): string {
  const eligible = Object.values(counts).reduce((sum, count) => sum + count, 0) - counts['not-eligible'];
  const parts = [
    `ready on ${counts.ready.toLocaleString()} of ${counted(eligible, 'node')}`,
    ...(daemonSet.terminating ? ['being deleted'] : []),
    ...(daemonSet.rolling && !daemonSet.terminating
      ? [`rollout: ${daemonSet.updated.toLocaleString()} of ${daemonSet.desired.toLocaleString()} updated`]
      : []),
    ...(daemonSet.protected ? [] : ['no room is kept for it']),
  ];
  return parts.join(' · ');
}

function waitsFor(model: Model, column: number): string[] {
  return causesOf(model, column)
    .slice(0, CAUSES_SHOWN)
    .map(({ cause, nodes, example }) => {
      const where = nodes === 1 ? `on ${example}` : `on ${counted(nodes, 'node')}, ${example} among them`;
      return `${causeWords({ state: 'waiting', cause }) || 'not placed yet'} ${where}`;
    });
}
