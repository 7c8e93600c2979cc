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
/** A quota, a policy, a class that is not there: it may pass, and nobody else should wait for it. */
const REFUSED_FOR_MS = 30_000;

/** Of those, so that the table stays small: as many as two rounds of the highest rate, for as long as they are kept. */
const MOST_REMEMBERED = 5_000;

export interface GuardianWriterOptions {
  readonly api: Pick<ApiClient, 'create' | 'delete'>;
  holds(): boolean;
  /** In ms and steady. */
  clock(): number;
  perSecond(): number;
  wrote(verb: 'create' | 'delete', outcome: 'written' | 'failed'): void;
  forbidden(message: string): void;
  granted(): void;
  failed(message: string): void;
}

/** One write that is due. */
interface Deed {
  readonly verb: 'create' | 'delete';
  /** What tells it from all others, until the watch shows it. */
  readonly key: string;
  /** What is refused together: the guardians of one Order, or the removals of one namespace. */
  readonly group: string;
  write(): Promise<unknown>;
}

export class GuardianWriter {
  readonly #options: GuardianWriterOptions;
  /** What was written, by uid or by name, and when: until the watch shows it. */
  readonly #written = new Map<string, number>();
  /** By group, until when nothing of it is tried: an Order that gets no pods must stop neither others nor removals. */
  readonly #refused = new Map<string, number>();
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: GuardianWriterOptions) {
    this.#options = options;
  }

  /** A second's worth of the plan. Does not throw. */
  async round({ remove, create }: GuardianPlan): Promise<void> {
    this.#forgetOld();
    const deeds = [...remove.map((pod) => this.#removal(pod)), ...create.map((one) => this.#creation(one))];
    const due = deeds
      .filter(({ key, group }) => !this.#written.has(key) && !this.#isRefused(group))
      .slice(0, this.#options.perSecond());
    const turns = due.values();
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        for (const deed of turns) await this.#try(deed);
      }),
    );
  }

  async #try(deed: Deed): Promise<void> {
    const { holds, clock } = this.#options;
    if (!holds() || clock() < this.#pausedUntil || this.#isRefused(deed.group)) return;
    this.#written.set(deed.key, clock());
    await this.#write(deed);
  }

  /** Only this very pod: another one under its name may be the next guardian. */
  #removal({ namespace, name, uid }: PresentPod): Deed {
    const path = objectPath({ apiVersion: 'v1', plural: 'pods', namespace }, name);
    const write = () => this.#options.api.delete(path, { uid });
    return { verb: 'delete', key: uid, group: `removals in ${namespace}`, write };
  }

  #creation(guardian: Guardian): Deed {
    const { namespace, name, order } = guardian;
    const path = collectionPath({ apiVersion: 'v1', plural: 'pods', namespace });
    const write = () => this.#options.api.create(path, guardianPod(guardian));
    return { verb: 'create', key: `${namespace}/${name}`, group: order.uid, write };
  }

  async #write({ verb, group, write }: Deed): Promise<void> {
    const { clock, wrote, granted, forbidden, failed } = this.#options;
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
        this.#pausedUntil = clock() + FORBIDDEN_FOR_MS;
        forbidden(message);
        return;
      }
      failed(message);
      if (error instanceof ApiError) this.#refused.set(group, clock() + REFUSED_FOR_MS);
      else this.#pausedUntil = clock() + UNREACHED_FOR_MS;
    }
  }

  #isRefused(group: string): boolean {
    return this.#options.clock() < (this.#refused.get(group) ?? Number.NEGATIVE_INFINITY);
  }

  #forgetOld(): void {
    const { clock } = this.#options;
    for (const group of this.#refused.keys()) if (!this.#isRefused(group)) this.#refused.delete(group);
    for (const [key, at] of this.#written) {
      if (clock() - at < SHOWN_WITHIN_MS && this.#written.size <= MOST_REMEMBERED) break;
      this.#written.delete(key);
    }
  }
}

/** Quotas, policies and a namespace that goes away forbid too: those are not about our rights, and may pass. */
function isMissingRight(message: string): boolean {
  return /cannot (create|delete) resource "pods"/.test(message);
}
