/** The rules for paths, which must not lead out of where they begin. */
import { type FieldError, invalid } from '../field-error.ts';

export function validateNoBacksteps(path: string, field: string): FieldError[] {
  return path.split('/').includes('..') ? [invalid(field, path, 'must not have ".." in it')] : [];
}

export function validateLocalPath(path: string, field: string): FieldError[] {
  return [
    ...(path.startsWith('/') ? [invalid(field, path, 'must be a relative path')] : []),
    ...validateNoBacksteps(path, field),
  ];
}
