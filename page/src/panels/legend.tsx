/** What the shapes mean and how many there are; each can be pressed to see only nodes that have it. */
import type { CellState } from '../../../src/explain/grid/cell.ts';
import type { StateCounts } from '../data/counts.ts';
import { STATE_MEANING, STATE_WORDS, STATES_IN_ORDER } from '../data/words.ts';
import { Glyph } from './glyph.tsx';

interface LegendProps {
  readonly counts: StateCounts;
  readonly chosen: ReadonlySet<CellState>;
  toggle(state: CellState): void;
}

export function Legend({ counts, chosen, toggle }: LegendProps) {
  return (
    <section class="legend" aria-label="States, and how many daemons are in each">
      {STATES_IN_ORDER.map((state) => (
        <button
          key={state}
          type="button"
          class={counts[state] === 0 ? 'none' : ''}
          aria-pressed={chosen.has(state)}
          title={STATE_MEANING[state]}
          data-testid={`legend-${state}`}
          onClick={() => toggle(state)}
        >
          <Glyph state={state} />
          {STATE_WORDS[state]} <b>{counts[state].toLocaleString()}</b>
        </button>
      ))}
    </section>
  );
}
