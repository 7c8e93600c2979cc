/** The rules for the node affinity of a pod or template. */

import { type FieldError, invalid, invalidForEach, required } from './field-error.ts';
import { labelValueProblems, qualifiedNameProblems } from './labels.ts';
import { dnsSubdomainProblems } from './names.ts';
import { NODE_NAME_FIELD } from './node-affinity.ts';
import type { Maybe, NodeAffinity, NodeSelectorTerm, SelectorRequirement } from './objects.ts';
import { validateValueCount, validateValues } from './selectors.ts';

/** Kubernetes' range for the weight of a preferred term. */
const MIN_WEIGHT = 1;
const MAX_WEIGHT = 100;

function validateOperator(requirement: SelectorRequirement, field: string): FieldError[] {
  switch (requirement.operator) {
    case 'In':
    case 'NotIn':
    case 'Exists':
    case 'DoesNotExist':
      return validateValueCount(requirement, field);
    case 'Gt':
    case 'Lt':
      return requirement.values?.length === 1
        ? []
        : [required(`${field}.values`, 'must be one single value for Gt and Lt')];
    default:
      return [invalid(`${field}.operator`, requirement.operator, 'is not a selector operator')];
  }
}

function validateExpression(
  requirement: SelectorRequirement,
  field: string,
  allowInvalidValues: boolean,
): FieldError[] {
  return [
    ...validateOperator(requirement, field),
    ...invalidForEach(`${field}.key`, requirement.key, qualifiedNameProblems(requirement.key ?? '')),
    ...(allowInvalidValues ? [] : validateValues(requirement, field)),
  ];
}

function validateField(requirement: SelectorRequirement, field: string): FieldError[] {
  const { key, operator } = requirement;
  const values = requirement.values ?? [];
  const errors: FieldError[] = [];
  if (operator !== 'In' && operator !== 'NotIn') {
    errors.push(invalid(`${field}.operator`, operator, 'is not an operator for fields'));
  } else if (values.length !== 1) {
    errors.push(required(`${field}.values`, 'must be one single value for fields'));
  }
  if (key !== NODE_NAME_FIELD) {
    return [...errors, invalid(`${field}.key`, key, `must be ${NODE_NAME_FIELD}`)];
  }
  const invalidNames = values.flatMap((value, index) =>
    invalidForEach(`${field}.values[${index}]`, value, dnsSubdomainProblems(value)),
  );
  return [...errors, ...invalidNames];
}

function validateTerm(term: NodeSelectorTerm, field: string, allowInvalidValues: boolean): FieldError[] {
  return [
    ...(term.matchExpressions ?? []).flatMap((requirement, index) =>
      validateExpression(requirement, `${field}.matchExpressions[${index}]`, allowInvalidValues),
    ),
    ...(term.matchFields ?? []).flatMap((requirement, index) =>
      validateField(requirement, `${field}.matchFields[${index}]`),
    ),
  ];
}

/** True when a required term holds a bad label value: then an update may go on having some. */
export function hasInvalidRequiredValue(affinity: Maybe<NodeAffinity>): boolean {
  const terms = affinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  return terms.some((term) =>
    term.matchExpressions?.some(({ values }) =>
      values?.some((value) => labelValueProblems(value).length > 0),
    ),
  );
}

/** Every error of a node affinity. Preferred terms may hold any value: Kubernetes lets them. */
export function validateNodeAffinity(
  affinity: Maybe<NodeAffinity>,
  field: string,
  allowInvalidValues: boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  const selector = affinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (selector) {
    const path = `${field}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
    const terms = selector.nodeSelectorTerms ?? [];
    if (terms.length === 0) errors.push(required(path, 'must have at least one term'));
    terms.forEach((term, index) => {
      errors.push(...validateTerm(term, `${path}[${index}]`, allowInvalidValues));
    });
  }
  affinity?.preferredDuringSchedulingIgnoredDuringExecution?.forEach((term, index) => {
    const path = `${field}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`;
    const weight = term.weight ?? 0;
    if (weight < MIN_WEIGHT || weight > MAX_WEIGHT) {
      errors.push(invalid(`${path}.weight`, weight, `must be from ${MIN_WEIGHT} to ${MAX_WEIGHT}`));
    }
    errors.push(...validateTerm(term.preference ?? {}, `${path}.preference`, true));
  });
  return errors;
}
