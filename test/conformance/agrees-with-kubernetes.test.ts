/** The project's own vectors, one test a family. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from './families.ts';
import { NO_RULES } from './left-out.ts';
import { runFamily } from './suite.ts';

const VECTORS = join(import.meta.dirname, 'vectors');
/** Each file holds this many; a cut-off file must not pass. */
const VECTORS_PER_FAMILY = 250;

describe('agrees with Kubernetes on', () => {
  it.each(FAMILIES)('$name', (family) => {
    const { passed, differences } = runFamily(family, join(VECTORS, `${family.name}.jsonl`));

    expect(differences).toEqual([]);
    expect(passed).toBe(VECTORS_PER_FAMILY);
  });
});

it.each(['daemonset-validation', 'daemonset-update'])(
  'the vectors of %s ask for nothing that there are no rules for',
  (name) => {
    const text = readFileSync(join(VECTORS, `${name}.jsonl`), 'utf8');
    const fields = [...text.matchAll(/"field":"([^"]*)"/g)].map(([, field = '']) => field);

    const without = fields.filter((field) => NO_RULES.some((path) => field.startsWith(path)));

    expect(fields.length).toBeGreaterThan(VECTORS_PER_FAMILY);
    expect(without).toEqual([]);
  },
);
