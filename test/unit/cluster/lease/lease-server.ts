/** An API server that has one Lease, with the resource versions and conflicts of a real one, and a clock by hand. */
import { ApiError } from '../../../../src/cluster/api/api-answer.ts';
import type { ApiClient } from '../../../../src/cluster/api/api-client.ts';
import { type Lease, type LeaseClock, startLease } from '../../../../src/cluster/lease/lease.ts';
import { type LeaseRecord, readLease } from '../../../../src/cluster/lease/lease-record.ts';
import { isObject, type JsonObject } from '../../../../src/json/object.ts';

export class LeaseServer {
  #object: JsonObject | null = null;
  #version = 0;
  /** Requests fail while it is away. */
  away = false;
  /** What a real one would refuse. */
  writes = 0;

  get record(): LeaseRecord | null {
    return this.#object === null ? null : readLease(this.#object);
  }

  readonly api: Pick<ApiClient, 'get' | 'create' | 'update'> = {
    get: async () => {
      this.#answer();
      if (this.#object === null) throw new ApiError(404, 'not found', 'NotFound');
      return this.#object;
    },
    create: async (_path, object) => {
      this.#answer();
      if (this.#object !== null) throw new ApiError(409, 'is there', 'AlreadyExists');
      return this.#put(object);
    },
    update: async (_path, object) => {
      this.#answer();
      const { resourceVersion } = readLease(object);
      if (resourceVersion !== String(this.#version)) throw new ApiError(409, 'has changed', 'Conflict');
      return this.#put(object);
    },
  };

  #answer(): void {
    if (this.away) throw new ApiError(503, 'away');
  }

  #put(object: JsonObject): JsonObject {
    this.#version += 1;
    this.writes += 1;
    const metadata = isObject(object.metadata) ? object.metadata : {};
    this.#object = { ...object, metadata: { ...metadata, resourceVersion: String(this.#version) } };
    return this.#object;
  }
}

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/** Time that passes when the test says so. */
export class HandTime {
  now = 0;
  readonly #sleepers = new Set<Sleeper>();

  /** Of one process: its time of day may be set otherwise, or run on while it is stopped. */
  clock(wallAhead = 0): LeaseClock {
    return {
      monotonic: () => this.now,
      wall: () => new Date(this.now + wallAhead),
      random: () => 0,
      sleep: (milliseconds, signal) =>
        new Promise((resolve) => {
          const sleeper = { until: this.now + milliseconds, wake: resolve };
          this.#sleepers.add(sleeper);
          signal.addEventListener('abort', () => resolve());
        }),
    };
  }

  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    await settled();
    for (;;) {
      const next = [...this.#sleepers].sort((a, b) => a.until - b.until)[0];
      if (next === undefined || next.until > end) break;
      this.now = Math.max(this.now, next.until);
      this.#sleepers.delete(next);
      next.wake();
      await settled();
    }
    this.now = end;
  }
}

/** Everything that waits for nothing but promises has been done. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export interface Candidate extends Lease {
  readonly told: string[];
}

export function candidate(server: Pick<LeaseServer, 'api'>, clock: LeaseClock, identity: string): Candidate {
  const told: string[] = [];
  const lease = startLease({
    api: server.api,
    namespace: 'system',
    name: 'daemonward',
    identity,
    clock,
    report: {
      taken: () => told.push('taken'),
      lost: (_identity, why) => told.push(`lost: ${why}`),
      held: (holder) => told.push(`held by ${holder}`),
      failed: (error) => told.push(`failed: ${error}`),
    },
  });
  return { ...lease, told };
}
