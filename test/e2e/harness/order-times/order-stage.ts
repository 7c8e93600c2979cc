/** Orders under a clock that is moved, and a Daemonward that is restarted meanwhile. */
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { type Daemonward, startDaemonward } from '../daemonward.ts';
import { TENANT_LABEL } from '../guarded-cluster.ts';
import { createNamespace } from '../namespaces.ts';
import {
  defineOrders,
  grantOrders,
  type OrderObject,
  orderObject,
  ordersPath,
  statusOf,
  WRITING,
} from '../orders.ts';
import { inParallel } from '../parallel.ts';
import { awaitReady } from '../readiness.ts';
import { lifeSigns } from './life-signs.ts';
import { movedClock } from './moved-clock.ts';
import { type Seen, type Status, seenIn } from './seen.ts';
import { SYSTEM, TimedOrders, type TimedWish } from './timed-orders.ts';

/** Written last, because no Order comes after it, and at every minute: when it is of this time, all others are. */
const LAST = 'last';
const EVERY_MINUTE = { type: 'Recurring', refreshPolicy: 'Always', schedule: '* * * * *' };
const MINUTE_MS = 60_000;

/** Whose holder was killed, the Lease is taken over some fifteen seconds later. */
const WRITTEN_WITHIN_MS = 60_000;

export interface OrderStage {
  readonly plane: ControlPlane;
  /** A pod of an owner on the second node of each, which started then. */
  claim(orders: readonly string[], startTime: string): Promise<void>;
  /** While it runs. */
  moveTo(moment: number): Promise<void>;
  /** While it does not: it is ended by the signal before, and started after. */
  restartAt(moment: number, signal: NodeJS.Signals): Promise<void>;
  /** Each of them, at this moment. */
  look(orders: readonly string[]): Promise<Record<string, Seen>>;
}

/** With these Orders, by name, and the real time. */
export async function startOrderStage(wishes: Readonly<Record<string, TimedWish>>): Promise<OrderStage> {
  const plane = await startControlPlane();
  const client = plane.client();
  await defineOrders(plane);
  await grantOrders(plane);
  const namespace = await createNamespace(plane, 'shop', { labels: { [TENANT_LABEL]: 'tenant-a' } });
  const path = ordersPath(SYSTEM);
  const signs = await lifeSigns(client, { namespace, priorityClass: LAST, order: `${path}/${LAST}` });
  const orders = new TimedOrders(client);
  await inParallel(Object.entries(wishes), ([name, wish]) => orders.reserve(name, wish));
  const last = { more: { strategy: EVERY_MINUTE }, template: { priorityClassName: LAST } };
  await client.create(path, orderObject(LAST, { ...last, pool: 'none', cpu: '1' }));
  const clock = movedClock(plane.supervisor.directory);
  let daemonward = await start();

  function start(): Promise<Daemonward> {
    const env = { KUBECONFIG: plane.kubeconfig('daemonward') };
    return startDaemonward(plane.supervisor, { env, clock, sections: WRITING });
  }

  function isOfThisTime({ nextRefresh = '' }: Status): boolean {
    const ahead = Date.parse(nextRefresh) - clock.now();
    return ahead > 0 && ahead <= MINUTE_MS;
  }

  return {
    plane,
    claim: (names, startTime) => orders.claim(names, startTime),
    async moveTo(moment) {
      await clock.moveTo(moment);
      await signs.give();
      await awaitReady(daemonward.running, `${daemonward.opsUrl}/readyz`);
    },
    async restartAt(moment, signal) {
      await daemonward.running.stop(signal);
      await clock.moveTo(moment);
      daemonward = await start();
    },
    async look(names) {
      const refused = await orders.refused(names, daemonward, namespace);
      await statusOf(plane, SYSTEM, LAST, isOfThisTime, WRITTEN_WITHIN_MS);
      const all = await client.list<OrderObject>(path);
      const statuses = new Map(all.map(({ metadata, status = {} }) => [metadata?.name, status]));
      return Object.fromEntries(
        names.map((name) => [name, seenIn(statuses.get(name) ?? {}, refused.get(name) ?? [])]),
      );
    },
  };
}
