/** The syntax of label keys and values, and of annotation keys. */

import { type FieldError, invalidForEach, tooLong } from './field-error.ts';
import { dnsSubdomainProblems, isLongerThan, lengthProblem } from './names.ts';
import type { Labels, Maybe } from './objects.ts';

const NAME_MAX_LENGTH = 63;
const LABEL_VALUE_MAX_LENGTH = 63;
/** All annotations of one object together: apimachinery's TotalAnnotationSizeLimitB. */
const ANNOTATIONS_MAX_BYTES = 256 * 1024;

const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

const SHAPE =
  "must consist of letters, digits, '-', '_' or '.', and must start and end with a letter or digit";

/** The label of a map, or undefined: never an inherited property such as `constructor`, which is a valid key. */
export function labelOf(labels: Maybe<Labels>, key: string): string | undefined {
  return labels && Object.hasOwn(labels, key) ? labels[key] : undefined;
}

/** What is wrong with a qualified name, `[prefix/]name`; empty when nothing is. */
export function qualifiedNameProblems(text: string): string[] {
  const parts = text.split('/');
  if (parts.length > 2) return [`${SHAPE}, with at most one '/' after a DNS subdomain`];
  const problems: string[] = [];
  const name = parts.pop() ?? '';
  const prefix = parts.pop();
  if (prefix === '') problems.push('prefix part must not be empty');
  else if (prefix !== undefined) {
    problems.push(...dnsSubdomainProblems(prefix).map((problem) => `prefix part ${problem}`));
  }
  if (name === '') problems.push('name part must not be empty');
  else if (isLongerThan(name, NAME_MAX_LENGTH)) problems.push(`name part ${lengthProblem(NAME_MAX_LENGTH)}`);
  if (!NAME.test(name)) problems.push(`name part ${SHAPE}`);
  return problems;
}

/** What is wrong with a label value; empty when nothing is. The empty value is fine. */
export function labelValueProblems(text: string): string[] {
  const problems: string[] = [];
  if (isLongerThan(text, LABEL_VALUE_MAX_LENGTH)) problems.push(lengthProblem(LABEL_VALUE_MAX_LENGTH));
  if (!LABEL_VALUE.test(text)) problems.push(SHAPE);
  return problems;
}

/** Errors of a label map. All stand at the map's own path: Kubernetes does not name the key there. */
export function validateLabels(labels: Maybe<Labels>, field: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(labels ?? {})) {
    errors.push(...invalidForEach(field, key, qualifiedNameProblems(key)));
    errors.push(...invalidForEach(field, value, labelValueProblems(value)));
  }
  return errors;
}

export function validateAnnotations(annotations: Maybe<Labels>, field: string): FieldError[] {
  const errors: FieldError[] = [];
  let all = '';
  for (const [key, value] of Object.entries(annotations ?? {})) {
    errors.push(...invalidForEach(field, key, qualifiedNameProblems(key.toLowerCase())));
    all += key + value;
  }
  if (isLongerThan(all, ANNOTATIONS_MAX_BYTES)) errors.push(tooLong(field, ANNOTATIONS_MAX_BYTES));
  return errors;
}
