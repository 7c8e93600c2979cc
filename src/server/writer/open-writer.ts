/** The one writer: a client for the API server, and the Lease that says whether we are the one to use it. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type ApiSender, isForbidden } from '../../cluster/api/api-answer.ts';
import { ApiClient } from '../../cluster/api/api-client.ts';
import type { Environment } from '../../cluster/api/credentials.ts';
import { type LeaseClock, startLease, WRITTEN_WITHIN_MS } from '../../cluster/lease/lease.ts';
import { LEASE_NAME } from '../../config/identity.ts';
import { messageOf } from '../../json/error-message.ts';
import type { Metrics } from '../observe/metrics.ts';
import { MissingRights, RIGHT_IS_MISSING } from './missing-rights.ts';

const LEASE_RIGHT = 'get, create, update leases';

/** Filled by the downward API. A host name is the pod's as well, but not with hostNetwork, and not outside a cluster. */
const POD_NAME = 'POD_NAME';

export interface Writer {
  /** Each of its requests is over before anybody else can hold the Lease. */
  readonly api: ApiClient;
  readonly namespace: string;
  readonly rights: MissingRights;
  /** Look at it right before each write. */
  holds(): boolean;
  /** For `/state`. */
  state(): {
    readonly lease: string;
    readonly identity: string;
    readonly holder: string;
    readonly holds: boolean;
  };
  /** Gives the Lease back. */
  stop(): Promise<void>;
}

export interface WriterOptions {
  readonly connection: ApiSender;
  readonly namespace: string;
  readonly environment: Environment;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const clock: LeaseClock = {
  monotonic: () => performance.now(),
  wall: () => new Date(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
  random: Math.random,
};

export function openWriter({ connection, namespace, environment, log, metrics }: WriterOptions): Writer {
  const rights = new MissingRights((missing) => log.warn(missing, RIGHT_IS_MISSING));
  const api = new ApiClient(connection, { timeoutMs: WRITTEN_WITHIN_MS });
  const identity = environment[POD_NAME] || `${hostname()}_${randomUUID()}`;
  let failure = '';
  metrics.leaseHeld.set({ lease: LEASE_NAME }, 0);
  const lease = startLease({
    api,
    namespace,
    name: LEASE_NAME,
    identity,
    clock,
    report: {
      taken: () => {
        failure = '';
        rights.granted(LEASE_RIGHT);
        metrics.leaseHeld.set({ lease: LEASE_NAME }, 1);
        log.info({ lease: LEASE_NAME, namespace, identity }, 'lease taken');
      },
      lost: (_identity, why) => {
        metrics.leaseHeld.set({ lease: LEASE_NAME }, 0);
        log.warn({ lease: LEASE_NAME, namespace, identity, why }, 'lease lost');
      },
      held: (holder) => {
        failure = '';
        rights.granted(LEASE_RIGHT);
        log.info({ lease: LEASE_NAME, namespace, holder }, 'lease is held by another');
      },
      failed: (error) => {
        const message = messageOf(error);
        if (isForbidden(error)) rights.note(LEASE_RIGHT, `nothing is written to the cluster: ${message}`);
        else if (message !== failure)
          log.warn({ lease: LEASE_NAME, namespace, detail: message }, 'lease not reached');
        failure = message;
      },
    },
  });
  return {
    api,
    namespace,
    rights,
    holds: lease.holds,
    state: () => ({
      lease: `${namespace}/${LEASE_NAME}`,
      identity,
      holder: lease.holder(),
      holds: lease.holds(),
    }),
    stop: async () => {
      await lease.stop();
      metrics.leaseHeld.set({ lease: LEASE_NAME }, 0);
    },
  };
}
