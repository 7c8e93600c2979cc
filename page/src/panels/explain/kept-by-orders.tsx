/** What each Order keeps on a node, the one that comes first first. */
import type { NodeExplanation } from '../../../../src/explain/node.ts';
import { amounts } from '../../data/words.ts';

type Kept = NodeExplanation['orders'][number];

export function KeptByOrders({ orders }: { readonly orders: readonly Kept[] }) {
  if (orders.length === 0) return null;
  return (
    <section aria-label="Room held by orders" data-testid="kept-by-orders">
      <h3>Room held by orders</h3>
      <ul class="cells">
        {orders.map((kept) => (
          <li key={kept.order}>
            <b>{kept.order}</b> {keptWords(kept)} <span class="muted">{detailWords(kept)}</span>
            {kept.short !== '' && <p class="lack">{kept.short}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function keptWords({ wanted, tooSmall }: Kept): string {
  return tooSmall ? 'nothing' : amounts(wanted) || 'all of it is claimed';
}

function detailWords({ claimed, guarded, until }: Kept): string {
  return [
    ...(claimed ? ['claimed'] : []),
    ...(guarded ? ['by a guardian'] : []),
    `until ${new Date(until).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}`,
  ].join(', ');
}
