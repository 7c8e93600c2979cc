/** The two profiles of eligibility: where room can be reserved a daemon could run, and the rest of the difference has a reason. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createProjector } from '../../../src/cluster/projection/projector.ts';
import type { SlimNode } from '../../../src/cluster/records.ts';
import { compileEligibility, compileReservation } from '../../../src/daemons/eligibility.ts';

const taint = fc.record({
  key: fc.constantFrom(
    'dedicated',
    'node.kubernetes.io/unschedulable',
    'node.kubernetes.io/not-ready',
    'node.kubernetes.io/disk-pressure',
  ),
  value: fc.constantFrom('', 'db'),
  effect: fc.constantFrom('NoSchedule', 'NoExecute', 'PreferNoSchedule'),
});

const nodeObject = fc.record({
  metadata: fc.record({
    name: fc.constantFrom('n1', 'n2'),
    labels: fc.record({ pool: fc.constantFrom('a', 'b') }, { requiredKeys: [] }),
  }),
  spec: fc.record({ unschedulable: fc.boolean(), taints: fc.array(taint, { maxLength: 2 }) }),
  status: fc.record({
    conditions: fc.constantFrom(
      [],
      ...['True', 'False', 'Unknown'].map((status) => [{ type: 'Ready', status }]),
    ),
  }),
});

const toleration = fc.record(
  {
    key: fc.constantFrom('dedicated', 'node.kubernetes.io/not-ready'),
    operator: fc.constantFrom('Exists', 'Equal'),
    value: fc.constantFrom('', 'db'),
    effect: fc.constantFrom('NoSchedule', 'NoExecute'),
  },
  { requiredKeys: ['operator'] },
);

const placement = fc.record(
  {
    nodeSelector: fc.record({ pool: fc.constantFrom('a', 'b') }, { requiredKeys: [] }),
    tolerations: fc.array(toleration, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

const { nodes: project } = createProjector();

function slim(object: unknown): SlimNode {
  const projected = project(object);
  if (!projected.ok) throw new Error(projected.error);
  return projected.record;
}

test('whatever the node and the template, and never on one that is cordoned or not ready', () => {
  let reserved = 0;
  let daemonsAlone = 0;
  fc.assert(
    fc.property(nodeObject, placement, (object, template) => {
      const node = slim(object);
      const why = compileReservation(template)(node);
      const judged = compileEligibility(template).judge(node);

      expect(compileEligibility(template).shouldRun(node)).toBe(judged.shouldRun);
      expect(judged.reason === null).toBe(judged.shouldRun);
      if (why === null) {
        reserved += 1;
        expect(judged.shouldRun).toBe(true);
        expect(object.spec.unschedulable).toBe(false);
        expect(object.status.conditions).toEqual([{ type: 'Ready', status: 'True' }]);
      } else if (judged.shouldRun) {
        daemonsAlone += 1;
        // A taint that only daemons tolerate by themselves is the third reason.
        expect(['cordoned', 'not-ready', 'taint']).toContain(why.kind);
      }
    }),
    { numRuns: 2_000 },
  );

  expect(reserved).toBeGreaterThan(50);
  expect(daemonsAlone).toBeGreaterThan(200);
});
