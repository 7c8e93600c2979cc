/** Findings that somebody has allowed for a while, with a reason. */
import { namePattern } from '../tenancy/pattern.ts';
import type { ReasonCode } from './reasons.ts';

export interface Exemption {
  readonly rule: ReasonCode;
  /** Patterns with `*`. */
  readonly namespace: string;
  readonly name: string;
  readonly reason: string;
  /** As it was written. */
  readonly expires: string;
  /** The first millisecond since 1970 at which it is over. */
  readonly until: number;
}

export type ExemptionFinder = ReturnType<typeof createExemptionFinder>;

/** Compiles the patterns once. An exemption that has expired is as if it were not there. */
export function createExemptionFinder(exemptions: readonly Exemption[]) {
  const compiled = exemptions.map((exemption) => ({
    exemption,
    namespace: namePattern(exemption.namespace),
    name: namePattern(exemption.name),
  }));
  return (code: ReasonCode, namespace: string, name: string, now: Date) =>
    compiled.find(
      (candidate) =>
        candidate.exemption.rule === code &&
        now.getTime() < candidate.exemption.until &&
        candidate.namespace(namespace) &&
        candidate.name(name),
    )?.exemption;
}
