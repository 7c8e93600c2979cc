/** Findings that somebody has allowed for a while, with a reason. */
import { namePattern } from '../tenancy/pattern.ts';
import type { ReasonCode } from './reasons.ts';

export interface Exemption {
  readonly rule: ReasonCode;
  /** Patterns with `*`. */
  readonly namespace: string;
  readonly name: string;
  /** A pattern too, and only on Arktos, where every tenant has namespaces of the same names. */
  readonly tenant?: string | undefined;
  readonly reason: string;
  /** As it was written. */
  readonly expires: string;
  /** The first millisecond since 1970 at which it is over. */
  readonly until: number;
}

/** A week leaves a working day to prolong it or to mend what it covers. */
const SOON_MS = 7 * 24 * 3_600_000;

export type ExemptionPhase = 'active' | 'expiring' | 'expired';

/** `now` in milliseconds since 1970. */
export function exemptionPhase({ until }: Pick<Exemption, 'until'>, now: number): ExemptionPhase {
  if (until <= now) return 'expired';
  return until - now <= SOON_MS ? 'expiring' : 'active';
}

export type ExemptionFinder = ReturnType<typeof createExemptionFinder>;

export interface Exemptible {
  readonly namespace: string;
  readonly name: string;
  /** The name of its tenant. */
  readonly tenant: string;
}

/** Compiles the patterns once. An exemption that has expired is as if it were not there. */
export function createExemptionFinder(exemptions: readonly Exemption[]) {
  const compiled = exemptions.map((exemption) => ({
    exemption,
    namespace: namePattern(exemption.namespace),
    name: namePattern(exemption.name),
    tenant: tenantPattern(exemption.tenant),
  }));
  return (code: ReasonCode, { namespace, name, tenant }: Exemptible, now: Date) =>
    compiled.find(
      (candidate) =>
        candidate.exemption.rule === code &&
        now.getTime() < candidate.exemption.until &&
        candidate.tenant(tenant) &&
        candidate.namespace(namespace) &&
        candidate.name(name),
    )?.exemption;
}

/**
 * In the mutating hook of Arktos a new object has no tenant yet: there every one may be meant, and the validating hook,
 * which knows it, has the last word.
 */
function tenantPattern(pattern: string | undefined): (tenant: string) => boolean {
  if (pattern === undefined) return () => true;
  const matches = namePattern(pattern);
  return (tenant) => tenant === '' || matches(tenant);
}
