/** The part of Helm's language that the chart uses, for tests that have no Helm: `npm run test:chart` asks the real one. */
import { parseAllDocuments, parseDocument } from 'yaml';
import { isObject } from '../../../src/json/object.ts';
import { valueAt } from '../../../src/json/path.ts';

export interface ChartValues {
  /** By path in the values, such as `secondScheduler.enabled`: those that are true. */
  readonly on: ReadonlySet<string>;
  readonly namespace: string;
  /** What other actions stand for, by their beginning. */
  readonly words: Readonly<Record<string, string>>;
}

const ACTION = /(\s*)\{\{(-?) (.*?) \}\}/gs;

/** The objects that the template stands for. */
export function chartObjects(template: string, values: ChartValues): unknown[] {
  let text = '';
  let at = 0;
  let needed: Record<string, unknown> = {};
  const open: boolean[] = [];
  const write = (piece: string) => {
    if (open.every(Boolean)) text += piece;
  };
  for (const match of template.matchAll(ACTION)) {
    const [all, space = '', trims, action = ''] = match;
    write(template.slice(at, match.index) + (trims === '-' ? '' : space));
    at = match.index + all.length;
    if (action.startsWith('if ')) open.push(isTrue(action.slice('if '.length), values));
    else if (action === 'else') open.push(open.pop() !== true);
    else if (action === 'end') open.pop();
    else if (!open.every(Boolean)) continue;
    else if (action.startsWith('$needed :=')) needed = literalIn(action, values);
    else if (action.startsWith('$needed =')) needed = merged(needed, literalIn(action, values));
    else if (action.startsWith('toYaml (mustMerge')) write(`    ${JSON.stringify(needed)}`);
    else write(wordOf(action, values));
  }
  write(template.slice(at));
  return parseAllDocuments(text)
    .map((document): unknown => document.toJS())
    .filter((object) => object !== null);
}

/** `.Values.a`, `not .Values.a`, and several of both after `and` or `or`. */
function isTrue(condition: string, { on }: ChartValues): boolean {
  const tests = [...condition.matchAll(/(not )?\.Values\.([\w.]+)/g)].map(
    ([, not, path = '']) => on.has(path) === (not === undefined),
  );
  return condition.startsWith('or ') ? tests.some(Boolean) : tests.every(Boolean);
}

/** The text in quotes, which is YAML or JSON; a reader of YAML 1.1, as Helm is, takes some words for others. */
function literalIn(action: string, { namespace }: ChartValues): Record<string, unknown> {
  const quoted = /"(?:[^"\\]|\\.)*"/.exec(action)?.[0] ?? '""';
  const text = String(JSON.parse(quoted)).replaceAll('%s', namespace);
  const value: unknown = parseDocument(text, { version: '1.1' }).toJS();
  return isObject(value) ? { ...value } : {};
}

function merged(one: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> {
  const both = Object.entries(other).map(([key, value]) => {
    const own = valueAt(one, [key]);
    return [key, isObject(own) && isObject(value) ? merged({ ...own }, { ...value }) : (own ?? value)];
  });
  return { ...one, ...Object.fromEntries(both) };
}

function wordOf(action: string, { words }: ChartValues): string {
  const found = Object.entries(words).find(([beginning]) => action.startsWith(beginning));
  if (found === undefined) throw new Error(`nobody has said what {{ ${action} }} is`);
  return found[1];
}
