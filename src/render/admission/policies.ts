/** The rules that the API server can keep by itself, as ValidatingAdmissionPolicy: they hold while Daemonward is down. */
import type { Mode } from '../../policy/modes.ts';
import { REASONS, type ReasonCode } from '../../policy/reasons.ts';
import { anyOf, celString, matchesAny, type NamedExpression } from './cel.ts';
import { type PolicyRule, RULES } from './policy-rules.ts';
import { type Registration, registered } from './registration.ts';

const ACTIONS = { audit: 'Audit', warn: 'Warn', enforce: 'Deny' } as const satisfies Record<
  Exclude<Mode, 'off'>,
  string
>;

/** A policy and its binding for each rule that is on. Arktos has no such policies. */
export function policies(registration: Registration) {
  const { settings } = registration;
  if (settings.tenancy.flavor === 'arktos') return [];
  return RULES.flatMap((makeRule) => {
    const rule = makeRule(registration);
    const { code } = rule;
    const mode = settings.modes[code];
    if (mode === 'off' || (rule.onlyToRefuse && mode !== 'enforce')) return [];
    return [{ code, policy: policy(rule, mode, registration), binding: binding(rule, mode) }];
  });
}

function policy(rule: PolicyRule, mode: Mode, registration: Registration) {
  const { code, field, namespaces } = rule;
  const [start, end] = [`${code} ${field}: `, `; ${REASONS[code].remedy}`];
  return registered('ValidatingAdmissionPolicy', policyName(rule), {
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

function binding(rule: PolicyRule, mode: Exclude<Mode, 'off'>) {
  const name = policyName(rule);
  return registered('ValidatingAdmissionPolicyBinding', name, {
    spec: { policyName: name, validationActions: [ACTIONS[mode]] },
  });
}

function policyName({ code, about }: PolicyRule): string {
  return `${[code.toLowerCase(), ...(about === undefined ? [] : [about])].join('-')}.daemonward.dev`;
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
