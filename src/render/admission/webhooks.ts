/** The two webhook configurations: settings in, plain objects out, and no field left to a default. */
import { REASON_CODES, type ReasonCode } from '../../policy/reasons.ts';
import type { PolicySettings } from '../../policy/settings.ts';
import { clientConfig, type Target } from '../target.ts';
import type { NamedExpression } from './cel.ts';
import {
  daemonSetRules,
  except,
  insideTheSystem,
  type Namespaces,
  namesATargetNode,
  notByAController,
  outsideTheSystem,
  POD_CODES,
  podRules,
  RESIZE_CODE,
  type ResourceRule,
  resizeRules,
  resizes,
  worthCompleting,
  worthValidating,
  worthValidatingPod,
} from './scope.ts';

export interface Registration {
  readonly settings: PolicySettings;
  readonly target: Target;
  /** Base64 of PEM; empty for whoever fills it in later. */
  readonly caBundle: string;
  /** The namespace that Daemonward runs in. */
  readonly namespace: string;
  /** Exemptions that are over at this moment are left out. */
  readonly now: Date;
}

const CONFIGURATION_NAME = 'daemonward';

/** A refusal that comes after seconds is as bad as none: people and controllers wait for every write. */
const VALIDATING_TIMEOUT_SECONDS = 3;
/** Mutating hooks run one after the other, and before everything else. */
const MUTATING_TIMEOUT_SECONDS = 2;

const OTHER_CODES: readonly ReasonCode[] = [...POD_CODES, RESIZE_CODE];
const DAEMON_SET_CODES = REASON_CODES.filter((code) => !OTHER_CODES.includes(code));

interface Hook {
  readonly name: string;
  readonly path: string;
  readonly rules: readonly ResourceRule[];
  readonly namespaces: Namespaces;
  readonly conditions: readonly NamedExpression[];
  readonly failurePolicy: 'Fail' | 'Ignore';
  readonly timeoutSeconds: number;
}

export function registered<Content extends object>(kind: string, name: string, content: Content) {
  const metadata = { name, labels: { 'app.kubernetes.io/name': 'daemonward' } };
  return { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata, ...content };
}

/** Undefined when every rule is off. */
export function validatingConfiguration(registration: Registration) {
  const hooks = [...daemonSetHooks(registration), ...podHooks(registration), ...resizeHooks(registration)];
  if (hooks.length === 0) return undefined;
  const webhooks = hooks.map((hook) => webhook(hook, registration));
  return registered('ValidatingWebhookConfiguration', CONFIGURATION_NAME, { webhooks });
}

/**
 * Fails open: what it completes is a convenience, and what it refuses the validating hooks refuse too. On Arktos a new
 * pod has no tenant yet, so that nothing could be completed, and without conditions every pod would be sent.
 */
export function mutatingConfiguration(registration: Registration) {
  const { settings, namespace } = registration;
  const { tenancy } = settings;
  const common = {
    namespaces: { selector: except([namespace]), conditions: [] },
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
  const hooks =
    tenancy.flavor === 'arktos' && tenancy.unknown === 'tenant' ? [daemonSets] : [daemonSets, pods];
  return registered('MutatingWebhookConfiguration', CONFIGURATION_NAME, {
    webhooks: hooks.map((hook) => ({ ...webhook(hook, registration), reinvocationPolicy: 'IfNeeded' })),
  });
}

/**
 * Twice the same question: closed for the namespaces of tenants, open for those of the system, whose network and DNS
 * Daemonward itself may be waiting for.
 */
function daemonSetHooks({ settings, namespace }: Registration): Hook[] {
  const { tenancy, modes } = settings;
  if (DAEMON_SET_CODES.every((code) => modes[code] === 'off')) return [];
  // Only DW102 asks who deletes.
  const operations = ['CREATE', 'UPDATE', ...(modes.DW102 === 'off' ? [] : (['DELETE'] as const))] as const;
  const hook: Hook = {
    name: 'daemonsets.validate.daemonward.dev',
    path: '/validate/daemonsets',
    rules: daemonSetRules(settings, operations),
    namespaces: outsideTheSystem(tenancy, namespace),
    conditions: [...notByAController(tenancy), worthValidating(settings)],
    failurePolicy: failurePolicyFor(DAEMON_SET_CODES, settings),
    timeoutSeconds: VALIDATING_TIMEOUT_SECONDS,
  };
  const inside = tenancy.flavor === 'arktos' ? undefined : insideTheSystem(tenancy, namespace);
  if (inside === undefined) return [hook];
  const open = { name: `system-${hook.name}`, namespaces: inside, failurePolicy: 'Ignore' } as const;
  return [hook, { ...hook, ...open }];
}

function podHooks({ settings, namespace }: Registration): Hook[] {
  const { tenancy, modes } = settings;
  if (POD_CODES.every((code) => modes[code] === 'off')) return [];
  return [
    {
      name: 'pods.validate.daemonward.dev',
      path: '/validate/pods',
      // Without conditions every write of every pod would be sent.
      rules: podRules(settings.tenancy.flavor === 'arktos' ? ['CREATE'] : ['CREATE', 'UPDATE']),
      namespaces: outsideTheSystem(tenancy, namespace),
      conditions: [...notByAController(tenancy), worthValidatingPod(settings)],
      // Without conditions and namespaces to narrow it, closed would mean: no pod at all, not even our own.
      failurePolicy: tenancy.flavor === 'arktos' ? 'Ignore' : failurePolicyFor(POD_CODES, settings),
      timeoutSeconds: VALIDATING_TIMEOUT_SECONDS,
    },
  ];
}

/**
 * Fails open, as the extender does: room is kept as long as Daemonward is there to keep it, and a pod that has to grow does
 * not wait for us. On Arktos pods cannot be resized.
 */
function resizeHooks({ settings, namespace }: Registration): Hook[] {
  const { tenancy, modes } = settings;
  if (modes[RESIZE_CODE] === 'off' || tenancy.flavor === 'arktos') return [];
  return [
    {
      name: 'resizes.validate.daemonward.dev',
      path: '/validate/pods',
      rules: resizeRules(),
      namespaces: outsideTheSystem(tenancy, namespace),
      conditions: [resizes()],
      failurePolicy: 'Ignore',
      timeoutSeconds: VALIDATING_TIMEOUT_SECONDS,
    },
  ];
}

/** Closed only for what nobody else refuses: Kubernetes itself holds up the rules about the shape. */
function failurePolicyFor(codes: readonly ReasonCode[], { modes }: PolicySettings): 'Fail' | 'Ignore' {
  const refuses = codes.some((code) => modes[code] === 'enforce' && !code.startsWith('DW2'));
  return refuses ? 'Fail' : 'Ignore';
}

function webhook(hook: Hook, { settings, target, caBundle }: Registration) {
  const arktos = settings.tenancy.flavor === 'arktos';
  const { name, rules, namespaces, conditions, failurePolicy, timeoutSeconds } = hook;
  return {
    name,
    clientConfig: clientConfig(target, hook.path, caBundle),
    rules,
    // Arktos looks a namespace up by its bare name, and takes the system's for a tenant's. It knows no conditions.
    ...(arktos ? {} : { namespaceSelector: namespaces.selector }),
    objectSelector: {},
    ...(arktos ? {} : { matchConditions: [...namespaces.conditions, ...conditions] }),
    matchPolicy: 'Equivalent',
    failurePolicy,
    timeoutSeconds,
    sideEffects: 'None',
    admissionReviewVersions: arktos ? ['v1', 'v1beta1'] : ['v1'],
  };
}
