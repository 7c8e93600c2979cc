/** The page as a whole: what is followed, what is shown of it, and which panel is open. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { OrdersAnswer } from '../../src/explain/grid/answer.ts';
import type { CellState } from '../../src/explain/grid/cell.ts';
import { countStates } from './data/counts.ts';
import { type Decision, newerDecisions } from './data/decisions.ts';
import { type Connection, follow } from './data/follow.ts';
import type { Model } from './data/model.ts';
import type { Resource } from './data/room.ts';
import { type Filter, selector } from './data/selection.ts';
import { useToken } from './data/service.ts';
import { counted } from './data/words.ts';
import type { Chosen } from './grid/chosen.ts';
import { GridView } from './grid/grid-view.tsx';
import type { Size } from './grid/measures.ts';
import { Header } from './panels/header.tsx';
import { Legend } from './panels/legend.tsx';
import { ManifestDrop } from './panels/manifest-drop.tsx';
import { Opening } from './panels/opening.tsx';
import { Side, type Subject } from './panels/side.tsx';
import { Toolbar } from './panels/toolbar.tsx';

const NO_ORDERS: OrdersAnswer = { inAll: 0, orders: [] };
const EVERYTHING: Filter = { text: '', states: new Set(), daemonSet: null };

export function App() {
  const [model, setModel] = useState<Model | null>(null);
  const [connection, setConnection] = useState<Connection>('connecting');
  const [decisions, setDecisions] = useState<readonly Decision[]>([]);
  const [orders, setOrders] = useState(NO_ORDERS);
  const [filter, setFilter] = useState(EVERYTHING);
  const [size, setSize] = useState<Size | null>(null);
  const [shownSize, setShownSize] = useState<Size>('large');
  const [resource, setResource] = useState<Resource>('cpu');
  const [subject, setSubject] = useState<Subject | null>(null);
  const [announced, announce] = useState('');
  const select = useRef(selector()).current;
  const [refusal, setRefusal] = useState('');
  const [attempt, setAttempt] = useState(0);
  useEffect(
    () =>
      follow({
        model: setModel,
        connection: (state, words) => {
          setConnection(state);
          setRefusal(words);
        },
        decisions: (data) => setDecisions((known) => newerDecisions(known, data)),
        orders: setOrders,
      }),
    [attempt],
  );
  const selection = useMemo(() => model && select(model, filter), [model, filter]);
  const counts = useMemo(() => model && countStates(model), [model]);
  if (model === null || selection === null || counts === null || connection === 'token') {
    const enter = (token: string) => {
      useToken(token);
      setConnection('connecting');
      setAttempt(attempt + 1);
    };
    return <Opening connection={connection} words={refusal} enter={enter} />;
  }
  const chosen: Chosen | null = subject?.kind === 'place' ? subject.place : null;
  const toggleState = (state: CellState) => {
    const states = new Set(filter.states);
    if (!states.delete(state)) states.add(state);
    setFilter({ ...filter, states });
  };
  return (
    <ManifestDrop onManifest={(manifest) => setSubject({ kind: 'forecast', manifest })}>
      <Header model={model} counts={counts.all} connection={connection} />
      <Toolbar
        filter={filter}
        setFilter={setFilter}
        size={shownSize}
        setSize={setSize}
        resource={resource}
        setResource={setResource}
        onManifest={(manifest) => setSubject({ kind: 'forecast', manifest })}
        shown={`${counted(selection.rows.length, 'node')} × ${counted(selection.columns.length, 'DaemonSet')}`}
      />
      <Legend counts={counts.all} chosen={filter.states} toggle={toggleState} />
      <main>
        <GridView
          model={model}
          selection={selection}
          size={size}
          onSize={setShownSize}
          resource={resource}
          chosen={chosen}
          choose={(place) => setSubject({ kind: 'place', place })}
          announce={announce}
        />
        {selection.rows.length === 0 && (
          <p class="empty">
            {model.rows.size === 0 ? 'The cluster has no nodes yet.' : 'No node is as the filter says.'}
          </p>
        )}
        <Side
          model={model}
          selection={selection}
          counts={counts.columns}
          decisions={decisions}
          orders={orders}
          isolated={filter.daemonSet}
          isolate={(daemonSet) => setFilter({ ...filter, daemonSet })}
          subject={subject}
          setSubject={setSubject}
        />
      </main>
      <p class="unseen" role="status" aria-live="polite" data-testid="announced">
        {announced}
      </p>
    </ManifestDrop>
  );
}
