/** What both hooks say of a pod. */
import { type Parsed, parsed } from '../json/problem.ts';
import { controllingDaemonSet } from '../kube/owners.ts';
import { isMadeByController, podTenancyFindings } from '../policy/tenancy.ts';
import { completePod } from './mutate-pod.ts';
import type { PolicyAtWork } from './policy-at-work.ts';
import type { Review } from './review.ts';
import { reviewedPod } from './reviewed.ts';
import { type Ruling, ruling, unruled } from './ruling.ts';

export function validatePodReview(review: Review, policy: PolicyAtWork): Parsed<Ruling> {
  const reviewed = reviewedPod(review, 'validate', policy);
  if (!reviewed.ok) return reviewed;
  const { object, old, tenant, actor } = reviewed.value;
  const { operation } = review.request;
  if ((operation !== 'CREATE' && operation !== 'UPDATE') || object === undefined) {
    return parsed(unruled(reviewed.value));
  }
  const pod = { metadata: object.metadata ?? {}, spec: object.spec ?? {}, tenant, actor };
  const findings = podTenancyFindings(pod, policy.settings);
  // The class of a pod cannot change, and an owner that was there before is old news; a new claim is a claim.
  const claimed = old !== undefined && controllingDaemonSet(old.metadata) !== null;
  const news =
    operation === 'CREATE' ? findings : findings.filter(({ code }) => code === 'DW104' && !claimed);
  return parsed(ruling(reviewed.value, news, policy));
}

/** Pods of the DaemonSet controller itself are complete, and changing their pin would make it create pods without end. */
export function mutatePodReview(review: Review, policy: PolicyAtWork): Parsed<Ruling> {
  const reviewed = reviewedPod(review, 'mutate', policy);
  if (!reviewed.ok) return reviewed;
  const { object, tenant, actor } = reviewed.value;
  const nothing = unruled(reviewed.value);
  if (review.request.operation !== 'CREATE' || object === undefined) return parsed(nothing);
  const owned = controllingDaemonSet(object.metadata) !== null;
  if (owned && isMadeByController({ tenant }, actor, policy.settings)) return parsed(nothing);
  const { operations, problem } = completePod(object, tenant.system);
  const warnings = problem === '' ? [] : [`daemonward.dev/target-node has no effect: ${problem}`];
  return parsed({ ...nothing, operations, warnings });
}
