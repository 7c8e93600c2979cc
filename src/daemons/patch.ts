/** JSON Patch operations that the API server can apply whatever is there: parents are made, nulls replaced. */
import type { Operation } from 'fast-json-patch';
import { isObject } from '../json/object.ts';

/**
 * One `add` that sets the value at `path`, at the deepest level whose parent is an object. `add` replaces what is there,
 * null too, and never fails on a missing sibling (RFC 6902 4.1).
 *
 * @example setAt({ spec: {} }, ['spec', 'affinity', 'nodeAffinity'], {}) // [{ op: 'add', path: '/spec/affinity', value: { nodeAffinity: {} } }]
 */
export function setAt(root: unknown, path: readonly string[], value: unknown): Operation {
  let at = root;
  for (const [depth, step] of path.entries()) {
    const next = isObject(at) ? at[step] : undefined;
    if (!isObject(next) || depth === path.length - 1) {
      const rest = path.slice(depth + 1);
      return {
        op: 'add',
        path: pointer(path.slice(0, depth + 1)),
        value: rest.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value),
      };
    }
    at = next;
  }
  throw new Error('a patch needs a path');
}

/** RFC 6901. */
function pointer(path: readonly string[]): string {
  return path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
