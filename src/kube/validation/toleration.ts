/** The rules for the tolerations of a pod or template. */
import { labelValueProblems, qualifiedNameProblems } from '../metadata/labels.ts';
import type { Maybe, Toleration } from '../objects.ts';
import { type FieldError, inEach, invalid, invalidForEach, notSupported } from './field-error.ts';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const OPERATORS = ['Equal', 'Exists'];

/** A bad value is reported at `operator`: so does Kubernetes. */
function validateOperator(toleration: Toleration, field: string): FieldError[] {
  const value = toleration.value ?? '';
  switch (toleration.operator ?? '') {
    case '':
    case 'Equal': {
      const problems = labelValueProblems(value);
      return problems.length > 0 ? [invalid(field, value, problems.join('; '))] : [];
    }
    case 'Exists':
      return value === '' ? [] : [invalid(field, value, 'value must be empty when operator is Exists')];
    default:
      return [notSupported(field, toleration.operator, OPERATORS)];
  }
}

function validateToleration(toleration: Toleration, field: string): FieldError[] {
  const { key, operator, effect, tolerationSeconds } = toleration;
  const errors: FieldError[] = [];
  if (key) errors.push(...invalidForEach(`${field}.key`, key, qualifiedNameProblems(key)));
  else if (operator !== 'Exists') {
    errors.push(invalid(`${field}.operator`, operator, 'must be Exists when key is empty'));
  }
  const hasSeconds = tolerationSeconds !== null && tolerationSeconds !== undefined;
  if (hasSeconds && effect !== 'NoExecute') {
    errors.push(invalid(`${field}.effect`, effect, 'must be NoExecute when tolerationSeconds is set'));
  }
  errors.push(...validateOperator(toleration, `${field}.operator`));
  if (effect && !EFFECTS.includes(effect)) errors.push(notSupported(`${field}.effect`, effect, EFFECTS));
  return errors;
}

export function validateTolerations(tolerations: Maybe<readonly Toleration[]>, field: string): FieldError[] {
  return inEach(tolerations, field, validateToleration);
}
