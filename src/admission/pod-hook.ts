/** What both hooks say of a pod. */
import { completePod } from '../daemons/complete-pod.ts';
import type { Pod } from '../kube/objects.ts';
import { controllingDaemonSet } from '../kube/owners.ts';
import type { CompiledPolicy } from '../policy/compiled-policy.ts';
import { isMadeByController, podTenancyFindings } from '../policy/rules/tenancy.ts';
import { ALLOWED, type Answer } from './answer.ts';
import type { Reviewed } from './typed-review.ts';

export function validatePod(reviewed: Reviewed<Pod>, policy: CompiledPolicy): Answer {
  const { operation, object, old, subject, tenant, actor } = reviewed;
  if ((operation !== 'CREATE' && operation !== 'UPDATE') || object === undefined) return ALLOWED;
  const pod = { metadata: object.metadata ?? {}, spec: object.spec ?? {}, tenant, actor };
  const findings = podTenancyFindings(pod, policy.settings);
  // The class of a pod cannot change, and an owner that was there before is old news; a new claim is a claim.
  const claimed = old !== undefined && controllingDaemonSet(old.metadata) !== null;
  const news =
    operation === 'CREATE' ? findings : findings.filter(({ code }) => code === 'DW104' && !claimed);
  return { ...ALLOWED, decision: policy.decide(news, subject) };
}

/** Pods of the DaemonSet controller itself are complete, and changing their pin would make it create pods without end. */
export function mutatePod(reviewed: Reviewed<Pod>, policy: CompiledPolicy): Answer {
  const { operation, object, tenant, actor } = reviewed;
  if (operation !== 'CREATE' || object === undefined) return ALLOWED;
  const owned = controllingDaemonSet(object.metadata) !== null;
  if (owned && isMadeByController({ tenant }, actor, policy.settings)) return ALLOWED;
  const { operations, problem } = completePod(object, tenant.system);
  const warnings = problem === '' ? [] : [`daemonward.dev/target-node has no effect: ${problem}`];
  return { ...ALLOWED, operations, warnings };
}
