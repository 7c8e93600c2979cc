/** From findings to what becomes of them: refused, warned of, only counted, or exempted. */
import type { Tenant } from '../tenancy/tenant.ts';
import type { Exemption, ExemptionFinder } from './exemptions.ts';
import type { Finding } from './finding.ts';
import type { PolicySettings } from './settings.ts';

export interface Decision {
  readonly denied: readonly Finding[];
  readonly warned: readonly Finding[];
  readonly audited: readonly Finding[];
  readonly exempted: readonly { readonly finding: Finding; readonly exemption: Exemption }[];
}

export interface Subject {
  readonly namespace: string;
  readonly name: string;
}

export const NOTHING_FOUND: Decision = { denied: [], warned: [], audited: [], exempted: [] };

export function hasFindings({ denied, warned, audited, exempted }: Decision): boolean {
  return denied.length + warned.length + audited.length + exempted.length > 0;
}

export function decide(
  findings: readonly Finding[],
  subject: Subject,
  tenant: Tenant,
  modes: PolicySettings['modes'],
  exemptionFor: ExemptionFinder,
  now: Date,
): Decision {
  if (findings.length === 0) return NOTHING_FOUND;
  const denied: Finding[] = [];
  const warned: Finding[] = [];
  const audited: Finding[] = [];
  const exempted: { finding: Finding; exemption: Exemption }[] = [];
  for (const finding of findings) {
    const mode = modes[finding.code];
    if (mode === 'off') continue;
    const exemption = exemptionFor(finding.code, { ...subject, tenant: tenant.name }, now);
    if (exemption !== undefined) exempted.push({ finding, exemption });
    else if (mode === 'enforce') denied.push(finding);
    else if (mode === 'warn') warned.push(finding);
    else audited.push(finding);
  }
  return { denied, warned, audited, exempted };
}

/** How to come first on every node is no advice to who must not be on every node, and another rule may forbid it. */
const ADVICE_TO_THE_SYSTEM = /^DW[34]/;
const OUTSIDE_THE_SYSTEM = 'DW101';

/** Of a DaemonSet that has no place where it is: that, and what is wrong with its shape. */
export function withoutVainAdvice(decision: Decision): Decision {
  const { denied, warned, audited } = decision;
  const isOutside = ({ code }: Finding) => code === OUTSIDE_THE_SYSTEM;
  if (!denied.some(isOutside) && !warned.some(isOutside)) return decision;
  const isApt = ({ code }: Finding) => !ADVICE_TO_THE_SYSTEM.test(code);
  return {
    denied: denied.filter(isApt),
    warned: warned.filter(isApt),
    audited: audited.filter(isApt),
    exempted: decision.exempted.filter(({ finding }) => isApt(finding)),
  };
}
