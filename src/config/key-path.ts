/** Where in the configuration a value stands, as code walks it and as people write it. */
import { isMapping } from './mapping.ts';

export type KeyPath = readonly (string | number)[];

const PLAIN_KEY = /^[\w-]+$/;

/** `server.tls.names[0]`; a key with unusual characters is quoted, so that a path stays on one line. */
export function pathText(path: KeyPath): string {
  return path.reduce<string>(
    (text, segment) => (typeof segment === 'number' ? itemText(text, segment) : keyText(text, segment)),
    '',
  );
}

/** The text of a key below a path that is text already. */
export function keyText(text: string, key: string): string {
  if (!PLAIN_KEY.test(key)) {
    return `${text}[${JSON.stringify(key)}]`;
  }
  return text === '' ? key : `${text}.${key}`;
}

/** The text of one item of a list, or of any when no position is given. */
export function itemText(text: string, position?: number): string {
  return `${text}[${position ?? ''}]`;
}

/** The value at a path, or undefined when the way to it is missing. */
export function valueAt(root: unknown, path: KeyPath): unknown {
  let value = root;
  for (const segment of path) {
    if (Array.isArray(value) && typeof segment === 'number') {
      value = value[segment];
    } else if (isMapping(value) && Object.hasOwn(value, segment)) {
      value = value[segment];
    } else {
      return undefined;
    }
  }
  return value;
}
