/** Makes and removes guardians, by the holder of the Lease, at a bounded rate. */
import { ApiError, isConflict, isForbidden } from '../../cluster/api/api-answer.ts';
import type { ApiClient } from '../../cluster/api/api-client.ts';
import { collectionPath, objectPath } from '../../cluster/api/api-path.ts';
import { messageOf } from '../../json/error-message.ts';
import type { GuardianPlan, PresentPod } from '../../orders/guardians/guardian-plan.ts';
import { type Guardian, guardianPod } from '../../orders/guardians/guardian-pod.ts';

export const GUARDIANS_RIGHT = 'create, delete pods';

/** A round is a second: what the watch shows of the last one is mostly there by then. */
export const ROUND_MS = 1_000;

/** At once; each takes some milliseconds. */
const PARALLEL = 4;

/** A name that was just written is not written again before the watch has had time to show it. */
const SHOWN_WITHIN_MS = 10_000;

const FORBIDDEN_FOR_MS = 300_000;
const UNREACHED_FOR_MS = 10_000;
/** A quota, a policy, a resource that no pod may ask for: it may pass, and no other Order should wait for it. */
const REFUSED_FOR_MS = 30_000;

/** Of those, so that the table stays small: as many as two rounds of the highest rate, for as long as they are kept. */
const MOST_REMEMBERED = 5_000;

export interface GuardianWriterOptions {
  readonly api: Pick<ApiClient, 'create' | 'delete'>;
  holds(): boolean;
  now(): number;
  perSecond(): number;
  wrote(verb: 'create' | 'delete', outcome: 'written' | 'failed'): void;
  forbidden(message: string): void;
  granted(): void;
  failed(message: string): void;
}

export class GuardianWriter {
  readonly #options: GuardianWriterOptions;
  /** What was written, by uid or by name, and when: until the watch shows it. */
  readonly #written = new Map<string, number>();
  /** By uid of an Order whose guardians are refused, until when none is made: it must not stop the others. */
  readonly #refused = new Map<string, number>();
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: GuardianWriterOptions) {
    this.#options = options;
  }

  /** A second's worth of the plan. Does not throw. */
  async round({ remove, create }: GuardianPlan): Promise<void> {
    this.#forgetOld();
    const deeds = [
      // Whatever is refused to those who come, those who have to go do.
      ...remove.map((pod) => ({ key: pod.uid, isRefused: () => false, deed: () => this.#remove(pod) })),
      ...create.map((guardian) => ({
        key: `${guardian.namespace}/${guardian.name}`,
        isRefused: () => this.#isRefused(guardian.order.uid),
        deed: () => this.#create(guardian),
      })),
    ];
    const due = deeds
      .filter(({ key, isRefused }) => !this.#written.has(key) && !isRefused())
      .slice(0, this.#options.perSecond());
    const turns = due.values();
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        for (const { key, isRefused, deed } of turns) if (!isRefused()) await this.#try(key, deed);
      }),
    );
  }

  async #try(key: string, deed: () => Promise<void>): Promise<void> {
    const { holds, now } = this.#options;
    if (!holds() || now() < this.#pausedUntil) return;
    this.#written.set(key, now());
    await deed();
  }

  /** Only this very pod: another one under its name may be the next guardian. */
  async #remove({ namespace, name, uid }: PresentPod): Promise<void> {
    const path = objectPath({ apiVersion: 'v1', plural: 'pods', namespace }, name);
    await this.#report('delete', undefined, () => this.#options.api.delete(path, { uid }));
  }

  async #create(guardian: Guardian): Promise<void> {
    const path = collectionPath({ apiVersion: 'v1', plural: 'pods', namespace: guardian.namespace });
    await this.#report('create', guardian.order.uid, () =>
      this.#options.api.create(path, guardianPod(guardian)),
    );
  }

  async #report(
    verb: 'create' | 'delete',
    orderUid: string | undefined,
    write: () => Promise<unknown>,
  ): Promise<void> {
    const { now, wrote, granted, forbidden, failed } = this.#options;
    try {
      await write();
      wrote(verb, 'written');
      granted();
    } catch (error) {
      // Made already by whoever held the Lease before, or replaced since: the watch will show it.
      if (isConflict(error)) return;
      wrote(verb, 'failed');
      const message = messageOf(error);
      if (isForbidden(error) && isMissingRight(message)) {
        this.#pausedUntil = now() + FORBIDDEN_FOR_MS;
        forbidden(message);
        return;
      }
      failed(message);
      if (!(error instanceof ApiError)) this.#pausedUntil = now() + UNREACHED_FOR_MS;
      else if (orderUid !== undefined) this.#refused.set(orderUid, now() + REFUSED_FOR_MS);
    }
  }

  #isRefused(orderUid: string): boolean {
    return this.#options.now() < (this.#refused.get(orderUid) ?? Number.NEGATIVE_INFINITY);
  }

  #forgetOld(): void {
    const { now } = this.#options;
    for (const uid of this.#refused.keys()) if (!this.#isRefused(uid)) this.#refused.delete(uid);
    for (const [key, at] of this.#written) {
      if (now() - at < SHOWN_WITHIN_MS && this.#written.size <= MOST_REMEMBERED) break;
      this.#written.delete(key);
    }
  }
}

/** Quotas, policies and a namespace that goes away forbid too: those are not about our rights, and may pass. */
function isMissingRight(message: string): boolean {
  return /cannot (create|delete) resource "pods"/.test(message);
}
