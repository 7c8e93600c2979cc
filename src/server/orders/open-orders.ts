/** What is written of Orders, put together with a clock: their status, Events, and guardians where they are made. */
import type { FastifyBaseLogger } from 'fastify';
import type { ApiClient } from '../../cluster/api/api-client.ts';
import type { ClusterView } from '../../cluster/view.ts';
import type { Configuration } from '../../config/schema/schema.ts';
import { guardiansDue, orderStates } from '../../headroom/order-states.ts';
import { DueGuardians } from '../../orders/guardians/due-guardians.ts';
import { type GuardianPlan, planGuardians } from '../../orders/guardians/guardian-plan.ts';
import type { Extender } from '../../scheduler/extender.ts';
import type { EventNote } from '../events/event-note.ts';
import { OrderNews } from '../events/order-news.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { MissingRights } from '../writer/missing-rights.ts';
import { GUARDIANS_RIGHT, GuardianWriter, ROUND_MS } from './guardian-writer.ts';
import { OrderStatusWriter, STATUS_RIGHT } from './order-status-writer.ts';

/** Soon enough for somebody who looks after a change; it goes over every node. */
const LOOKED_EVERY_MS = 3_000;

export interface ClusterOrders {
  /** Begins to write of the Orders that this extender's ledger knows. */
  follow(extender: Extender): void;
  stop(): Promise<void>;
}

export interface OrdersOptions {
  /** Whose Orders. */
  readonly partition: string;
  readonly api: ApiClient;
  /** Whether this replica holds the Lease. */
  holds(): boolean;
  readonly rights: MissingRights;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  settings(): Configuration['orders'];
  /** How many guardians are to be made or removed. */
  guardiansDue(count: number): void;
  /** In the cluster itself; nothing where nobody wants Events. */
  tell(note: EventNote): void;
  now(): Date;
  /** In ms, from any moment on, and never set: by it is measured how long ago something was done. */
  clock(): number;
}

export function openOrders(options: OrdersOptions): ClusterOrders {
  const { partition, holds, settings, tell, now, clock, guardiansDue: tellDue } = options;
  const nowMs = () => now().getTime();
  const statuses = new OrderStatusWriter(statusOptions(options, nowMs));
  const guardians = new GuardianWriter(guardianOptions(options));
  const due = new DueGuardians();
  const news = new OrderNews({ clock, tell });
  let lookedAt = Number.NEGATIVE_INFINITY;
  let extender: Extender | undefined;
  const round = async () => {
    if (extender === undefined || !holds() || !extender.look(partition)) return tellDue(0);
    const { ledger, view } = extender;
    if (settings().guardians === 'on') {
      const plan = planOf(extender, partition, due, settings());
      tellDue(plan.create.length + plan.remove.length);
      await guardians.round(plan);
    }
    if (clock() - lookedAt < LOOKED_EVERY_MS) return;
    lookedAt = clock();
    const isEnforced = extender.settings.headroom.mode === 'enforce';
    const states = hasOrders(view)
      ? orderStates(ledger, view, nowMs(), isEnforced).filter(({ order }) => order.partition === partition)
      : [];
    news.look(states);
    await statuses.write(states);
  };
  let working: Promise<void> | undefined;
  const timer = setInterval(() => {
    // One round may take longer than the time between two.
    working ??= round()
      .catch((error: unknown) => options.log.error({ err: error }, 'orders were not looked at'))
      .finally(() => {
        working = undefined;
      });
  }, ROUND_MS).unref();
  return {
    follow: (followed) => {
      extender = followed;
    },
    stop: async () => {
      clearInterval(timer);
      await working;
    },
  };
}

function hasOrders(view: ClusterView): boolean {
  return view.counts().orders > 0;
}

/** Pods of Orders that are gone are left to the garbage collector of the cluster. */
function planOf(
  { ledger, view }: Extender,
  partition: string,
  due: DueGuardians,
  settings: Configuration['orders'],
): GuardianPlan {
  const orders = [...view.orders()].filter((order) => order.partition === partition);
  due.keepOnly(new Set(orders.map(({ uid }) => uid)));
  const parts = { image: settings.guardianImage, priorityClass: settings.guardianPriorityClass };
  const wanted = orders.flatMap((order) => due.of(order, guardiansDue(ledger, view, order.uid), parts));
  const present = orders.flatMap((order) =>
    [...view.podsOfOwner(order.uid)].filter((pod) => ledger.orders.guardedBy(pod) !== undefined),
  );
  return planGuardians(wanted, present);
}

function statusOptions({ api, holds, rights, log, metrics, clock }: OrdersOptions, now: () => number) {
  return {
    api,
    holds,
    now,
    clock,
    written: (outcome: 'written' | 'failed') => metrics.orderStatusWrites.inc({ outcome }),
    forbidden: (message: string) => rights.note(STATUS_RIGHT, `no status of Orders is written: ${message}`),
    granted: () => rights.granted(STATUS_RIGHT),
    failed: (message: string) => log.warn({ detail: message }, 'status of an order not written'),
  };
}

function guardianOptions({ api, holds, rights, log, metrics, settings, clock }: OrdersOptions) {
  return {
    api,
    holds,
    clock,
    perSecond: () => settings().guardiansPerSecond,
    wrote: (verb: 'create' | 'delete', outcome: 'written' | 'failed') =>
      metrics.guardianWrites.inc({ verb, outcome }),
    forbidden: (message: string) =>
      rights.note(GUARDIANS_RIGHT, `guardians are neither made nor removed: ${message}`),
    granted: () => rights.granted(GUARDIANS_RIGHT),
    failed: (message: string) => log.warn({ detail: message }, 'guardian not written'),
  };
}
