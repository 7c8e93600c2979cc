import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sourcesIn, violationsIn } from './import-direction.ts';

const SRC = fileURLToPath(new URL('../../../src', import.meta.url));

test('no module imports against the direction of the design', () => {
  const sources = sourcesIn(SRC);

  const violations = violationsIn(sources);

  expect(sources.length).toBeGreaterThan(50);
  expect(violations).toEqual([]);
});

test.each([
  ['kube/labels.ts', "import { x } from '../cluster/view.ts';", 'kube/labels.ts imports cluster/view.ts'],
  [
    'cluster/store.ts',
    "import type { X } from '../daemons/pin.ts';",
    'cluster/store.ts imports daemons/pin.ts',
  ],
  ['daemons/pin.ts', "export { x } from '../policy/reasons.ts';", 'daemons/pin.ts imports policy/reasons.ts'],
  [
    'scheduler/filter.ts',
    "import { x } from '../admission/review.ts';",
    'scheduler/filter.ts imports admission/review.ts',
  ],
  [
    'admission/review.ts',
    "const x = await import('../server/app.ts');",
    'admission/review.ts imports server/app.ts',
  ],
  ['policy/shape.ts', 'const home = process.env.HOME;', 'policy/shape.ts touches process'],
  ['policy/shape.ts', 'const { env } = process;', 'policy/shape.ts touches process'],
  ['server/app.ts', 'app.listen({ port: 1 });', 'server/app.ts listens'],
  ['daemons/pin.ts', "import { x } from '../../test/y.ts';", 'daemons/pin.ts imports ../test/y.ts'],
  ['extras/new.ts', '', 'extras/new.ts: src/extras is not in the picture of the architecture'],
])('%s with %s would be found', (path, text, violation) => {
  const violations = violationsIn([{ path, text }]);

  expect(violations).toEqual([violation]);
});
