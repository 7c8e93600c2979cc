/** The two webhook configurations: settings in, plain objects out, and no field left to a default. */
import { REASON_CODES, type ReasonCode } from '../../policy/reasons.ts';
import { GATE_CODE } from './gate-scope.ts';
import { failurePolicyFor, type Hook, openFor, VALIDATING_TIMEOUT_SECONDS, webhook } from './hook.ts';
import { except, insideTheSystem, notByName, notByNameOrPattern } from './namespaces.ts';
import { ORDER_CODES, orderHooks } from './order-hooks.ts';
import { bindingHooks, podHooks, resizeHooks } from './pod-hooks.ts';
import { POD_CODES } from './pod-scope.ts';
import { CONFIGURATION_NAME, type Registration, registered } from './registration.ts';
import {
  daemonRules,
  daemonSetRules,
  namesATargetNode,
  notByAController,
  notBySharedRemoval,
  podRules,
  RESIZE_CODE,
  waitsForATurn,
  worthCompleting,
  worthValidating,
} from './scope.ts';
import { workloadHooks } from './workload-hooks.ts';

/** Mutating hooks run one after the other, and before everything else. */
const MUTATING_TIMEOUT_SECONDS = 2;

/** Where fairness is on. */
export const TURNS_HOOK = 'turns.mutate.daemonward.dev';

const OTHER_CODES: readonly ReasonCode[] = [...POD_CODES, GATE_CODE, RESIZE_CODE, ...ORDER_CODES];
const DAEMON_SET_CODES = REASON_CODES.filter((code) => !OTHER_CODES.includes(code));

/** Undefined when every rule is off. */
export function validatingConfiguration(registration: Registration) {
  const hooks = [
    ...daemonSetHooks(registration),
    ...podHooks(registration),
    ...bindingHooks(registration),
    ...resizeHooks(registration),
    ...workloadHooks(registration),
    ...orderHooks(registration),
  ];
  if (hooks.length === 0) return undefined;
  const webhooks = hooks.map((hook) => webhook(hook, registration));
  const { annotations } = registration;
  return registered('ValidatingWebhookConfiguration', CONFIGURATION_NAME, { webhooks }, annotations);
}

/**
 * Fails open: what it completes is a convenience, and what it refuses the validating hooks refuse too. On Arktos a new
 * pod has no tenant yet, so that nothing could be completed, and without conditions every pod would be sent.
 */
export function mutatingConfiguration(registration: Registration) {
  const { settings, own } = registration;
  const { tenancy } = settings;
  const common = {
    namespaces: { selector: except(own), conditions: [] },
    failurePolicy: 'Ignore',
    timeoutSeconds: MUTATING_TIMEOUT_SECONDS,
  } as const;
  const daemonSets: Hook = {
    ...common,
    name: 'daemonsets.mutate.daemonward.dev',
    path: '/mutate/daemonsets',
    rules: daemonSetRules(settings, ['CREATE', 'UPDATE']),
    conditions: [...notByAController(tenancy), worthCompleting()],
  };
  const pods: Hook = {
    ...common,
    name: 'pods.mutate.daemonward.dev',
    path: '/mutate/pods',
    rules: podRules(),
    conditions: [namesATargetNode()],
  };
  const turns: Hook = {
    ...common,
    name: TURNS_HOOK,
    path: '/mutate/pods',
    rules: podRules(),
    namespaces: notByName(tenancy),
    conditions: waitsForATurn(settings),
  };
  const hooks =
    tenancy.flavor === 'arktos' && tenancy.unknown === 'tenant'
      ? [daemonSets]
      : [daemonSets, pods, ...(settings.fairness.mode === 'on' ? [turns] : [])];
  const webhooks = hooks.map((hook) => ({
    ...webhook(hook, registration),
    reinvocationPolicy: 'IfNeeded',
  }));
  const { annotations } = registration;
  return registered('MutatingWebhookConfiguration', CONFIGURATION_NAME, { webhooks }, annotations);
}

/**
 * Twice the same question: closed for the namespaces of tenants, open for those of the system, whose network and DNS
 * Daemonward itself may be waiting for.
 */
function daemonSetHooks({ settings, own }: Registration): Hook[] {
  const { tenancy, modes } = settings;
  if (DAEMON_SET_CODES.every((code) => modes[code] === 'off')) return [];
  // Only DW102 asks who deletes.
  const operations = ['CREATE', 'UPDATE', ...(modes.DW102 === 'off' ? [] : (['DELETE'] as const))] as const;
  const hook: Hook = {
    name: 'daemonsets.validate.daemonward.dev',
    path: '/validate/daemonsets',
    rules: daemonRules(settings, operations),
    namespaces: notByNameOrPattern(tenancy),
    conditions: [...notByAController(tenancy), ...notBySharedRemoval(tenancy), worthValidating(settings)],
    failurePolicy: failurePolicyFor(DAEMON_SET_CODES, settings),
    timeoutSeconds: VALIDATING_TIMEOUT_SECONDS,
  };
  return [hook, ...openFor(hook, insideTheSystem(tenancy, own), settings)];
}
