/** The settings of rules: the mode of each, and who is let off which rule, why, and until when. */
import { ARKTOS_SYSTEM } from '../../kube/flavor.ts';
import { MODES, type Mode } from '../../policy/modes.ts';
import { REASON_CODES, REASONS, type ReasonCode } from '../../policy/reasons.ts';
import { oneOf, type SectionListNode, section, type TextNode, text } from './schema-node.ts';

/**
 * On Arktos the roles of every tenant allow DaemonSets, so that somebody has to say who is a cluster admin.
 * On plain Kubernetes RBAC says that already.
 */
const ARKTOS_MODES: Readonly<Partial<Record<ReasonCode, Mode>>> = { DW102: 'enforce' };

export const ruleSettings = section({
  reload: 'live',
  description:
    'What becomes of a finding of each rule: `off` does not look for it, `audit` counts and logs it, `warn` also ' +
    'tells the user and lets it pass, `enforce` refuses. By default a rule is enforced when it protects others or ' +
    'when Kubernetes would refuse the object anyway, and warns of what Kubernetes accepts but is hardly meant. ' +
    '`DW102` is off on plain Kubernetes, where RBAC says already who may write to system namespaces, and enforced ' +
    'on Arktos, whose tenants all have roles that allow DaemonSets.',
  properties: everyCode(modeSetting),
});

export const exemptionSettings = {
  type: 'array',
  description:
    'Objects that a rule lets pass although it finds something. None by default: each one is a hole, so that it has ' +
    'to name its rule, its reason and its end.',
  default: [],
  uniqueItems: true,
  items: {
    ...section({
      reload: 'live',
      description: 'One exemption.',
      properties: {
        rule: oneOf(REASON_CODES, {
          description: 'The one rule that does not apply. No default: there is no exemption from everything.',
        }),
        namespace: text('pattern', {
          description:
            'The namespaces of the objects, a name or a pattern. No default: an exemption for all namespaces is written out as `*`.',
        }),
        tenant: text('pattern', {
          'x-arktos-default': ARKTOS_SYSTEM,
          description:
            'On Arktos the tenant of the objects, a name or a pattern: every tenant has namespaces of the same names. By default ' +
            'there the system tenant; every tenant is written out as `*`.',
        }),
        name: text('pattern', {
          default: '*',
          description:
            'The names of the objects, a name or a pattern. By default all, because pods have names that nobody knows before.',
        }),
        reason: text('sentence', {
          description: 'Why, for those who find it later. No default: nobody else can know.',
        }),
        expires: text('expiry', {
          description:
            'When it ends: a day such as `2030-06-30` lasts to its end in UTC, a time such as `2030-06-30T12:00:00Z` is exact. ' +
            'No default: what never ends is forgotten. One in the past has no effect and is a warning.',
        }),
      },
    }),
    required: ['rule', 'namespace', 'reason', 'expires'],
  },
} as const satisfies SectionListNode;

/** Made from the table of reasons, so that no code can be forgotten. */
function modeSetting(code: ReasonCode) {
  const { title, mode } = REASONS[code];
  const onArktos = ARKTOS_MODES[code];
  return {
    type: 'string',
    enum: MODES,
    default: mode,
    ...(onArktos === undefined ? {} : { 'x-arktos-default': onArktos }),
    description: title,
  } as const satisfies TextNode;
}

function everyCode<T>(make: (code: ReasonCode) => T): Readonly<Record<ReasonCode, T>> {
  const table = Object.fromEntries(REASON_CODES.map((code) => [code, make(code)]));
  if (!hasEveryCode(table)) {
    throw new Error('REASON_CODES does not list every code of REASONS');
  }
  return table;
}

function hasEveryCode<T>(table: Readonly<Record<string, T>>): table is Readonly<Record<ReasonCode, T>> {
  return Object.keys(REASONS).every((code) => Object.hasOwn(table, code));
}
