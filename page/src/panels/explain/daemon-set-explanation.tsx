/** Why a DaemonSet is on a node or is not, or on all nodes: every rule with its verdict. */
import type { DaemonSetExplanation } from '../../../../src/explain/daemonset.ts';
import type { CellState } from '../../../../src/explain/grid/cell.ts';
import { amounts, counted, STATE_WORDS, STATES_IN_ORDER } from '../../data/words.ts';
import { Glyph } from '../glyph.tsx';
import { Panel, useLoaded } from '../panel.tsx';
import { Rules } from './rules.tsx';
import { explanation, Told } from './told.tsx';

interface DaemonSetPanelProps {
  readonly url: string;
  readonly title: string;
  readonly node: string | null;
  readonly shown: unknown;
  /** What the grid itself says of the cell. */
  readonly grid: { readonly words: string; readonly state: CellState } | undefined;
  close(): void;
}

export function DaemonSetPanel({ url, title, node, shown, grid, close }: DaemonSetPanelProps) {
  const loaded = useLoaded(() => explanation<DaemonSetExplanation>(url), [shown], url);
  return (
    <Panel title={title} kind="explanation" close={close}>
      {node !== null && <p class="where">on {node}</p>}
      {grid && (
        <p class="verdict" data-testid="verdict">
          <Glyph state={grid.state} /> {grid.words}
        </p>
      )}
      <Told loaded={loaded}>{(value) => <DaemonSetBody explained={value} isOne={node !== null} />}</Told>
    </Panel>
  );
}

function DaemonSetBody({
  explained,
  isOne,
}: {
  readonly explained: DaemonSetExplanation;
  readonly isOne: boolean;
}) {
  const { cells, requests, priority, states, rules } = explained;
  const [cell] = cells;
  return (
    <>
      {isOne && cell !== undefined && <p class="why">{cell.why.words}</p>}
      {isOne && cell !== undefined && <Rules rules={cell.rules} />}
      <dl class="facts">
        <dt>A new pod takes</dt>
        <dd>{amounts(requests)}</dd>
        <dt>Priority</dt>
        <dd>{priority.toLocaleString()}</dd>
        {isOne && cell?.hold && (
          <>
            <dt>{cell.hold.givenUp ? 'Was held' : 'Is held'}</dt>
            <dd>{amounts(cell.hold.amounts)}</dd>
          </>
        )}
      </dl>
      <Rules rules={rules} />
      {!isOne && (
        <>
          <p class="muted">
            {STATES_IN_ORDER.filter((state) => states[state] > 0)
              .map((state) => `${STATE_WORDS[state]} ${states[state].toLocaleString()}`)
              .join(' · ')}
          </p>
          <ul class="cells">
            {cells
              .filter(({ state }) => state !== 'ready' && state !== 'not-eligible')
              .map((each) => (
                <li key={each.node}>
                  <Glyph state={each.state} /> <b>{each.node}</b> <span class="muted">{each.why.words}</span>
                </li>
              ))}
          </ul>
        </>
      )}
      {explained.decisions.length > 0 && (
        <p class="muted">{counted(explained.decisions.length, 'decision')} remembered about it</p>
      )}
    </>
  );
}
