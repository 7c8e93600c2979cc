/** One thing wrong with one field, in the vocabulary of the Kubernetes API. */
import type { Maybe } from '../objects.ts';

export type FieldErrorType =
  | 'FieldValueInvalid'
  | 'FieldValueRequired'
  | 'FieldValueForbidden'
  | 'FieldValueNotSupported'
  | 'FieldValueTooLong'
  | 'FieldValueDuplicate'
  | 'FieldValueNotFound';

export interface FieldError {
  readonly type: FieldErrorType;
  /** The path as Kubernetes writes it, e.g. `spec.selector.matchExpressions[0].key`. */
  readonly field: string;
  readonly detail: string;
  readonly value?: unknown;
}

export function invalid(field: string, value: unknown, detail: string): FieldError {
  return { type: 'FieldValueInvalid', field, detail, value };
}

export function required(field: string, detail: string): FieldError {
  return { type: 'FieldValueRequired', field, detail };
}

export function forbidden(field: string, detail: string): FieldError {
  return { type: 'FieldValueForbidden', field, detail };
}

export function notSupported(field: string, value: unknown, allowed: readonly string[]): FieldError {
  return {
    type: 'FieldValueNotSupported',
    field,
    detail: `must be one of ${allowed.map((choice) => `"${choice}"`).join(', ')}`,
    value,
  };
}

export function tooLong(field: string, limit: number): FieldError {
  return { type: 'FieldValueTooLong', field, detail: `must be no more than ${limit} bytes` };
}

export function duplicate(field: string, value: unknown): FieldError {
  return { type: 'FieldValueDuplicate', field, detail: 'is there twice', value };
}

export function notFound(field: string, value: unknown, detail: string): FieldError {
  return { type: 'FieldValueNotFound', field, detail, value };
}

/** One `invalid` for each problem, as Kubernetes reports them: the count is part of the answer. */
export function invalidForEach(field: string, value: unknown, problems: readonly string[]): FieldError[] {
  return problems.map((problem) => invalid(field, value, problem));
}

/** The errors of each element of a list, at `<field>[<index>]`. */
export function inEach<T>(
  list: Maybe<readonly T[]>,
  field: string,
  validate: (element: T, field: string) => FieldError[],
): FieldError[] {
  return (list ?? []).flatMap((element, index) => validate(element, `${field}[${index}]`));
}

export function validateNonNegative(value: number, field: string): FieldError[] {
  return value < 0 ? [invalid(field, value, 'must be greater than or equal to 0')] : [];
}
