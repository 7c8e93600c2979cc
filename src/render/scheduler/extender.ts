/** One entry of a scheduler's `extenders:`: where Daemonward is, how it is verified, and what it is asked. */
import { partitionPath } from '../../config/partition-path.ts';
import { clientFields, type SchedulerClient } from './client.ts';

/** The first is the default. */
export const PROFILES = ['lean', 'full', 'guard'] as const;
export type Profile = (typeof PROFILES)[number];

export interface Extender {
  readonly profile: Profile;
  /** How the scheduler reaches Daemonward: the address without a path. */
  readonly url: string;
  /** Whose scheduler it is, where there are several. */
  readonly partition?: string;
  /** The name that the certificate has, whatever the address is. */
  readonly serverName: string;
  /** The scheduler tells which node it has chosen. One before 1.30 would take our answer for a failure. */
  readonly witness: boolean;
  /** Base64 of PEM; empty for whoever fills it in later. */
  readonly caBundle: string;
  /** Where the CA is on the scheduler's machine, instead. */
  readonly caFile?: string;
  /** What the scheduler shows; null for nothing. */
  readonly client: SchedulerClient | null;
}

/** A score of ours is 0 to 10, and the scheduler takes it ten times: at one it weighs as much as one of its own. */
const WEIGHT = 1;

/** Without a verb the scheduler does not ask. A weight is for `prioritize` alone. */
const VERBS = {
  lean: { filterVerb: 'filter', preemptVerb: 'preempt' },
  full: { filterVerb: 'filter', prioritizeVerb: 'prioritize', weight: WEIGHT, preemptVerb: 'preempt' },
  guard: { preemptVerb: 'preempt' },
} as const satisfies Record<Profile, object>;

/**
 * The scheduler places no other pod while it waits, so that a lost replica costs as much for every pod. An answer takes
 * milliseconds; on two cores that the whole control plane fills as well, 99 of 100 came within 250 ms and the slowest after
 * 1.6 s (test/e2e/scale-new-daemonsets prints it). Less than this, and such a moment would cost a daemon its place.
 */
const TIMEOUT_SECONDS = 2;
/** Arktos reads Go's own durations. */
const NANOSECONDS = 1_000_000_000;

/** For `kubescheduler.config.k8s.io/v1`, or for the `Policy` of Arktos, whose scheduler is that of Kubernetes 1.18. */
export function extenderEntry(extender: Extender, arktos: boolean) {
  const { profile, url, partition = '', serverName, witness, caBundle, caFile, client } = extender;
  const tells = witness && !arktos && profile !== 'guard';
  return {
    urlPrefix: `${url}${partitionPath(partition, '/scheduler')}`,
    ...VERBS[profile],
    ...(tells ? { bindVerb: 'bind' } : {}),
    // The scheme is that of the URL. With a CA this setting does nothing; without one it turns verification off,
    // silently (pkg/scheduler/extender.go, makeTransport), while false takes the authorities of the machine.
    [arktos ? 'enableHttps' : 'enableHTTPS']: caFile !== undefined || caBundle !== '',
    tlsConfig: {
      serverName,
      ...clientFields(client),
      ...(caFile === undefined ? { caData: caBundle } : { caFile }),
    },
    httpTimeout: arktos ? TIMEOUT_SECONDS * NANOSECONDS : `${TIMEOUT_SECONDS}s`,
    // Names instead of whole nodes: we watch the nodes ourselves.
    nodeCacheCapable: true,
    // While Daemonward is down pods are placed without it, and not at all otherwise.
    ignorable: true,
  };
}
