/** Each Order: on how many nodes its room is kept, used or missing, and why. */
import type { OrderAnswer, OrdersAnswer } from '../../../src/explain/grid/answer.ts';
import type { Chosen } from '../grid/chosen.ts';

interface OrdersProps {
  readonly orders: OrdersAnswer;
  choose(chosen: Chosen): void;
}

/** Of each; its status in the cluster names more. */
const SHORT_NODES_SHOWN = 5;

export function Orders({ orders: { inAll, orders }, choose }: OrdersProps) {
  if (orders.length === 0) return <p class="empty">There are no Orders.</p>;
  return (
    <ul class="orders">
      {orders.map((order) => (
        <li key={order.order} data-testid={`order-${order.order}`}>
          <h2>{order.order}</h2>
          <p class="muted">{kindWords(order)}</p>
          <Counts order={order} />
          <Conditions order={order} />
          {order.nextRefresh !== null && (
            <p class="muted">
              next change <time dateTime={order.nextRefresh}>{dateText(order.nextRefresh)}</time>
            </p>
          )}
          <ShortNodes order={order} choose={choose} />
        </li>
      ))}
      {inAll > orders.length && (
        <li class="muted">{(inAll - orders.length).toLocaleString()} more Orders are not shown.</li>
      )}
    </ul>
  );
}

function kindWords({ strategy, enforcement, refreshPolicy, paused }: OrderAnswer): string {
  return [strategy, enforcement, `refresh ${refreshPolicy}`, ...(paused ? ['paused'] : [])].join(' · ');
}

function Counts({ order: { eligible, held, claimed, short } }: { readonly order: OrderAnswer }) {
  return (
    <dl class="counts">
      {Object.entries({ eligible, held, claimed, short }).map(([name, count]) => (
        <div key={name} class={name === 'short' && count > 0 ? 'alarm' : ''}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString()}</dd>
        </div>
      ))}
    </dl>
  );
}

function Conditions({ order: { conditions } }: { readonly order: OrderAnswer }) {
  return (
    <ul class="rules">
      {conditions.map(({ type, status, reason, message }) => {
        const isWell = (type === 'Ready') === (status === 'True');
        return (
          <li key={type} class={isWell ? 'yes' : 'no'}>
            <span class="sign" aria-hidden="true">
              {isWell ? '✓' : '✕'}
            </span>
            <p>
              <b>{type}</b>
              <span class="unseen">, {status}: </span>
              <code>{reason}</code> {message}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function ShortNodes({
  order: { order, short, shortNodes },
  choose,
}: { readonly order: OrderAnswer } & Pick<OrdersProps, 'choose'>) {
  const shown = shortNodes.slice(0, SHORT_NODES_SHOWN);
  if (shown.length === 0) return null;
  return (
    <ul class="short" aria-label={`Nodes without the room of ${order}`}>
      {shown.map(({ node, reason }) => (
        <li key={node}>
          <button type="button" class="name" onClick={() => choose({ node, daemonSet: null })}>
            {node}
          </button>{' '}
          <span class="muted">{reason}</span>
        </li>
      ))}
      {short > shown.length && <li class="muted">and {(short - shown.length).toLocaleString()} more</li>}
    </ul>
  );
}

/** With its day: it may be weeks away. */
function dateText(iso: string): string {
  return new Date(iso).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}
