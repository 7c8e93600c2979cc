/** What is wrong with the shape of a DaemonSet is said by the mutating hook already, all of it at once and as the other one says it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daemonSet, reviewOf } from '../../http/reviews.ts';
import { codesOf, hooks } from './hooks.ts';

const spec = fc.record(
  {
    selector: fc.constantFrom(
      null,
      {},
      { matchLabels: { app: 'agent' } },
      { matchLabels: { app: 'other' } },
      { matchExpressions: [{ key: 'app', operator: 'Near', values: [] }] },
    ),
    updateStrategy: fc.constantFrom(
      { type: 'OnDelete' },
      { type: 'Recreate' },
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 0 } },
    ),
  },
  { requiredKeys: [] },
);
const pod = fc.record(
  {
    restartPolicy: fc.constantFrom('Always', 'Never', 'Sometimes'),
    activeDeadlineSeconds: fc.constantFrom(null, 5),
    ephemeralContainers: fc.constant([{ name: 'debug', image: 'debug' }]),
    nodeName: fc.constantFrom('', 'n1'),
  },
  { requiredKeys: [] },
);
const name = fc.constantFrom('agent', 'Agent', 'a'.repeat(300), '');

test('whatever is wrong with it', () => {
  const several = { count: 0 };
  const { ask } = hooks();
  fc.assert(
    fc.property(spec, pod, name, (wrongSpec, wrongPod, wrongName) => {
      const made = daemonSet(wrongSpec, wrongPod);
      const object = { ...made, metadata: { ...made.metadata, name: wrongName } };
      const review = reviewOf({ object, name: wrongName });
      const shapes = (path: string) =>
        codesOf(ask(path, review))
          .filter((code) => code.startsWith('DW2'))
          .toSorted();

      const early = shapes('/mutate/daemonsets');

      expect(early).toEqual(shapes('/validate/daemonsets'));
      if (new Set(early).size > 1) several.count += 1;
    }),
    { numRuns: 400 },
  );

  expect(several.count).toBeGreaterThan(50);
});
