/** What a node has, what is kept of it, and how its daemons stand. */
import type { NodeExplanation } from '../../../../src/explain/node.ts';
import { counted } from '../../data/words.ts';
import { Glyph } from '../glyph.tsx';
import { Panel, useLoaded } from '../panel.tsx';
import { KeptByOrders } from './kept-by-orders.tsx';
import { explanation, Told } from './told.tsx';

export function NodePanel({
  name,
  shown,
  close,
}: {
  readonly name: string;
  readonly shown: unknown;
  close(): void;
}) {
  const url = `explain/nodes/${encodeURIComponent(name)}`;
  const loaded = useLoaded(() => explanation<NodeExplanation>(url), [shown], url);
  return (
    <Panel title={name} kind="explanation" close={close}>
      <Told loaded={loaded}>{(value) => <NodeBody explained={value} />}</Told>
    </Panel>
  );
}

function NodeBody({ explained }: { readonly explained: NodeExplanation }) {
  const { room, taints, pods, ready, cordoned, daemons, orders } = explained;
  return (
    <>
      <p class="muted">
        {[
          ready ? 'ready' : 'not ready',
          ...(cordoned ? ['cordoned'] : []),
          counted(pods, 'pod'),
          ...taints,
        ].join(' · ')}
      </p>
      <table class="room">
        <thead>
          <tr>
            <th scope="col">Resource</th>
            <th scope="col">has</th>
            <th scope="col">asked for</th>
            <th scope="col">held</th>
            <th scope="col">left</th>
          </tr>
        </thead>
        <tbody>
          {room.map((each) => (
            <tr key={each.resource}>
              <th scope="row">{each.resource}</th>
              <td>{each.allocatable}</td>
              <td>{each.requested}</td>
              <td>{each.held}</td>
              <td>{each.left}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <KeptByOrders orders={orders} />
      <ul class="cells">
        {daemons.map((each) => (
          <li key={each.daemonSet}>
            <Glyph state={each.state} /> <b>{each.daemonSet}</b> <span class="muted">{each.why.words}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
