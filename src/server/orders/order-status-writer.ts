/** Writes the status of Orders, by the holder of the Lease: seldom, and only what is not there already. */
import { isDeepStrictEqual } from 'node:util';
import { isConflict, isForbidden, isInvalid, isNotFound } from '../../cluster/api/api-answer.ts';
import type { ApiClient } from '../../cluster/api/api-client.ts';
import { objectPath } from '../../cluster/api/api-path.ts';
import type { SlimOrder } from '../../cluster/order-record.ts';
import { messageOf } from '../../json/error-message.ts';
import { isObject, type JsonObject } from '../../json/object.ts';
import { ORDER_GROUP, ORDER_KIND, ORDER_PLURAL, ORDER_VERSION } from '../../kube/orders.ts';
import type { OrderStatus } from '../../orders/order-status.ts';
import { statusObject } from '../../orders/status-object.ts';

export const STATUS_RIGHT = 'get, patch orders/status';

const API_VERSION = `${ORDER_GROUP}/${ORDER_VERSION}`;

/** A manager of its own: what people apply to an Order they keep. */
const FIELD_MANAGER = 'daemonward-status';

/** While nodes come and go in hundreds, a person sees the numbers move, and the API server one write at a time. */
const WRITTEN_EVERY_MS = 5_000;

/** So that some hundreds of Orders that change at once take their turns. */
const MOST_AT_ONCE = 20;

/** What is not allowed may be one day; until then each try is a line in the API server's audit log. */
const FORBIDDEN_FOR_MS = 300_000;
const UNREACHED_FOR_MS = 30_000;

/** Of a status that the API server does not take: it has to do with one Order, and the others must not wait for it. */
const REFUSED_FOR_MS = 300_000;

export interface StatusWriterOptions {
  readonly api: Pick<ApiClient, 'get' | 'apply'>;
  holds(): boolean;
  /** In ms since 1970, for people to read. */
  now(): number;
  /** In ms and steady: a clock that was set back makes nobody wait. */
  clock(): number;
  written(outcome: 'written' | 'failed'): void;
  forbidden(message: string): void;
  granted(): void;
  failed(message: string): void;
}

interface Known {
  /** As it is in the cluster. */
  status: JsonObject;
  /** By the steady clock. */
  writtenAt: number;
}

export class OrderStatusWriter {
  readonly #options: StatusWriterOptions;
  /** By uid, of Orders that are there. */
  readonly #known = new Map<string, Known>();
  /** By uid, of Orders whose status was refused: until when it is not tried again. */
  readonly #refused = new Map<string, number>();
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: StatusWriterOptions) {
    this.#options = options;
  }

  /** Everything that is due now. Does not throw. */
  async write(statuses: readonly OrderStatus[]): Promise<void> {
    this.#forgetAllBut(statuses);
    const { clock, holds } = this.#options;
    let count = 0;
    for (const status of statuses) {
      if (!holds() || clock() < this.#pausedUntil || count >= MOST_AT_ONCE) return;
      if (clock() < (this.#refused.get(status.order.uid) ?? Number.NEGATIVE_INFINITY)) continue;
      try {
        if (await this.#writeOne(status)) count += 1;
      } catch (error) {
        this.#failed(status.order, error);
      }
    }
  }

  /** True when something was written. */
  async #writeOne(status: OrderStatus): Promise<boolean> {
    const { api, now, clock, holds, granted, written } = this.#options;
    const { order } = status;
    const known = this.#known.get(order.uid) ?? (await this.#read(order));
    if (clock() - known.writtenAt < WRITTEN_EVERY_MS) return false;
    const wanted = statusObject(status, known.status, now());
    if (isDeepStrictEqual(wanted, known.status) || !holds()) return false;
    const { namespace, name, uid } = order;
    // The uid: of one that was made anew under the name, nothing is said of the old one.
    const object = {
      apiVersion: API_VERSION,
      kind: ORDER_KIND,
      metadata: { namespace, name, uid },
      status: wanted,
    };
    await api.apply(pathOf(order), object, { fieldManager: FIELD_MANAGER, force: true });
    granted();
    written('written');
    this.#known.set(uid, { status: wanted, writtenAt: clock() });
    return true;
  }

  /** Once for each: another process may have written it, and since when something is so only the cluster knows. */
  async #read(order: SlimOrder): Promise<Known> {
    const { status } = await this.#options.api.get(pathOf(order));
    const known = { status: isObject(status) ? status : {}, writtenAt: Number.NEGATIVE_INFINITY };
    this.#known.set(order.uid, known);
    return known;
  }

  #failed({ uid }: SlimOrder, error: unknown): void {
    const { clock, forbidden, failed, written } = this.#options;
    // Read anew: somebody else may have written meanwhile.
    this.#known.delete(uid);
    // It has gone, or another has come in its place: the view will say so.
    if (isNotFound(error) || isConflict(error)) return;
    written('failed');
    if (isForbidden(error)) {
      this.#pausedUntil = clock() + FORBIDDEN_FOR_MS;
      forbidden(messageOf(error));
      return;
    }
    if (isInvalid(error)) this.#refused.set(uid, clock() + REFUSED_FOR_MS);
    else this.#pausedUntil = clock() + UNREACHED_FOR_MS;
    failed(messageOf(error));
  }

  /** Also when another process writes: what it has written is not known here. */
  #forgetAllBut(statuses: readonly OrderStatus[]): void {
    if (!this.#options.holds()) this.#known.clear();
    const there = new Set(statuses.map(({ order }) => order.uid));
    for (const table of [this.#known, this.#refused]) {
      for (const uid of table.keys()) if (!there.has(uid)) table.delete(uid);
    }
  }
}

function pathOf({ namespace, name }: SlimOrder): string {
  return objectPath({ apiVersion: API_VERSION, plural: ORDER_PLURAL, namespace }, name, 'status');
}
