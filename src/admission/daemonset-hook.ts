/** What both hooks say of a DaemonSet. */
import { completeDaemonSet } from '../daemons/complete-daemonset.ts';
import type { DaemonSet } from '../kube/objects.ts';
import type { CompiledPolicy } from '../policy/compiled-policy.ts';
import { withoutVainAdvice } from '../policy/decision.ts';
import type { Finding } from '../policy/finding.ts';
import { judgeDaemonSet } from '../policy/judge.ts';
import { ALLOWED, type Answer } from './answer.ts';
import type { Foresee } from './foresight.ts';
import type { Reviewed } from './typed-review.ts';

/** `foresee`: what will become of it on the nodes, where somebody knows them. */
export function daemonSetValidation(foresee: Foresee) {
  return (reviewed: Reviewed<DaemonSet>, policy: CompiledPolicy): Answer => {
    const { operation, subject, tenant } = reviewed;
    if (operation === 'CONNECT') return ALLOWED;
    const findings = judgeDaemonSet({ ...reviewed, operation }, policy);
    const decision = policy.decide(findings, subject, tenant);
    // What is refused will be on no node.
    const foreseen = decision.denied.length > 0 ? [] : foresee(reviewed, policy);
    if (foreseen.length === 0) return { ...ALLOWED, decision: withoutVainAdvice(decision) };
    const whole = policy.decide([...findings, ...foreseen], subject, tenant);
    return { ...ALLOWED, decision: withoutVainAdvice(whole) };
  };
}

/**
 * The API server checks a DaemonSet itself between the two hooks, one field after the other. Here ours speak before it,
 * all at once. What only warns, counts or is exempted is left to the validating hook, so that nothing is said twice.
 */
export function mutateDaemonSet(reviewed: Reviewed<DaemonSet>, policy: CompiledPolicy): Answer {
  const { operation, object, old, subject, tenant } = reviewed;
  if (object === undefined || operation === 'CONNECT') return ALLOWED;
  const findings = judgeDaemonSet({ ...reviewed, operation }, policy);
  const early = findings.filter((finding) => speaksEarly(finding, policy));
  const decision = { ...policy.decide(early, subject, tenant), exempted: [] };
  if (decision.denied.length > 0 || !tenant.system) return { ...ALLOWED, decision };
  const operations = completeDaemonSet(object, old, policy.settings.daemons.defaultPriorityClass);
  return { ...ALLOWED, decision, operations };
}

/**
 * Whose it is and whether it is well made; priority and placement are judged when the template is complete. On Arktos a
 * new object has no tenant yet when it gets here.
 */
function speaksEarly({ code }: Finding, { settings }: CompiledPolicy): boolean {
  if (settings.modes[code] !== 'enforce') return false;
  return code.startsWith('DW2') || (code.startsWith('DW1') && settings.tenancy.flavor !== 'arktos');
}
