/** The project's own vectors, one test a family. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from './families.ts';
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
