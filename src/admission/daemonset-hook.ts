/** What both hooks say of a DaemonSet. */
import { type Parsed, parsed } from '../json/problem.ts';
import type { Finding } from '../policy/finding.ts';
import { judgeDaemonSet } from '../policy/judge.ts';
import { completeDaemonSet } from './mutate-daemonset.ts';
import type { PolicyAtWork } from './policy-at-work.ts';
import type { Review } from './review.ts';
import { reviewedDaemonSet } from './reviewed.ts';
import { type Ruling, ruling, unruled } from './ruling.ts';

export function validateDaemonSetReview(review: Review, policy: PolicyAtWork): Parsed<Ruling> {
  const reviewed = reviewedDaemonSet(review, 'validate', policy);
  if (!reviewed.ok) return reviewed;
  const { operation } = review.request;
  if (operation === 'CONNECT') return parsed(unruled(reviewed.value));
  return parsed(ruling(reviewed.value, judgeDaemonSet({ operation, ...reviewed.value }, policy), policy));
}

/**
 * The API server checks a DaemonSet itself between the two hooks, one field after the other. Here ours speak before it,
 * all at once. What only warns or counts is left to the validating hook, so that nothing is said twice.
 */
export function mutateDaemonSetReview(review: Review, policy: PolicyAtWork): Parsed<Ruling> {
  const reviewed = reviewedDaemonSet(review, 'mutate', policy);
  if (!reviewed.ok) return reviewed;
  const { object, old, tenant } = reviewed.value;
  const { operation } = review.request;
  if (object === undefined || operation === 'CONNECT') return parsed(unruled(reviewed.value));
  const enforced = judgeDaemonSet({ operation, ...reviewed.value }, policy).filter((finding) =>
    speaksEarly(finding, policy),
  );
  const judged = ruling(reviewed.value, enforced, policy);
  if (judged.decision.denied.length > 0 || !tenant.system) return parsed(judged);
  const operations = completeDaemonSet(object, old, policy.settings.daemons.defaultPriorityClass);
  return parsed({ ...judged, operations });
}

/**
 * Whose it is and whether it is well made; priority and placement are judged when the template is complete. On Arktos a
 * new object has no tenant yet when it gets here.
 */
function speaksEarly({ code }: Finding, { settings }: PolicyAtWork): boolean {
  if (settings.modes[code] !== 'enforce') return false;
  return code.startsWith('DW2') || (code.startsWith('DW1') && settings.tenancy.flavor !== 'arktos');
}
