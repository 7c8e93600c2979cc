/**
 * One among several processes holds a Lease; what has to be done once in a cluster is done by that one. The same
 * protocol and the same times as Kubernetes' own components have.
 */
import { isConflict, isNotFound } from '../api/api-answer.ts';
import type { ApiClient } from '../api/api-client.ts';
import { collectionPath, objectPath } from '../api/api-path.ts';
import { type LeaseRecord, leaseObject, microTime, readLease } from './lease-record.ts';

/** client-go's defaults. So long others leave it to a holder that says nothing. */
const DURATION_MS = 15_000;
/** A holder that could not renew it for so long gives up, before anybody else may begin. */
const RENEW_WITHIN_MS = 10_000;
const RETRY_MS = 2_000;
/** Up to so much longer, drawn anew each time: two that failed together do not meet again. */
const JITTER = 0.2;

/** A write that was begun by a holder has to be over before another can hold: the difference of the two times. */
export const WRITTEN_WITHIN_MS = DURATION_MS - RENEW_WITHIN_MS;

/** Given away so, the next one need not wait. */
const RELEASED_SECONDS = 1;

export interface LeaseClock {
  /** Runs evenly, whatever is done to the time of day; in ms. */
  monotonic(): number;
  /** The time of day; it goes on while a machine sleeps, which the other does not. */
  wall(): Date;
  /** Resolves early when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

export interface LeaseOptions {
  readonly api: Pick<ApiClient, 'get' | 'create' | 'update'>;
  readonly namespace: string;
  readonly name: string;
  /** Who we are; no two at the same time may be called alike. */
  readonly identity: string;
  readonly clock: LeaseClock;
  readonly report: LeaseReport;
}

export interface LeaseReport {
  taken(identity: string): void;
  lost(identity: string, why: string): void;
  /** Somebody else holds it now. */
  held(holder: string): void;
  failed(error: unknown): void;
}

export interface Lease {
  /** At this very moment; looks at the clock, so that a process that was stopped for long knows at once. */
  holds(): boolean;
  /** Who holds it as far as is known; empty when nobody does. */
  holder(): string;
  /** Gives it back and ends. */
  stop(): Promise<void>;
}

interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

export function startLease(options: LeaseOptions): Lease {
  const election = new Election(options);
  const ending = new AbortController();
  const running = election.run(ending.signal);
  return {
    holds: () => election.holds(),
    holder: () => election.holder,
    stop: async () => {
      ending.abort();
      await running;
      await election.release();
    },
  };
}

class Election {
  readonly #options: LeaseOptions;
  /** As it was last seen, and when: the clock of whoever wrote it may be any. */
  #seen: { record: LeaseRecord; at: number } | null = null;
  #renewed: Moment | null = null;
  #told: string | null = null;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  get holder(): string {
    return this.#seen?.record.holder ?? '';
  }

  holds(): boolean {
    if (this.#renewed === null) return false;
    const now = this.#moment();
    const within = ({ monotonic, wall }: Moment) =>
      now.monotonic - monotonic < RENEW_WITHIN_MS && Math.abs(now.wall - wall) < RENEW_WITHIN_MS;
    return within(this.#renewed);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, report } = this.#options;
    while (!signal.aborted) {
      try {
        await this.#tryOnce();
      } catch (error) {
        // Whoever was quicker has it, and the next look says who.
        if (!isConflict(error)) report.failed(error);
      }
      this.#noticeLoss();
      await clock.sleep(RETRY_MS * (1 + JITTER * clock.random()), signal);
    }
  }

  /** Only what is really ours is given away, and only while nobody else can have it. */
  async release(): Promise<void> {
    if (!this.holds() || this.#seen === null) return;
    const { clock, report } = this.#options;
    const { record } = this.#seen;
    this.#renewed = null;
    const renewedAt = microTime(clock.wall());
    await this.#write({ ...record, holder: '', durationSeconds: RELEASED_SECONDS, renewedAt }).catch(
      report.failed,
    );
  }

  async #tryOnce(): Promise<void> {
    const { identity } = this.#options;
    const record = await this.#read();
    if (record !== null) this.#see(record);
    const { holder = '' } = record ?? {};
    if (record !== null && holder !== '' && holder !== identity && this.#isInForce(record)) {
      this.#renewed = null;
      this.#tell(holder);
      return;
    }
    // The time counts from before the request: it may have been under way for long.
    const begin = this.#moment();
    const time = microTime(this.#options.clock.wall());
    const isOurs = holder === identity;
    const written = await this.#write({
      holder: identity,
      durationSeconds: DURATION_MS / 1000,
      acquiredAt: isOurs && record !== null ? record.acquiredAt : time,
      renewedAt: time,
      transitions: (record?.transitions ?? 0) + (isOurs || record === null ? 0 : 1),
      resourceVersion: record?.resourceVersion ?? '',
    });
    this.#see(written);
    this.#renewed = begin;
    this.#tell(identity);
  }

  #see(record: LeaseRecord): void {
    if (this.#seen?.record.resourceVersion === record.resourceVersion) return;
    this.#seen = { record, at: this.#options.clock.monotonic() };
  }

  /** By our own clock, from when we saw it change. */
  #isInForce({ durationSeconds }: LeaseRecord): boolean {
    const since = this.#seen?.at ?? 0;
    return this.#options.clock.monotonic() - since < durationSeconds * 1000;
  }

  #noticeLoss(): void {
    const { identity, report } = this.#options;
    if (this.#told !== identity || this.holds()) return;
    this.#renewed = null;
    this.#told = null;
    report.lost(identity, `it could not be renewed for ${RENEW_WITHIN_MS / 1000} s`);
  }

  #tell(holder: string): void {
    const { identity, report } = this.#options;
    if (this.#told === holder) return;
    if (this.#told === identity) report.lost(identity, `${holder} has taken it`);
    this.#told = holder;
    if (holder === identity) report.taken(identity);
    else report.held(holder);
  }

  async #read(): Promise<LeaseRecord | null> {
    const { api, name } = this.#options;
    try {
      return readLease(await api.get(objectPath(this.#resource(), name)));
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  async #write(record: LeaseRecord): Promise<LeaseRecord> {
    const { api, namespace, name } = this.#options;
    const object = leaseObject({ namespace, name }, record);
    return readLease(
      record.resourceVersion === ''
        ? await api.create(collectionPath(this.#resource()), object)
        : await api.update(objectPath(this.#resource(), name), object),
    );
  }

  #resource() {
    const { namespace } = this.#options;
    return { apiVersion: 'coordination.k8s.io/v1', plural: 'leases', namespace };
  }

  #moment(): Moment {
    const { clock } = this.#options;
    return { monotonic: clock.monotonic(), wall: clock.wall().getTime() };
  }
}
