/** The cells that somebody should look at, as a table: the grid for those who do not look at pictures. */
import { decodedCell } from '../../../src/explain/grid/cell.ts';
import { troubledCells } from '../data/counts.ts';
import type { Model } from '../data/model.ts';
import { fullName, type Selection } from '../data/selection.ts';
import { causeWords, STATE_WORDS, timeText } from '../data/words.ts';
import type { Chosen } from '../grid/chosen.ts';
import { Glyph } from './glyph.tsx';

interface AttentionProps {
  readonly model: Model;
  readonly selection: Selection;
  choose(chosen: Chosen): void;
}

/** Of thousands, the worst: the filter brings out others. */
const MOST_SHOWN = 200;

export function Attention({ model, selection, choose }: AttentionProps) {
  const { cells, left } = troubledCells(selection.rows, selection.columns, MOST_SHOWN);
  if (cells.length === 0) return <p class="empty">Nothing needs a look.</p>;
  return (
    <>
      <table class="attention">
        <thead class="unseen">
          <tr>
            <th scope="col">State</th>
            <th scope="col">DaemonSet, node, and why</th>
          </tr>
        </thead>
        <tbody>
          {cells.map(({ row, column, state }) => {
            const daemonSet = model.daemonSets[column];
            const name = daemonSet ? fullName(daemonSet) : '';
            const cell = decodedCell(row.cells[column] ?? 0);
            const end = row.ends.get(column);
            const why = [causeWords(cell), cell.holds && end ? `room held until ${timeText(end)}` : ''];
            return (
              <tr key={`${row.number} ${column}`}>
                <td>
                  <Glyph state={state} /> {STATE_WORDS[state]}
                </td>
                <td>
                  <button
                    type="button"
                    class="name"
                    onClick={() => choose({ node: row.name, daemonSet: name })}
                  >
                    {name} <span class="muted">on {row.name}</span>
                  </button>
                  <p class="muted">{why.filter(Boolean).join('; ')}</p>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {left > 0 && <p class="muted">{left.toLocaleString()} more: the filter brings them out.</p>}
    </>
  );
}
