/** Where in a document a value stands, as code walks it and as people write it. */
import { isObject } from './object.ts';

export type Path = readonly (string | number)[];

const PLAIN_KEY = /^[\w-]+$/;
const DIGITS = /^\d+$/;

/** `server.tls.names[0]`; a key with unusual characters is quoted, so that a path stays on one line. */
export function pathText(path: Path): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? itemText(text, step) : keyText(text, step)),
    '',
  );
}

/** As Kubernetes writes fields: keys stand as they are, such as `metadata.labels.example.com/tenant`. */
export function fieldText(path: Path): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? itemText(text, step) : fieldBelow(text, step)),
    '',
  );
}

/** The text of a key below a path that is text already. */
export function keyText(text: string, key: string): string {
  return PLAIN_KEY.test(key) ? fieldBelow(text, key) : `${text}[${JSON.stringify(key)}]`;
}

/** The text of one item of a list, or of any when no position is given. */
export function itemText(text: string, position?: number): string {
  return `${text}[${position ?? ''}]`;
}

/** A path in the object at another path. */
export function fieldBelow(path: string, field: string): string {
  if (path === '' || field === '' || field.startsWith('[')) return `${path}${field}`;
  return `${path}.${field}`;
}

/** A JSON pointer (RFC 6901), as schema checks write it, into a path: digits are a position only where a list is. */
export function pathOfPointer(pointer: string, root: unknown): Path {
  const path: (string | number)[] = [];
  let value = root;
  for (const escaped of pointer.split('/').slice(1)) {
    const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = DIGITS.test(key) && Array.isArray(value) ? Number(key) : key;
    value = valueAt(value, [step]);
    path.push(step);
  }
  return path;
}

/** The value at a path, or undefined when the way to it is missing. */
export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
    return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, root);
}
