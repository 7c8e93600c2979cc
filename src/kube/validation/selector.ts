/** The rules for label selectors, and for the requirements that node selectors are made of as well. */
import { labelValueProblems, qualifiedNameProblems } from '../metadata/labels.ts';
import type { LabelSelector, Maybe, SelectorRequirement } from '../objects.ts';
import { type FieldError, forbidden, inEach, invalid, invalidForEach, required } from './field-error.ts';
import { validateLabels } from './labelling.ts';

export interface RequirementOptions {
  /** Tolerates bad values: on update, when the stored object has some already. */
  readonly allowInvalidValues?: boolean;
  /** Gt and Lt too, which only nodes are selected by. */
  readonly comparisons?: boolean;
}

function validateOperator(
  { operator, values }: SelectorRequirement,
  field: string,
  comparisons = false,
): FieldError[] {
  const count = values?.length ?? 0;
  switch (operator) {
    case 'In':
    case 'NotIn':
      return count > 0 ? [] : [required(`${field}.values`, 'must be given for In and NotIn')];
    case 'Exists':
    case 'DoesNotExist':
      if (count === 0) return [];
      return [forbidden(`${field}.values`, 'must not be given for Exists and DoesNotExist')];
    case 'Gt':
    case 'Lt':
      if (comparisons && count === 1) return [];
      if (comparisons) return [required(`${field}.values`, 'must be one single value for Gt and Lt')];
  }
  return [invalid(`${field}.operator`, operator ?? '', 'is not a selector operator')];
}

export function validateRequirement(
  requirement: SelectorRequirement,
  field: string,
  { allowInvalidValues, comparisons }: RequirementOptions,
): FieldError[] {
  const key = requirement.key ?? '';
  const values = allowInvalidValues ? [] : requirement.values;
  return [
    ...validateOperator(requirement, field, comparisons),
    ...invalidForEach(`${field}.key`, key, qualifiedNameProblems(key)),
    ...inEach(values, `${field}.values`, (value, at) => invalidForEach(at, value, labelValueProblems(value))),
  ];
}

/** True when some requirement holds a bad label value: then an update may go on having some. */
export function hasInvalidValue(requirements: Maybe<readonly SelectorRequirement[]>): boolean {
  const values = (requirements ?? []).flatMap((requirement) => requirement.values ?? []);
  return values.some((value) => labelValueProblems(value).length > 0);
}

/** Every error of a selector; a selector that is not set has none. */
export function validateLabelSelector(
  selector: Maybe<LabelSelector>,
  field: string,
  options: RequirementOptions = {},
): FieldError[] {
  return [
    ...validateLabels(selector?.matchLabels, `${field}.matchLabels`),
    ...inEach(selector?.matchExpressions, `${field}.matchExpressions`, (requirement, at) =>
      validateRequirement(requirement, at, options),
    ),
  ];
}
