/** The gate of a new pod whose tenant has more than its share waiting. */
import type { Operation } from 'fast-json-patch';
import { setAt } from '../daemons/patch.ts';
import type { FindGate } from '../fairness/waiting-book.ts';
import { isMirrorPod } from '../kube/metadata/annotations.ts';
import { controllingDaemonSet } from '../kube/metadata/owners.ts';
import type { Pod } from '../kube/objects.ts';
import { FAIR_SHARE_GATE, gatesOf, groupOf } from '../kube/scheduling-gates.ts';
import { DEFAULT_SCHEDULER } from '../kube/workloads/pod-defaults.ts';
import type { CompiledPolicy } from '../policy/compiled-policy.ts';
import { isController, isSharedController } from '../tenancy/actor.ts';
import type { Reviewed } from './typed-review.ts';

/** None for a pod that has it already: the API server may ask twice about one pod. */
export function gateOperations(
  reviewed: Reviewed<Pod>,
  policy: CompiledPolicy,
  gates: FindGate,
): Operation[] {
  const { object, subject, tenant, dryRun } = reviewed;
  if (object === undefined || tenant.system || isDaemon(reviewed, policy)) return [];
  const { metadata, spec } = object;
  // Whoever names its node asks no scheduler, and the API server takes no gates on it.
  if (spec?.nodeName || isMirrorPod(metadata ?? {})) return [];
  const own = spec?.schedulingGates ?? [];
  const present = gatesOf(own);
  if (present === 'ours' || present === 'both') return [];
  const question = {
    namespace: subject.namespace,
    tenant,
    scheduler: spec?.schedulerName || DEFAULT_SCHEDULER,
    group: groupOf(metadata?.labels, spec ?? {}),
    dryRun,
  };
  if (!gates(question)) return [];
  return [setAt(object, ['spec', 'schedulingGates'], [...own, { name: FAIR_SHARE_GATE }])];
}

/** It has one node, and takes nobody's turn elsewhere. Whoever only says that a DaemonSet owns it is no daemon. */
function isDaemon({ object, actor }: Reviewed<Pod>, { settings }: CompiledPolicy): boolean {
  if (controllingDaemonSet(object?.metadata ?? {}) === null) return false;
  return isController(actor, settings.tenancy) || isSharedController(actor, settings.tenancy);
}
