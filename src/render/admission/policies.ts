/** The rules that the API server can keep by itself, as ValidatingAdmissionPolicy: they hold while Daemonward is down. */
import type { Mode } from '../../policy/modes.ts';
import { REASONS, type ReasonCode } from '../../policy/reasons.ts';
import { anyOf, celString, matchesAny, type NamedExpression } from './cel.ts';
import {
  bringsADaemon,
  daemonSetRules,
  except,
  type Namespaces,
  notByAController,
  outsideTheSystem,
  POD_CONDITIONS,
  podRules,
  type ResourceRule,
} from './scope.ts';
import { tenancyVariables } from './tenancy.ts';
import { type Registration, registered } from './webhooks.ts';

const ACTIONS = { audit: 'Audit', warn: 'Warn', enforce: 'Deny' } as const satisfies Record<
  Exclude<Mode, 'off'>,
  string
>;

interface Rule {
  readonly code: ReasonCode;
  readonly resources: readonly ResourceRule[];
  readonly namespaces: Namespaces;
  readonly conditions: readonly NamedExpression[];
  readonly variables: readonly NamedExpression[];
  /** True when the object may pass. */
  readonly expression: string;
  readonly field: string;
  /** What is wrong, as an expression; and without values, for when that has none. */
  readonly detail: string;
  readonly plainDetail: string;
}

/** A policy and its binding for each rule that is on. Arktos has no such policies. */
export function policies(registration: Registration) {
  const { settings } = registration;
  if (settings.tenancy.flavor === 'arktos') return [];
  return [tenantRule, priorityRule, ownerRule].flatMap((makeRule) => {
    const rule = makeRule(registration);
    const { code } = rule;
    const mode = settings.modes[code];
    if (mode === 'off') return [];
    return [{ code, policy: policy(rule, mode, registration), binding: binding(rule, mode) }];
  });
}

function tenantRule({ settings, namespace }: Registration): Rule {
  return {
    code: 'DW101',
    resources: daemonSetRules(settings, ['CREATE', 'UPDATE']),
    namespaces: { selector: except([namespace]), conditions: [] },
    conditions: [bringsADaemon()],
    variables: tenancyVariables(settings.tenancy),
    expression: 'variables.system',
    field: 'metadata.namespace',
    detail: '"the namespace belongs " + variables.whose + ", and only the system tenant may run a DaemonSet"',
    plainDetail: 'only the system tenant may run a DaemonSet',
  };
}

function priorityRule({ settings, namespace }: Registration): Rule {
  return {
    code: 'DW103',
    resources: podRules(),
    namespaces: outsideTheSystem(settings.tenancy, namespace),
    conditions: [POD_CONDITIONS.DW103, ...notByAController(settings.tenancy)],
    variables: tenancyVariables(settings.tenancy),
    expression: 'variables.system',
    field: 'spec.priorityClassName',
    detail:
      'object.spec.priorityClassName + " is reserved to the system tenant, and the namespace belongs " + variables.whose',
    plainDetail: 'this class is reserved to the system tenant',
  };
}

/** Everybody but the controllers is refused, so that there is nothing left to ask. */
function ownerRule({ settings, namespace }: Registration): Rule {
  return {
    code: 'DW104',
    resources: podRules(['CREATE', 'UPDATE']),
    namespaces: outsideTheSystem(settings.tenancy, namespace),
    conditions: [POD_CONDITIONS.DW104, ...notByAController(settings.tenancy)],
    variables: [],
    expression: 'false',
    field: 'metadata.ownerReferences',
    detail: '"names a DaemonSet, and \\"" + request.userInfo.username + "\\" is not its controller"',
    plainDetail: 'names a DaemonSet, and was not made by its controller',
  };
}

function policy(rule: Rule, mode: Mode, registration: Registration) {
  const { code, field, namespaces } = rule;
  const [start, end] = [`${code} ${field}: `, `; ${REASONS[code].remedy}`];
  return registered('ValidatingAdmissionPolicy', policyName(code), {
    spec: {
      failurePolicy: mode === 'enforce' ? 'Fail' : 'Ignore',
      matchConstraints: {
        matchPolicy: 'Equivalent',
        namespaceSelector: namespaces.selector,
        objectSelector: {},
        resourceRules: rule.resources,
      },
      matchConditions: [...namespaces.conditions, ...rule.conditions, ...notExempt(code, registration)],
      ...(rule.variables.length === 0 ? {} : { variables: rule.variables }),
      validations: [
        {
          expression: rule.expression,
          message: `${start}${rule.plainDetail}${end}`,
          messageExpression: `${celString(start)} + ${rule.detail} + ${celString(end)}`,
          reason: 'Forbidden',
        },
      ],
    },
  });
}

function binding({ code }: Rule, mode: Exclude<Mode, 'off'>) {
  return registered('ValidatingAdmissionPolicyBinding', policyName(code), {
    spec: { policyName: policyName(code), validationActions: [ACTIONS[mode]] },
  });
}

function policyName(code: ReasonCode): string {
  return `${code.toLowerCase()}.daemonward.dev`;
}

/**
 * A policy has no clock: an exemption holds here until it is rendered anew. While Daemonward is up it ends in time,
 * because Daemonward refuses by itself.
 */
function notExempt(code: ReasonCode, { settings, now }: Registration): NamedExpression[] {
  const tests = settings.exemptions
    .filter(({ rule, until }) => rule === code && now.getTime() < until)
    .map(({ namespace, name }) => {
      const parts = [namePart('request.namespace', namespace), namePart('object.metadata.name', name)];
      return `(${parts.join(' && ')})`;
    });
  return tests.length === 0 ? [] : [{ name: 'not-exempt', expression: `!(${anyOf(tests)})` }];
}

function namePart(expression: string, pattern: string): string {
  return pattern === '*' ? 'true' : matchesAny(expression, [pattern]);
}
