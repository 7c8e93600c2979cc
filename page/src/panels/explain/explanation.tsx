/** What was asked about by a click or a key: a DaemonSet on a node, a node, or a DaemonSet, in the service's own words. */
import { decodedCell } from '../../../../src/explain/grid/cell.ts';
import type { Model, Row } from '../../data/model.ts';
import { fullName } from '../../data/selection.ts';
import { cellWords } from '../../data/words.ts';
import { Panel } from '../panel.tsx';
import { DaemonSetPanel } from './daemon-set-explanation.tsx';
import { NodePanel } from './node-explanation.tsx';

export interface About {
  readonly node: string | null;
  readonly daemonSet: string | null;
}

interface ExplanationProps {
  readonly model: Model;
  readonly about: About;
  close(): void;
}

/** Of a DaemonSet as a whole: the nodes that need a look first. */
const CELLS_SHOWN = 20;

export function Explanation({ model, about, close }: ExplanationProps) {
  const { node, daemonSet } = about;
  const row = node === null ? undefined : rowNamed(model, node);
  const column = model.daemonSets.findIndex((each) => fullName(each) === daemonSet);
  const found = model.daemonSets[column];
  // Asked again when what the grid shows of it changes, not with every event.
  const shown = row === undefined ? model.version : shownOf(row, column);
  if (daemonSet !== null && found === undefined) {
    return <Gone title={daemonSet} close={close} words="This DaemonSet is gone." />;
  }
  if (node !== null && row === undefined)
    return <Gone title={node} close={close} words="This node is gone." />;
  if (found === undefined && node !== null) return <NodePanel name={node} shown={shown} close={close} />;
  if (found === undefined) return null;
  const path = `explain/daemonsets/${encodeURIComponent(found.namespace)}/${encodeURIComponent(found.name)}`;
  const query = new URLSearchParams({
    ...(node === null ? { nodes: String(CELLS_SHOWN) } : { node }),
    ...(found.tenant === '' ? {} : { tenant: found.tenant }),
    ...(found.partition === '' ? {} : { partition: found.partition }),
  });
  return (
    <DaemonSetPanel
      key={`${found.partition}${path}`}
      url={`${path}?${query}`}
      title={fullName(found)}
      node={node}
      shown={shown}
      close={close}
      grid={row && { words: wordsOf(row, column), state: decodedCell(row.cells[column] ?? 0).state }}
    />
  );
}

function shownOf({ cells, room, ends }: Row, column: number): string {
  return column < 0
    ? [...cells, ...Array.from(room)].join()
    : `${cells[column]} ${ends.get(column)} ${Array.from(room)}`;
}

function rowNamed({ rows }: Model, name: string): Row | undefined {
  for (const row of rows.values()) if (row.name === name) return row;
  return undefined;
}

function wordsOf(row: Row, column: number): string {
  return cellWords(decodedCell(row.cells[column] ?? 0), row.ends.get(column));
}

function Gone({ title, words, close }: { readonly title: string; readonly words: string; close(): void }) {
  return (
    <Panel title={title} kind="explanation" close={close}>
      <p class="muted">{words}</p>
    </Panel>
  );
}
