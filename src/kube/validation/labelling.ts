/** The rules for the labels and annotations of an object or template. */
import { labelValueProblems, qualifiedNameProblems } from '../metadata/labels.ts';
import { isLongerThan } from '../metadata/names.ts';
import type { Labels, Maybe } from '../objects.ts';
import { type FieldError, invalidForEach, tooLong } from './field-error.ts';

/** All annotations of one object together: apimachinery's TotalAnnotationSizeLimitB. */
const ANNOTATIONS_MAX_BYTES = 256 * 1024;

/** Errors of a label map. All stand at the map's own path: Kubernetes does not name the key there. */
export function validateLabels(labels: Maybe<Labels>, field: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(labels ?? {})) {
    errors.push(...invalidForEach(field, key, qualifiedNameProblems(key)));
    errors.push(...invalidForEach(field, value, labelValueProblems(value)));
  }
  return errors;
}

function validateAnnotations(annotations: Maybe<Labels>, field: string): FieldError[] {
  const errors: FieldError[] = [];
  let all = '';
  for (const [key, value] of Object.entries(annotations ?? {})) {
    errors.push(...invalidForEach(field, key, qualifiedNameProblems(key.toLowerCase())));
    all += key + value;
  }
  if (isLongerThan(all, ANNOTATIONS_MAX_BYTES)) errors.push(tooLong(field, ANNOTATIONS_MAX_BYTES));
  return errors;
}

/** Both maps, at `<field>.labels` and `<field>.annotations`. */
export function validateLabelling(
  metadata: Maybe<{ readonly labels?: Maybe<Labels>; readonly annotations?: Maybe<Labels> }>,
  field: string,
): FieldError[] {
  return [
    ...validateLabels(metadata?.labels, `${field}.labels`),
    ...validateAnnotations(metadata?.annotations, `${field}.annotations`),
  ];
}
