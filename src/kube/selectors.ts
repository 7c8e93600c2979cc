/** Label selectors: what is wrong with one, and which labels it matches. */

import { type FieldError, forbidden, invalid, invalidForEach, required } from './field-error.ts';
import { compileRequirement, type LabelMatcher } from './label-requirement.ts';
import { labelOf, labelValueProblems, qualifiedNameProblems, validateLabels } from './labels.ts';
import type { LabelSelector, Maybe, SelectorRequirement } from './objects.ts';

export interface SelectorOptions {
  /** Tolerates bad values in matchExpressions: on update, when the stored object has some already. */
  readonly allowInvalidValues?: boolean;
}

const OPERATORS = new Set(['In', 'NotIn', 'Exists', 'DoesNotExist']);

/** Values given where there must be none, or none where there must be some; shared with node selectors. */
export function validateValueCount(requirement: SelectorRequirement, field: string): FieldError[] {
  const count = requirement.values?.length ?? 0;
  const takesValues = requirement.operator === 'In' || requirement.operator === 'NotIn';
  if (takesValues && count === 0) return [required(`${field}.values`, 'must be given for In and NotIn')];
  if (!takesValues && count > 0) {
    return [forbidden(`${field}.values`, 'must not be given for Exists and DoesNotExist')];
  }
  return [];
}

export function validateValues(requirement: SelectorRequirement, field: string): FieldError[] {
  return (requirement.values ?? []).flatMap((value, index) =>
    invalidForEach(`${field}.values[${index}]`, value, labelValueProblems(value)),
  );
}

function validateRequirement(
  requirement: SelectorRequirement,
  field: string,
  options: SelectorOptions,
): FieldError[] {
  const key = requirement.key ?? '';
  const operator = requirement.operator ?? '';
  return [
    ...(OPERATORS.has(operator)
      ? validateValueCount(requirement, field)
      : [invalid(`${field}.operator`, operator, 'is not a selector operator')]),
    ...invalidForEach(`${field}.key`, key, qualifiedNameProblems(key)),
    ...(options.allowInvalidValues ? [] : validateValues(requirement, field)),
  ];
}

/** Every error of a selector; a selector that is not set has none. */
export function validateLabelSelector(
  selector: Maybe<LabelSelector>,
  field: string,
  options: SelectorOptions = {},
): FieldError[] {
  if (!selector) return [];
  return [
    ...validateLabels(selector.matchLabels, `${field}.matchLabels`),
    ...(selector.matchExpressions ?? []).flatMap((requirement, index) =>
      validateRequirement(requirement, `${field}.matchExpressions[${index}]`, options),
    ),
  ];
}

/** True for a selector that is there and asks for nothing: it matches everything. */
export function isEmptySelector(selector: LabelSelector): boolean {
  return (
    Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0
  );
}

function compileMatchLabel([key, value]: [string, string]): LabelMatcher | null {
  const valid = qualifiedNameProblems(key).length === 0 && labelValueProblems(value).length === 0;
  return valid ? (labels) => labelOf(labels, key) === value : null;
}

/**
 * Parses a selector once, to be asked for many objects. Null when it does not parse.
 * A selector that is not set matches nothing, an empty one everything.
 */
export function compileLabelSelector(selector: Maybe<LabelSelector>): LabelMatcher | null {
  if (!selector) return () => false;
  const compiled = [
    ...Object.entries(selector.matchLabels ?? {}).map(compileMatchLabel),
    ...(selector.matchExpressions ?? []).map((requirement) =>
      OPERATORS.has(requirement.operator) ? compileRequirement(requirement) : null,
    ),
  ];
  const matchers = compiled.filter((matcher) => matcher !== null);
  if (matchers.length < compiled.length) return null;
  return (labels) => matchers.every((matches) => matches(labels));
}
