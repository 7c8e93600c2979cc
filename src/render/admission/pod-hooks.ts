/** The validating webhooks about pods and their nodes. */
import type { PolicySettings } from '../../policy/settings.ts';
import { failurePolicyFor, type Hook, openFor, VALIDATING_TIMEOUT_SECONDS } from './hook.ts';
import { byPattern, notByName, notByNameOrPattern } from './namespaces.ts';
import { couldBreak, couldNotBreak, notByAScheduler, POD_CODES, podCodes } from './pod-scope.ts';
import type { Registration } from './registration.ts';
import { bindingRules, notByAController, podRules, RESIZE_CODE, resizeRules, resizes } from './scope.ts';

const POD_HOOK = {
  name: 'pods.validate.daemonward.dev',
  path: '/validate/pods',
  timeoutSeconds: VALIDATING_TIMEOUT_SECONDS,
} as const;

/**
 * What refuses fails closed, and leaves out what only warns or counts: a pod that is worth a warning must not wait until
 * Daemonward is back.
 */
export function podHooks({ settings }: Registration): Hook[] {
  const { tenancy, modes } = settings;
  if (POD_CODES.every((code) => modes[code] === 'off')) return [];
  if (tenancy.flavor === 'arktos') return [arktosPodHook(settings)];
  const [refusing, advising] = [podCodes(settings, 'refuse'), podCodes(settings, 'advise')];
  const both = { ...POD_HOOK, rules: podRules(['CREATE', 'UPDATE']) };
  const notByThem = notByAController(tenancy);
  const closed: Hook = {
    ...both,
    namespaces: notByNameOrPattern(tenancy),
    conditions: [...notByThem, couldBreak(refusing, settings)],
    failurePolicy: 'Fail',
  };
  const open: Hook = {
    ...both,
    name: `advised-${POD_HOOK.name}`,
    namespaces: notByName(tenancy),
    conditions: [...notByThem, ...couldNotBreak(refusing, settings), couldBreak(advising, settings)],
    failurePolicy: 'Ignore',
  };
  return [
    ...(refusing.length === 0 ? [] : [closed, ...openFor(closed, byPattern(tenancy), settings)]),
    ...(advising.length === 0 ? [] : [open]),
  ];
}

/** Without conditions and namespaces to narrow it, closed would mean: no pod at all, not even our own. */
function arktosPodHook(settings: PolicySettings): Hook {
  const namespaces = notByName(settings.tenancy);
  // Every write of every pod would be sent.
  return { ...POD_HOOK, rules: podRules(['CREATE']), namespaces, conditions: [], failurePolicy: 'Ignore' };
}

/** On Arktos, without conditions, every pod that the scheduler places would wait for us: there it is not asked. */
export function bindingHooks({ settings }: Registration): Hook[] {
  const { tenancy, modes } = settings;
  if (modes.DW105 === 'off' || tenancy.flavor === 'arktos') return [];
  const hook: Hook = {
    ...POD_HOOK,
    name: 'bindings.validate.daemonward.dev',
    rules: bindingRules(),
    namespaces: notByNameOrPattern(tenancy),
    conditions: [notByAScheduler(tenancy)],
    failurePolicy: failurePolicyFor(['DW105'], settings),
  };
  return [hook, ...openFor(hook, byPattern(tenancy), settings)];
}

/**
 * Fails open, as the extender does: room is kept as long as Daemonward is there to keep it, and a pod that has to grow does
 * not wait for us. On Arktos pods cannot be resized.
 */
export function resizeHooks({ settings }: Registration): Hook[] {
  const { tenancy, modes } = settings;
  if (modes[RESIZE_CODE] === 'off' || tenancy.flavor === 'arktos') return [];
  return [
    {
      ...POD_HOOK,
      name: 'resizes.validate.daemonward.dev',
      rules: resizeRules(),
      namespaces: notByName(tenancy),
      conditions: [resizes()],
      failurePolicy: 'Ignore',
    },
  ];
}
