/** DaemonSets as people write them, right and wrong, by the grammar of the vectors and some more. */
import fc from 'fast-check';
import {
  affinity,
  key,
  labels,
  maybe,
  mostly,
  requirement,
  SEED,
  tolerations,
  value,
} from './random-placement.ts';

const LONG = 'x'.repeat(254);

const name = mostly(
  fc.constantFrom('agent', 'a.b.c', 'node-agent-7'),
  fc.constantFrom('-x', 'a..b', 'x.', 'Bad_Name', 'Agent', '', LONG),
);
const generateName = mostly(fc.constantFrom('agent-', 'a.b-'), fc.constantFrom('Agent-', '-', '.-'), 4);
const metadata = mostly(fc.record({ name }), fc.record({ generateName }));

const wrongValue = fc.constantFrom('-3', 'a b', 'ü', LONG);
const wrongKey = fc.constantFrom('UPPER/x', 'a/b/c', '', '-a', LONG);
const someLabels = mostly(
  labels,
  fc.oneof(fc.dictionary(key, wrongValue, { minKeys: 1, maxKeys: 1 }), fc.dictionary(wrongKey, value)),
  20,
);
const wrongRequirement = fc.record({
  key: mostly(key, wrongKey, 3),
  operator: fc.constantFrom('In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'in', ''),
  values: maybe(fc.array(mostly(value, wrongValue, 3), { maxLength: 2 })),
});
const expressions = fc.array(mostly(requirement, wrongRequirement), { maxLength: 2 });

/** Most of them made from the template's labels, so that they match. */
function selectorFor(template: Record<string, string>) {
  return fc.oneof(
    { weight: 10, arbitrary: fc.constant({ matchLabels: template }) },
    {
      weight: 4,
      arbitrary: fc.constant({
        matchExpressions: Object.entries(template).map(([each, its]) => ({
          key: each,
          operator: 'In',
          values: [its, 'other'],
        })),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ matchLabels: maybe(someLabels), matchExpressions: maybe(expressions) }),
    },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined, {}, { matchLabels: {} }) },
  );
}

const amount = fc.constantFrom(
  0,
  1,
  3,
  -1,
  100_000,
  '0%',
  '1%',
  '10%',
  '100%',
  '101%',
  'x',
  '',
  '5',
  '-1%',
  null,
  undefined,
);
const updateStrategy = mostly(
  fc.constantFrom(undefined, {}, { type: 'OnDelete' }, { type: 'RollingUpdate' }, { rollingUpdate: null }),
  fc.record({
    type: fc.constantFrom('RollingUpdate', 'RollingUpdate', 'OnDelete', 'Recreate', '', undefined),
    rollingUpdate: fc.record({ maxUnavailable: amount, maxSurge: amount }),
  }),
  2,
);
const count = mostly(fc.constantFrom(undefined, null, 0, 5), fc.constantFrom(-1, -2));

const containers = mostly(fc.constant([{ name: 'c', image: 'img' }]), fc.constantFrom(null, [], undefined));
const podSpec = fc.record({
  containers,
  restartPolicy: mostly(
    fc.constantFrom('Always', '', undefined),
    fc.constantFrom('Never', 'OnFailure', 'always'),
  ),
  activeDeadlineSeconds: mostly(fc.constant(undefined), fc.constantFrom(30, 0, null), 20),
  ephemeralContainers: mostly(
    fc.constantFrom(undefined, []),
    fc.constant([{ name: 'dbg', image: 'img' }]),
    20,
  ),
  tolerations,
  affinity: maybe(affinity),
  nodeName: mostly(fc.constant(undefined), fc.constantFrom('', 'n1')),
  hostNetwork: maybe(fc.boolean()),
  priorityClassName: fc.constantFrom(undefined, '', 'system-cluster-critical', 'unknown'),
});

/** What does not even decode: another type than the API's. */
const undecodable = fc.constantFrom(
  { minReadySeconds: 'soon' },
  { selector: 'app=a' },
  { updateStrategy: [] },
);
const misplaced = fc.constant({ containers: [{ name: 'c', image: 'img' }], tolerations: [] });

const daemonSet = someLabels.chain((own) =>
  fc.record({
    apiVersion: fc.constant('apps/v1'),
    kind: fc.constant('DaemonSet'),
    metadata: fc
      .tuple(metadata, fc.constantFrom({}, { annotations: { 'daemonward.dev/tolerate-not-ready': 'true' } }))
      .map(([names, rest]) => ({ ...names, ...rest })),
    spec: fc
      .record({
        selector: selectorFor(own),
        template: fc
          .tuple(
            fc.record({
              metadata: mostly(fc.constant({ labels: own }), fc.constantFrom({}, null)),
              spec: podSpec,
            }),
            mostly(fc.constant({}), misplaced, 20),
          )
          .map(([template, beside]) => ({ ...template, ...beside })),
        updateStrategy,
        minReadySeconds: count,
        revisionHistoryLimit: count,
      })
      .chain((spec) =>
        mostly(
          fc.constant(spec),
          undecodable.map((wrong) => ({ ...spec, ...wrong })),
          50,
        ),
      ),
  }),
);

/** As they would be sent: what is undefined is not there. */
export function randomDaemonSets(count: number): unknown[] {
  const made = fc.sample(daemonSet, { numRuns: count, seed: SEED });
  return made.map((each): unknown => JSON.parse(JSON.stringify(each)));
}
