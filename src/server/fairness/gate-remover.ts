/** Takes gates off pods, by the holder of the Lease, at a bounded rate. */
import { ApiError, isConflict, isForbidden, isNotFound } from '../../cluster/api/api-answer.ts';
import type { ApiClient } from '../../cluster/api/api-client.ts';
import { objectPath } from '../../cluster/api/api-path.ts';
import type { SlimPod } from '../../cluster/records.ts';
import { messageOf } from '../../json/error-message.ts';
import { withoutGate } from '../../kube/scheduling-gates.ts';

export const GATES_RIGHT = 'patch pods';

/**
 * At once; each takes some milliseconds, and half a second on an API server that is flooded with new pods, which is just when
 * gates come off: so many keep up with 50 a second even then.
 */
const PARALLEL = 32;

const FORBIDDEN_FOR_MS = 60_000;
const UNREACHED_FOR_MS = 5_000;
/** What it asks for itself, by Retry-After. */
const BUSY_FOR_MS = 1_000;

const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS = 500;

export interface GateRemoverOptions {
  readonly api: Pick<ApiClient, 'patch'>;
  holds(): boolean;
  /** In ms and steady. */
  clock(): number;
  /** The pod keeps its gate. `isRefused`: because of what it is, so that it would be refused again. */
  kept(pod: SlimPod, isRefused: boolean): void;
  removed(outcome: 'removed' | 'failed'): void;
  forbidden(message: string): void;
  granted(): void;
  failed(message: string): void;
}

export class GateRemover {
  readonly #options: GateRemoverOptions;
  readonly #queue: SlimPod[] = [];
  readonly #workers = new Set<Promise<void>>();
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #shutOutUntil = Number.NEGATIVE_INFINITY;

  constructor(options: GateRemoverOptions) {
    this.#options = options;
  }

  /** Whether it is of any use to give it pods. */
  get isPaused(): boolean {
    return this.#options.clock() < this.#pausedUntil;
  }

  /** Nobody can take a gate off, so that none should be set. One that has much to do does it a moment later. */
  get isShutOut(): boolean {
    return this.#options.clock() < this.#shutOutUntil;
  }

  /** In this order, as soon as there is a connection for it. */
  add(pods: readonly SlimPod[]): void {
    this.#queue.push(...pods);
    while (this.#workers.size < PARALLEL && this.#queue.length > 0) {
      const worker = this.#work().finally(() => this.#workers.delete(worker));
      this.#workers.add(worker);
    }
  }

  /** Those that have not been begun keep their gate. */
  async stop(): Promise<void> {
    this.#queue.length = 0;
    await Promise.all(this.#workers);
  }

  async #work(): Promise<void> {
    for (;;) {
      const pod = this.#queue.shift();
      if (pod === undefined) return;
      await this.#try(pod);
    }
  }

  async #try(pod: SlimPod): Promise<void> {
    const { api, holds, kept, removed, granted } = this.#options;
    if (!holds() || this.isPaused) {
      kept(pod, false);
      return;
    }
    try {
      const path = objectPath({ apiVersion: 'v1', plural: 'pods', namespace: pod.namespace }, pod.name);
      await api.patch(path, withoutGate(pod.uid), { type: 'strategic' });
      removed('removed');
      granted();
    } catch (error) {
      // Gone, or another pod of its name by now: the watch will show it.
      if (isNotFound(error) || isConflict(error)) kept(pod, true);
      else this.#refused(pod, error);
    }
  }

  #refused(pod: SlimPod, error: unknown): void {
    const { clock, kept, removed, forbidden, failed } = this.#options;
    const message = messageOf(error);
    removed('failed');
    if (isForbidden(error) && isMissingRight(message)) {
      this.#shutOutUntil = clock() + FORBIDDEN_FOR_MS;
      forbidden(message);
    } else {
      failed(message);
      if (isUnwell(error)) this.#shutOutUntil = clock() + UNREACHED_FOR_MS;
    }
    const pause = isBusy(error) ? clock() + BUSY_FOR_MS : this.#shutOutUntil;
    this.#pausedUntil = Math.max(this.#pausedUntil, pause);
    kept(pod, !this.isPaused);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.status === TOO_MANY_REQUESTS;
}

/** It did not answer, or not for this pod's sake: whoever came next would hear the same, and it would hear of all of them. */
function isUnwell(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= SERVER_ERRORS && !/failed calling webhook/.test(error.message);
}

/** Policies of others forbid too: those are not about our rights. */
function isMissingRight(message: string): boolean {
  return /cannot patch resource "pods"/.test(message);
}
