/** What is said of a workload when somebody writes it: its pods come later, and then nobody is there to be told. */
import { isDeepStrictEqual } from 'node:util';
import type { Workload } from '../kube/workloads/workload.ts';
import type { CompiledPolicy } from '../policy/compiled-policy.ts';
import { judgeWorkload } from '../policy/judge-workload.ts';
import { ALLOWED, type Answer } from './answer.ts';
import type { Reviewed } from './typed-review.ts';

/** Only ever warns. What another workload makes was told to whoever wrote that one. */
export function validateWorkload(reviewed: Reviewed<Workload>, policy: CompiledPolicy): Answer {
  const { operation, object, old, subject, tenant } = reviewed;
  if (policy.settings.workloads.mode === 'off' || object === undefined) return ALLOWED;
  if (operation !== 'CREATE' && operation !== 'UPDATE') return ALLOWED;
  if (object.metadata.ownerReferences?.some(({ controller }) => controller)) return ALLOWED;
  if (operation === 'UPDATE' && isDeepStrictEqual(object.spec, old?.spec)) return ALLOWED;
  const { warned } = judgeWorkload(object, subject, tenant, policy);
  return { ...ALLOWED, decision: { ...ALLOWED.decision, warned } };
}
