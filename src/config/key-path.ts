/** Where in the configuration a value stands, as code walks it and as people write it. */
import { isMapping } from './mapping.ts';

export type KeyPath = readonly (string | number)[];

const PLAIN_KEY = /^[\w-]+$/;

/** `server.tls.names[0]`; a key with unusual characters is quoted, so that a path stays on one line. */
export function pathText(path: KeyPath): string {
  return path.reduce<string>((text, segment) => {
    if (typeof segment === 'number') {
      return `${text}[${segment}]`;
    }
    if (!PLAIN_KEY.test(segment)) {
      return `${text}[${JSON.stringify(segment)}]`;
    }
    return text === '' ? segment : `${text}.${segment}`;
  }, '');
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
