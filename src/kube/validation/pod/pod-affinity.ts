/** The rules for where a pod stands to other pods: affinity, anti-affinity, and spreading over a topology. */
import type { JsonObject } from '../../../json/object.ts';
import { qualifiedNameProblems } from '../../metadata/labels.ts';
import { dnsLabelProblems } from '../../metadata/names.ts';
import type { LabelSelector } from '../../objects.ts';
import {
  duplicate,
  type FieldError,
  invalid,
  invalidForEach,
  notSupported,
  required,
} from '../field-error.ts';
import { validateLabelSelector } from '../selector.ts';
import { inEachOf, numberAt, objectAt, objectsAt, requireText, textAt, textsAt } from './fields.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const MOST_WEIGHT = 100;
const ANSWERS = ['DoNotSchedule', 'ScheduleAnyway'];

export function validatePodAffinities(affinity: JsonObject, field: string): FieldError[] {
  return ['podAffinity', 'podAntiAffinity'].flatMap((key) => {
    const rules = objectAt(affinity, key);
    const at = `${field}.${key}`;
    return [
      ...inEachOf(rules, REQUIRED, at, validateTerm),
      ...inEachOf(rules, PREFERRED, at, validateWeighted),
    ];
  });
}

function validateWeighted(weighted: JsonObject, field: string): FieldError[] {
  const weight = numberAt(weighted, 'weight') ?? 0;
  return [
    ...(weight >= 1 && weight <= MOST_WEIGHT
      ? []
      : [invalid(`${field}.weight`, weight, `must be from 1 to ${MOST_WEIGHT}`)]),
    ...validateTerm(objectAt(weighted, 'podAffinityTerm'), `${field}.podAffinityTerm`),
  ];
}

function validateTerm(term: JsonObject, field: string): FieldError[] {
  const key = textAt(term, 'topologyKey');
  return [
    ...validateSelectorAt(term, 'labelSelector', field),
    ...validateSelectorAt(term, 'namespaceSelector', field),
    ...textsAt(term, 'namespaces').flatMap((name) =>
      invalidForEach(`${field}.namespace`, name, dnsLabelProblems(name)),
    ),
    ...requireText(term, 'topologyKey', field),
    ...invalidForEach(`${field}.topologyKey`, key, qualifiedNameProblems(key)),
  ];
}

function validateSelectorAt(object: JsonObject, key: string, field: string): FieldError[] {
  return validateLabelSelector(selectorIn(objectAt(object, key)), `${field}.${key}`);
}

/** The selector in the types that it was decoded to. */
export function selectorIn(object: JsonObject): LabelSelector {
  const labels = Object.entries(objectAt(object, 'matchLabels')).map(([key, value]) => [key, String(value)]);
  return {
    matchLabels: Object.fromEntries(labels),
    matchExpressions: objectsAt(object, 'matchExpressions').map((requirement) => ({
      key: textAt(requirement, 'key'),
      operator: textAt(requirement, 'operator'),
      values: textsAt(requirement, 'values'),
    })),
  };
}

export function validateSpread(spec: JsonObject, field: string): FieldError[] {
  return inEachOf(spec, 'topologySpreadConstraints', field, (constraint, at) => {
    const skew = numberAt(constraint, 'maxSkew') ?? 0;
    const answer = textAt(constraint, 'whenUnsatisfiable');
    const key = textAt(constraint, 'topologyKey');
    return [
      ...(skew > 0 ? [] : [invalid(`${at}.maxSkew`, skew, 'must be greater than 0')]),
      // Any other text is taken here, unlike in an affinity.
      ...(key === '' ? [required(`${at}.topologyKey`, 'must be given')] : []),
      ...(ANSWERS.includes(answer) ? [] : [notSupported(`${at}.whenUnsatisfiable`, answer, ANSWERS)]),
      ...validateSelectorAt(constraint, 'labelSelector', at),
      ...(isRepeated(constraint, objectsAt(spec, 'topologySpreadConstraints'))
        ? [duplicate(`${at}.{topologyKey, whenUnsatisfiable}`, key)]
        : []),
    ];
  });
}

/** Whether one behind it is about the same; the API server blames the first. */
function isRepeated(constraint: JsonObject, all: readonly JsonObject[]): boolean {
  const isSame = (other: JsonObject) =>
    ['topologyKey', 'whenUnsatisfiable'].every((key) => textAt(other, key) === textAt(constraint, key));
  return all.slice(all.indexOf(constraint) + 1).some(isSame);
}
