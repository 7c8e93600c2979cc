/** Prints objects as kubectl does: keys sorted, JSON with four blanks, YAML with dashes not indented. */

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** Text that YAML would read as something else, or not at all, without quotes. */
const NEEDS_QUOTES =
  /^$|^[\s\-?:,[\]{}#&*!|>'"%@`=~]|^(true|false|null|yes|no|on|off|y|n)$|^[-+.]?\d[\d._eE+:TZ-]*$|: |:$| #|\s$|[\n\t"\\]/i;

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function entriesOf(value: { readonly [key: string]: Json | undefined }): [string, Json][] {
  return Object.entries(value)
    .flatMap(([key, entry]): [string, Json][] => (entry === undefined ? [] : [[key, entry]]))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function scalar(value: null | boolean | number | string): string {
  return typeof value === 'string' && !NEEDS_QUOTES.test(value) ? value : JSON.stringify(value);
}

/** The lines of a value, the first without indentation. */
function yamlBlock(value: Json, indent: string): string {
  if (value === null || typeof value !== 'object') return scalar(value);
  if (isList(value)) {
    if (value.length === 0) return '[]';
    return value.map((entry) => `- ${yamlBlock(entry, `${indent}  `)}`).join(`\n${indent}`);
  }
  const entries = entriesOf(value);
  if (entries.length === 0) return '{}';
  return entries.map(([key, entry]) => `${scalar(key)}:${yamlValue(entry, indent)}`).join(`\n${indent}`);
}

function yamlValue(value: Json, indent: string): string {
  if (value === null || typeof value !== 'object') return ` ${scalar(value)}`;
  if (isList(value)) return value.length === 0 ? ' []' : `\n${indent}${yamlBlock(value, indent)}`;
  return entriesOf(value).length === 0 ? ' {}' : `\n${indent}  ${yamlBlock(value, `${indent}  `)}`;
}

function sorted(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(sorted);
  return Object.fromEntries(entriesOf(value).map(([key, entry]) => [key, sorted(entry)]));
}

/** What `kubectl get … -o yaml` prints of several objects, piece by piece. */
export function* yamlList(objects: Iterable<Json>): Generator<string> {
  yield 'apiVersion: v1\nitems:\n';
  for (const object of objects) yield `- ${yamlBlock(object, '  ')}\n`;
  yield 'kind: List\nmetadata:\n  resourceVersion: ""\n';
}

/** What `kubectl get … -o json` prints of several objects, piece by piece. */
export function* jsonList(objects: Iterable<Json>): Generator<string> {
  yield '{\n    "apiVersion": "v1",\n    "items": [';
  let separator = '\n';
  for (const object of objects) {
    yield `${separator}        ${JSON.stringify(sorted(object), null, 4).replaceAll('\n', '\n        ')}`;
    separator = ',\n';
  }
  yield '\n    ],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n';
}
