/** One entry of a scheduler's `extenders:`: where Daemonward is, how it is verified, and what it is asked. */

export const PROFILES = ['full', 'lean', 'guard'] as const;
export type Profile = (typeof PROFILES)[number];

export interface Extender {
  readonly profile: Profile;
  /** How the scheduler reaches Daemonward: the address without a path. */
  readonly url: string;
  /** The name that the certificate has, whatever the address is. */
  readonly serverName: string;
  /** Base64 of PEM; empty for whoever fills it in later. */
  readonly caBundle: string;
}

/** A score of ours is 0 to 10, and the scheduler takes it ten times: at one it weighs as much as one of its own. */
const WEIGHT = 1;

/** Without a verb the scheduler does not ask. A weight is for `prioritize` alone. */
const VERBS = {
  full: { filterVerb: 'filter', prioritizeVerb: 'prioritize', weight: WEIGHT, preemptVerb: 'preempt' },
  lean: { filterVerb: 'filter', preemptVerb: 'preempt' },
  guard: { preemptVerb: 'preempt' },
} as const satisfies Record<Profile, object>;

/**
 * An answer takes milliseconds, and the scheduler places no other pod while it waits: whoever is silent for so long is
 * gone. Less than that, a busy second would already cost a daemon its place.
 */
const TIMEOUT_SECONDS = 2;
/** Arktos reads Go's own durations. */
const NANOSECONDS = 1_000_000_000;

/** For `kubescheduler.config.k8s.io/v1`. */
export function extenderEntry({ profile, url, serverName, caBundle }: Extender) {
  return {
    urlPrefix: `${url}/scheduler`,
    ...VERBS[profile],
    enableHTTPS: verifies(caBundle),
    tlsConfig: { serverName, caData: caBundle },
    httpTimeout: `${TIMEOUT_SECONDS}s`,
    ...COMMON,
  };
}

/** For the `Policy` of Arktos, whose scheduler is that of Kubernetes 1.18. */
export function arktosExtenderEntry({ profile, url, serverName, caBundle }: Extender) {
  return {
    urlPrefix: `${url}/scheduler`,
    ...VERBS[profile],
    enableHttps: verifies(caBundle),
    tlsConfig: { serverName, caData: caBundle },
    httpTimeout: TIMEOUT_SECONDS * NANOSECONDS,
    ...COMMON,
  };
}

const COMMON = {
  // Names instead of whole nodes: we watch the nodes ourselves.
  nodeCacheCapable: true,
  // While Daemonward is down pods are placed without it, and not at all otherwise.
  ignorable: true,
} as const;

/**
 * The scheme is that of the URL. With a CA this setting does nothing; without one it turns verification off, silently
 * (pkg/scheduler/extender.go, makeTransport), while false takes the authorities of the machine.
 */
function verifies(caBundle: string): boolean {
  return caBundle !== '';
}
