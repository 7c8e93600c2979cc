/** What the validating hook says of an Order, after the API server itself has looked at its fields. */
import type { Order } from '../kube/objects.ts';
import type { CompiledPolicy } from '../policy/compiled-policy.ts';
import { orderFindings } from '../policy/rules/orders.ts';
import { ALLOWED, type Answer } from './answer.ts';
import type { Reviewed } from './typed-review.ts';

export function validateOrder(reviewed: Reviewed<Order>, policy: CompiledPolicy): Answer {
  const { operation, subject, tenant } = reviewed;
  if (operation === 'CONNECT') return ALLOWED;
  const findings = orderFindings({ ...reviewed, operation }, policy);
  return { ...ALLOWED, decision: policy.decide(findings, subject, tenant) };
}
