/** The rules for the node affinity of a pod or template. */
import { NODE_NAME_FIELD } from '../matching/node-affinity.ts';
import { dnsSubdomainProblems } from '../metadata/names.ts';
import type {
  Maybe,
  NodeAffinity,
  NodeSelectorTerm,
  PreferredTerm,
  SelectorRequirement,
} from '../objects.ts';
import { type FieldError, inEach, invalid, invalidForEach, required } from './field-error.ts';
import { hasInvalidValue, validateRequirement } from './selector.ts';

/** Kubernetes' range for the weight of a preferred term. */
const MIN_WEIGHT = 1;
const MAX_WEIGHT = 100;

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
  const validateName = (name: string, at: string) => invalidForEach(at, name, dnsSubdomainProblems(name));
  return [...errors, ...inEach(values, `${field}.values`, validateName)];
}

function validateTerm(term: NodeSelectorTerm, field: string, allowInvalidValues: boolean): FieldError[] {
  return [
    ...inEach(term.matchExpressions, `${field}.matchExpressions`, (requirement, at) =>
      validateRequirement(requirement, at, { allowInvalidValues, comparisons: true }),
    ),
    ...inEach(term.matchFields, `${field}.matchFields`, validateField),
  ];
}

/** True when a required term holds a bad label value. */
export function hasInvalidRequiredValue(affinity: Maybe<NodeAffinity>): boolean {
  const terms = affinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  return terms.some((term) => hasInvalidValue(term.matchExpressions));
}

/** Every error of a node affinity. Preferred terms may hold any value: Kubernetes lets them. */
export function validateNodeAffinity(
  affinity: Maybe<NodeAffinity>,
  field: string,
  allowInvalidValues: boolean,
): FieldError[] {
  const selector = affinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const terms = `${field}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
  const preferred = `${field}.preferredDuringSchedulingIgnoredDuringExecution`;
  return [
    ...(selector && !selector.nodeSelectorTerms?.length
      ? [required(terms, 'must have at least one term')]
      : []),
    ...inEach(selector?.nodeSelectorTerms, terms, (term, at) => validateTerm(term, at, allowInvalidValues)),
    ...inEach(affinity?.preferredDuringSchedulingIgnoredDuringExecution, preferred, validatePreferred),
  ];
}

function validatePreferred({ weight, preference }: PreferredTerm, field: string): FieldError[] {
  const given = weight ?? 0;
  return [
    ...(given < MIN_WEIGHT || given > MAX_WEIGHT
      ? [invalid(`${field}.weight`, given, `must be from ${MIN_WEIGHT} to ${MAX_WEIGHT}`)]
      : []),
    ...validateTerm(preference ?? {}, `${field}.preference`, true),
  ];
}
