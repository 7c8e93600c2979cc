/** What there is to tell of Orders: nodes without the room, another Order that comes first, and that one is over. */
import { clipped } from '../../json/clipped.ts';
import { ORDER_GROUP, ORDER_KIND, ORDER_VERSION } from '../../kube/orders.ts';
import { EXPIRED } from '../../orders/conditions.ts';
import type { OrderStatus } from '../../orders/order-status.ts';
import { REPEATED_AFTER_MS } from './event-book.ts';
import { type EventNote, type EventReason, LONGEST_MESSAGE } from './event-note.ts';

/** As many as fit beside the other words. */
const NODES_SHOWN = 3;

export interface OrderNewsOptions {
  /** In ms and steady. */
  clock(): number;
  tell(note: EventNote): void;
}

export class OrderNews {
  readonly #options: OrderNewsOptions;
  /** By uid of Orders that are there: when each of the reasons was last told, and whether something was reserved then. */
  readonly #known = new Map<string, { readonly told: Map<EventReason, number>; reserves: boolean }>();

  constructor(options: OrderNewsOptions) {
    this.#options = options;
  }

  /** Call it with all of them, every few seconds. */
  look(statuses: readonly OrderStatus[]): void {
    const there = new Set(statuses.map(({ order }) => order.uid));
    for (const uid of this.#known.keys()) if (!there.has(uid)) this.#known.delete(uid);
    for (const status of statuses) this.#lookAt(status);
  }

  #lookAt(status: OrderStatus): void {
    const { order, conditions, short } = status;
    const reserves = status.periodStart !== undefined;
    const known = this.#known.get(order.uid) ?? { told: new Map(), reserves };
    this.#known.set(order.uid, known);
    const conflict = conditions.find(
      (condition) => condition.type === 'Conflicting' && condition.status === 'True',
    );
    this.#while(short > 0, 'OrderShort', status, () => shortText(status));
    this.#while(conflict !== undefined, 'OrderConflicting', status, () => conflict?.message ?? '');
    // What another time of its schedule brings back is not over, and who pauses, deletes or spoils it knows.
    const isOver = conditions.some(({ type, reason }) => type === 'Ready' && reason === EXPIRED);
    if (known.reserves && isOver)
      this.#tell('OrderExpired', status, 'its time is over: room is not kept any longer on any node');
    known.reserves = reserves;
  }

  /** At once, and then again as long as it lasts, but seldom. */
  #while(lasts: boolean, reason: EventReason, status: OrderStatus, words: () => string): void {
    const told = this.#known.get(status.order.uid)?.told;
    const now = this.#options.clock();
    const last = told?.get(reason);
    if (!lasts) told?.delete(reason);
    if (!lasts || (last !== undefined && now - last < REPEATED_AFTER_MS)) return;
    told?.set(reason, now);
    this.#tell(reason, status, words());
  }

  #tell(reason: EventReason, { order: { namespace, name, uid } }: OrderStatus, words: string): void {
    this.#options.tell({
      about: { apiVersion: `${ORDER_GROUP}/${ORDER_VERSION}`, kind: ORDER_KIND, namespace, name, uid },
      type: reason === 'OrderExpired' ? 'Normal' : 'Warning',
      reason,
      action: 'Reserve',
      message: clipped(words, LONGEST_MESSAGE),
      isKnownToAll: true,
    });
  }
}

function shortText({ short, eligible, shortNodes }: OrderStatus): string {
  const shown = shortNodes.slice(0, NODES_SHOWN).map(({ node, reason }) => `${node} (${reason})`);
  const more = short - shown.length;
  return `${short} of ${eligible} nodes cannot give its room: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
