/** The webhook about Orders. What their schema can say the API server keeps by itself, and the tenant rule a policy. */
import { REASON_CODES } from '../../policy/reasons.ts';
import { failurePolicyFor, type Hook, openFor, VALIDATING_TIMEOUT_SECONDS } from './hook.ts';
import { insideTheSystem, notByNameOrPattern } from './namespaces.ts';
import type { Registration } from './registration.ts';
import { bringsSomethingNew, notByAController, orderRules } from './scope.ts';

export const ORDER_CODES = REASON_CODES.filter((code) => code.startsWith('DW6'));

/** Closed for tenants, who may have none, and open for the system, whose Orders must not wait for Daemonward. */
export function orderHooks({ settings, own }: Registration): Hook[] {
  const { tenancy, modes } = settings;
  if (ORDER_CODES.every((code) => modes[code] === 'off') || tenancy.flavor === 'arktos') return [];
  const hook: Hook = {
    name: 'orders.validate.daemonward.dev',
    path: '/validate/orders',
    rules: orderRules(['CREATE', 'UPDATE']),
    namespaces: notByNameOrPattern(tenancy),
    conditions: [...notByAController(tenancy), bringsSomethingNew()],
    failurePolicy: failurePolicyFor(ORDER_CODES, settings),
    timeoutSeconds: VALIDATING_TIMEOUT_SECONDS,
  };
  return [hook, ...openFor(hook, insideTheSystem(tenancy, own), settings)];
}
