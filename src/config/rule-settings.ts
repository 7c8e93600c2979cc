/** The mode of each rule, made from the table of reasons so that no code can be forgotten. */
import { MODES, type Mode } from '../policy/modes.ts';
import { REASON_CODES, REASONS, type ReasonCode } from '../policy/reasons.ts';
import type { SectionNode, TextNode } from './schema-node.ts';

/**
 * On Arktos the roles of every tenant allow DaemonSets, so that somebody has to say who is a cluster admin.
 * On plain Kubernetes RBAC says that already.
 */
const ARKTOS_MODES: Readonly<Partial<Record<ReasonCode, Mode>>> = { DW102: 'enforce' };

export const ruleSettings = {
  type: 'object',
  description:
    'What becomes of a finding of each rule: `off` does not look for it, `audit` counts and logs it, `warn` also ' +
    'tells the user and lets it pass, `enforce` refuses. By default a rule is enforced when it protects others or ' +
    'when Kubernetes would refuse the object anyway, and warns of what Kubernetes accepts but is hardly meant. ' +
    '`DW102` is off on plain Kubernetes, where RBAC says already who may write to system namespaces, and enforced ' +
    'on Arktos, whose tenants all have roles that allow DaemonSets.',
  additionalProperties: false,
  default: {},
  properties: everyCode(modeSetting),
} as const satisfies SectionNode;

function modeSetting(code: ReasonCode) {
  const { title, mode } = REASONS[code];
  const onArktos = ARKTOS_MODES[code];
  return {
    type: 'string',
    enum: MODES,
    default: mode,
    ...(onArktos === undefined ? {} : { 'x-arktos-default': onArktos }),
    'x-reload': 'live',
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
