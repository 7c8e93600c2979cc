/** Who takes the gate of a turn off a pod, and may not. */
import { FAIR_SHARE_GATE } from '../../kube/scheduling-gates.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import { serviceAccount } from '../../tenancy/actor.ts';
import { SERVICE_ACCOUNT } from '../workload/installation.ts';
import { anyOf, celList, celString, isOneOf, type NamedExpression } from './cel.ts';
import type { Registration } from './registration.ts';
import { USER } from './scope.ts';

export const GATE_CODE = 'DW107' satisfies ReasonCode;

/** It can be set only when a pod is made, so that what is about it is that it was there and is not. */
export function takesTheGateOff(): NamedExpression {
  const has = (object: string) =>
    `${object}.spec.?schedulingGates.orValue([]).exists(gate, gate.name == ${celString(FAIR_SHARE_GATE)})`;
  return { name: 'takes-the-gate-off', expression: `${has('oldObject')} &&\n!${has('object')}` };
}

/**
 * Whoever may change pods in all namespaces is no tenant: Daemonward as whichever user it runs, cluster admins by
 * whichever role, and controllers of the platform. The API server's own authorizer says so, and only for a pod that loses its gate.
 */
export function notByThePlatform({ settings, own }: Registration): NamedExpression {
  const { adminUsers, adminGroups } = settings.tenancy;
  const users = [...adminUsers, ...own.map((namespace) => serviceAccount(namespace, SERVICE_ACCOUNT))];
  const inAllNamespaces = (verb: string) =>
    `authorizer.group("").resource("pods").check(${celString(verb)}).allowed()`;
  const tests = [
    ...(users.length === 0 ? [] : [isOneOf(USER, users)]),
    ...(adminGroups.length === 0
      ? []
      : [`request.userInfo.?groups.orValue([]).exists(group, group in ${celList(adminGroups)})`]),
    inAllNamespaces('patch'),
    inAllNamespaces('update'),
  ];
  return { name: 'not-by-the-platform', expression: `!(${anyOf(tests)})` };
}
