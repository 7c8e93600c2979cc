/** What is wrong with a body, as a value: the door that received it turns it into an answer. */

export type ProblemCode = 'empty-body' | 'invalid-json' | 'invalid-field' | 'too-many-values' | 'whole-nodes';

export interface Problem {
  readonly code: ProblemCode;
  /** Path of the field, `request.uid` style; empty when the body as a whole is wrong. */
  readonly field: string;
  readonly message: string;
}

export interface Unparsed {
  readonly ok: false;
  readonly problem: Problem;
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | Unparsed;

export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function problem(code: ProblemCode, field: string, message: string): Unparsed {
  return { ok: false, problem: { code, field, message } };
}

export function invalidField(field: string, expectation: string): Unparsed {
  return problem('invalid-field', field, `${field}: ${expectation}`);
}

export function invalidJson(message: string): Unparsed {
  return problem('invalid-json', '', message);
}

export function tooManyValues(field: string, expectation: string): Unparsed {
  return problem('too-many-values', field, `${field}: ${expectation}`);
}

/** Names a JSON value's type the way an error message should. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value === undefined) return 'nothing';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}
