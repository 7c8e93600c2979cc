/** What both hooks say of a pod, and the validating one of the node that it is bound to. */
import { completePod } from '../daemons/complete-pod.ts';
import type { FindGate } from '../fairness/waiting-book.ts';
import { controllingDaemonSet } from '../kube/metadata/owners.ts';
import type { Binding, Pod } from '../kube/objects.ts';
import type { CompiledPolicy } from '../policy/compiled-policy.ts';
import { bindingFindings, isMadeByController, podFindings } from '../policy/rules/pods.ts';
import { ALLOWED, type Answer } from './answer.ts';
import { gateOperations } from './pod-gate.ts';
import type { Reviewed } from './typed-review.ts';

export function validatePod(reviewed: Reviewed<Pod>, policy: CompiledPolicy): Answer {
  const { operation, object, subject, tenant, actor } = reviewed;
  if ((operation !== 'CREATE' && operation !== 'UPDATE') || object === undefined) return ALLOWED;
  const old = operation === 'UPDATE' ? (reviewed.old ?? {}) : undefined;
  const pod = { metadata: object.metadata ?? {}, spec: object.spec ?? {}, old, tenant, actor };
  return { ...ALLOWED, decision: policy.decide(podFindings(pod, policy), subject, tenant) };
}

/** The scheduler's own bindings are not sent: what it waits for must not depend on us. */
export function validateBinding(reviewed: Reviewed<Binding>, policy: CompiledPolicy): Answer {
  const { operation, object, subject, tenant, actor } = reviewed;
  if (operation !== 'CREATE' || object === undefined) return ALLOWED;
  const binding = { node: object.target?.name ?? '', tenant, actor };
  const findings = bindingFindings(binding, policy.settings);
  return { ...ALLOWED, decision: policy.decide(findings, subject, tenant) };
}

/** Pods of the DaemonSet controller itself are complete, and changing their pin would make it create pods without end. */
export function podMutation(gates: FindGate | undefined) {
  return (reviewed: Reviewed<Pod>, policy: CompiledPolicy): Answer => {
    const { operation, object, tenant, actor } = reviewed;
    if (operation !== 'CREATE' || object === undefined) return ALLOWED;
    const metadata = object.metadata ?? {};
    const owned = controllingDaemonSet(metadata) !== null;
    if (owned && isMadeByController({ tenant, metadata }, actor, policy.settings)) return ALLOWED;
    const { operations, problem } = completePod(object, tenant.system);
    const warnings = problem === '' ? [] : [`daemonward.dev/target-node has no effect: ${problem}`];
    const gate = gates === undefined ? [] : gateOperations(reviewed, policy, gates);
    return { ...ALLOWED, operations: [...operations, ...gate], warnings };
  };
}
