/** Finds the place in the text of a field that a path names. */
import { type Alias, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import { keyText, startOf } from './manifest-survey.ts';

/** Follows the path as far as there is something, and points at the key, or at the item of a list. */
export function offsetIn(root: unknown, path: string, targets: ReadonlyMap<Alias, Node>): number {
  let offset = startOf(root);
  let node: unknown = root;
  let rest = path;
  while (rest !== '') {
    const step = stepInto(isAlias(node) ? targets.get(node) : node, rest, targets);
    if (step === undefined) break;
    ({ offset, node, rest } = step);
  }
  return offset;
}

interface Step {
  readonly offset: number;
  readonly node: unknown;
  readonly rest: string;
}

function stepInto(node: unknown, rest: string, targets: ReadonlyMap<Alias, Node>): Step | undefined {
  if (isSeq(node)) {
    const [whole = '', index = ''] = /^\[(\d+)\]/.exec(rest) ?? [];
    const item = node.items[Number(index)];
    return whole === '' || item === undefined
      ? undefined
      : { offset: startOf(item), node: item, rest: rest.slice(whole.length).replace(/^\./, '') };
  }
  if (!isMap(node)) return undefined;
  let best: Step | undefined;
  for (const { key, value } of node.items) {
    const after = afterKey(rest, keyText(key));
    // Keys may hold dots, so the longest one that fits is meant; of a key given twice the last one counts.
    if (after !== undefined && after.length <= (best?.rest.length ?? rest.length)) {
      best = { offset: startOf(key), node: value, rest: after };
    }
  }
  return best ?? mergedStep(node.items, rest, targets);
}

/** A key that `<<` brought here stands elsewhere. */
function mergedStep(
  pairs: readonly { readonly key: unknown; readonly value: unknown }[],
  rest: string,
  targets: ReadonlyMap<Alias, Node>,
): Step | undefined {
  for (const { key, value } of pairs) {
    if (!isScalar(key) || !/^(?:Symbol\()?<<\)?$/.test(keyText(key))) continue;
    for (const source of isSeq(value) ? value.items : [value]) {
      const step = stepInto(isAlias(source) ? targets.get(source) : source, rest, targets);
      if (step !== undefined) return step;
    }
  }
  return undefined;
}

/** What is left of a path behind a key: `key.rest`, `key[0]`, or the key itself in brackets. */
function afterKey(path: string, key: string): string | undefined {
  for (const form of [key, `[${key}]`, `[${JSON.stringify(key)}]`]) {
    if (path === form) return '';
    if (path.startsWith(`${form}.`)) return path.slice(form.length + 1);
    if (path.startsWith(`${form}[`)) return path.slice(form.length);
  }
  return undefined;
}
