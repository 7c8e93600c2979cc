/** One webhook of a registration: what it asks about, and what a failure means. */
import type { ReasonCode } from '../../policy/reasons.ts';
import type { PolicySettings } from '../../policy/settings.ts';
import { clientConfig } from '../target.ts';
import type { NamedExpression } from './cel.ts';
import type { Namespaces } from './namespaces.ts';
import type { Registration } from './registration.ts';
import type { ResourceRule } from './scope.ts';

/** A refusal that comes after seconds is as bad as none: people and controllers wait for every write. */
export const VALIDATING_TIMEOUT_SECONDS = 3;

export interface Hook {
  readonly name: string;
  readonly path: string;
  readonly rules: readonly ResourceRule[];
  readonly namespaces: Namespaces;
  readonly conditions: readonly NamedExpression[];
  readonly failurePolicy: 'Fail' | 'Ignore';
  readonly timeoutSeconds: number;
}

/** The same question for other namespaces, and a failure lets pass. Arktos has no way to tell namespaces apart. */
export function openFor(hook: Hook, namespaces: Namespaces | undefined, { tenancy }: PolicySettings): Hook[] {
  if (namespaces === undefined || tenancy.flavor === 'arktos') return [];
  return [{ ...hook, name: `system-${hook.name}`, namespaces, failurePolicy: 'Ignore' }];
}

/** Closed only for what nobody else refuses: Kubernetes itself holds up the rules about the shape. */
export function failurePolicyFor(codes: readonly ReasonCode[], { modes }: PolicySettings): 'Fail' | 'Ignore' {
  const refuses = codes.some((code) => modes[code] === 'enforce' && !code.startsWith('DW2'));
  return refuses ? 'Fail' : 'Ignore';
}

export function webhook(hook: Hook, { settings, target, caBundle }: Registration) {
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
    // A refusal of a DaemonSet is told as an Event, unless it was only tried.
    sideEffects: !arktos && hook.path.endsWith('/daemonsets') ? 'NoneOnDryRun' : 'None',
    admissionReviewVersions: arktos ? ['v1', 'v1beta1'] : ['v1'],
  };
}
