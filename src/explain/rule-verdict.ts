/** What one rule says of a daemon on a node. */
import type { Shortfall } from './amounts.ts';
import { type Code, remedyOf } from './remedy.ts';

/** In the order in which they are asked. */
const RULE_NAMES = [
  'protected',
  'selector',
  'taints',
  'runtime',
  'size',
  'pod',
  'room',
  'ports',
  'filter',
  'preemption',
  'hold',
] as const;
export type RuleName = (typeof RULE_NAMES)[number];

export interface RuleVerdict {
  readonly rule: RuleName;
  /** `yes`: it speaks for the daemon. `no`: it keeps the daemon away. `note`: neither. */
  readonly verdict: 'yes' | 'no' | 'note';
  readonly code?: Code;
  readonly words: string;
  /** What there is too little of. */
  readonly shortfalls?: readonly Shortfall[];
  readonly remedy?: string;
}

export function yes(rule: RuleName, words: string): RuleVerdict {
  return { rule, verdict: 'yes', words };
}

export function note(rule: RuleName, words: string): RuleVerdict {
  return { rule, verdict: 'note', words };
}

export function no(
  rule: RuleName,
  words: string,
  { code, ...more }: Pick<RuleVerdict, 'code' | 'shortfalls' | 'remedy'> = {},
): RuleVerdict {
  const coded = code === undefined ? {} : { code, remedy: remedyOf(code) };
  return { rule, verdict: 'no', ...coded, words, ...more };
}
