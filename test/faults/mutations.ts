/** Recorded bodies, spoilt in every way that a body can be spoilt in. */
import { readdirSync, readFileSync } from 'node:fs';

const FIXTURES = new URL('../http/fixtures/', import.meta.url);

export interface RecordedBody {
  readonly path: string;
  readonly body: Buffer;
}

/** The path is the beginning of the file's name: `filter-names-…` came to the filter, `mutate-pods-…` to that hook. */
export function recordedBodies(): RecordedBody[] {
  const files = readdirSync(FIXTURES).filter((file) => file.endsWith('.json') && file !== 'index.json');
  return files.map((file) => {
    const [first = '', second = ''] = file.split('-');
    const path = ['mutate', 'validate'].includes(first) ? `/${first}/${second}` : `/scheduler/${first}`;
    return { path, body: readFileSync(new URL(file, FIXTURES)) };
  });
}

type Random = () => number;
type Mutation = (body: Buffer, random: Random) => Buffer;

/** What stands in for some value of the body. */
const VALUES = [
  'null',
  'true',
  '""',
  '{}',
  '[]',
  '[[]]',
  '-0',
  '1e999',
  '123456789012345678901234567890',
  '0.1e-400',
  '"\\ud800"',
  '"\\u0000"',
  '"__proto__"',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":null}}',
  `"${'x'.repeat(5_000)}"`,
  `${'['.repeat(3_000)}${']'.repeat(3_000)}`,
  `{"a":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`,
];

const VALUE_OR_KEY = /"(?:[^"\\]|\\.)*"\s*:?|-?\d[\d.eE+-]*|true|false|null/g;

const MUTATIONS: readonly Mutation[] = [
  /** Cut off. */
  (body, random) => body.subarray(0, at(body.length, random)),
  /** Some other bytes, most of them not UTF-8. */
  (body, random) => {
    const changed = Buffer.from(body);
    for (let flips = 1 + at(8, random); flips > 0; flips -= 1)
      changed[at(body.length, random)] = at(256, random);
    return changed;
  },
  /** A value of another type. */
  (body, random) => replaced(body, random, () => one(VALUES, random)),
  (body, random) => MUTATIONS.slice(2, 3).reduce((b, mutate) => mutate(mutate(b, random), random), body),
  /** A key twice: with something else in it the second time. */
  (body, random) =>
    replaced(body, random, (token) =>
      token.endsWith(':') ? `${token}${one(VALUES, random)},${token}` : token,
    ),
  /** A key that Go would take for the same, or with an escape in it. */
  (body, random) =>
    replaced(body, random, (token) =>
      random() < 0.5 ? token.toUpperCase() : token.replace('"', '"\\u0061'),
    ),
  /** A stretch of it again, or gone. */
  (body, random) => {
    const from = at(body.length, random);
    const to = Math.min(body.length, from + at(200, random));
    return random() < 0.5
      ? Buffer.concat([body.subarray(0, to), body.subarray(from)])
      : Buffer.concat([body.subarray(0, from), body.subarray(to)]);
  },
  /** Something before or behind it. */
  (body, random) => Buffer.concat([body, Buffer.from(one(VALUES, random))]),
  (body) => Buffer.concat([Buffer.from('\ufeff'), body]),
  (_body, random) => Buffer.from(one(VALUES, random)),
  () => Buffer.alloc(0),
];

export function mutated(body: Buffer, random: Random): Buffer {
  return (MUTATIONS[at(MUTATIONS.length, random)] ?? ((same) => same))(body, random);
}

/** Replaces one key or value, chosen at random. */
function replaced(body: Buffer, random: Random, change: (token: string) => string): Buffer {
  const text = body.toString('utf8');
  const tokens = [...text.matchAll(VALUE_OR_KEY)];
  const token = tokens[at(tokens.length, random)];
  if (token === undefined) return body;
  const end = token.index + token[0].length;
  return Buffer.from(text.slice(0, token.index) + change(token[0]) + text.slice(end));
}

function at(length: number, random: Random): number {
  return Math.floor(random() * length);
}

function one(values: readonly string[], random: Random): string {
  return values[at(values.length, random)] ?? '';
}
