/** What the API server refuses by itself, before any rule or after: no codes of ours, but words of the same form. */

export interface ApiCodeEntry {
  readonly title: string;
  readonly cause: string;
  readonly remedy: string;
}

export const API_CODES = {
  'unknown-field': {
    title: 'field that Kubernetes does not know',
    cause:
      'kubectl refuses a field that its API server does not know; without validation the API server drops it, and what it ' +
      'was to say is not said.',
    remedy: 'correct or remove it',
  },
  'duplicate-field': {
    title: 'field that is given twice',
    cause: 'Of a field that is given twice the last one counts, and the API server refuses to guess.',
    remedy: 'remove all but one',
  },
  'wrong-type': {
    title: 'value of a wrong type',
    cause:
      'The API server cannot decode the object: text where a number belongs, or a quantity that is none.',
    remedy: 'write it in the type that is named',
  },
  invalid: {
    title: 'value that Kubernetes refuses',
    cause:
      'The API server decodes the object and refuses it: a field is missing, or its value is not allowed.',
    remedy: 'correct the field that is named',
  },
} as const satisfies Readonly<Record<string, ApiCodeEntry>>;

export type ApiCode = keyof typeof API_CODES;

/** One of them, found in an object. */
export interface ApiFinding {
  readonly code: ApiCode;
  readonly field: string;
  readonly detail: string;
}

export function isApiCode(code: string): code is ApiCode {
  return Object.hasOwn(API_CODES, code);
}
