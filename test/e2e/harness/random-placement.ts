/** Random parts of pod specs and templates, of the kind that the vectors are made of. */
import fc from 'fast-check';

/** Made anew by the same number: what a run finds, the next one finds too. */
export const SEED = 20_261_116;

export const KEYS = ['app', 'tier', 'zone', 'gpu', 'size', 'example.com/pool', 'kubernetes.io/os'];
const VALUES = ['a', 'b', 'web', 'linux', '1', '7', '10', '007', ''];
export const NODES = ['n1', 'n2'];

/** Left out, set to null, or given: the first two are the same to Kubernetes, and not to a JSON patch. */
export function maybe<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> {
  return fc.oneof(
    { weight: 4, arbitrary: value },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constant(undefined) },
  );
}

/** Now and then something else. */
export function mostly<T, U>(
  usual: fc.Arbitrary<T>,
  other: fc.Arbitrary<U>,
  weight = 24,
): fc.Arbitrary<T | U> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });
}

export const key = fc.constantFrom(...KEYS);
export const value = fc.constantFrom(...VALUES);
export const labels = fc.dictionary(key, value, { minKeys: 1, maxKeys: 3 });

/** As the API server wants them: values where the operator takes some, and nowhere else. */
export const requirement = fc.oneof(
  fc.record({
    key,
    operator: fc.constantFrom('In', 'NotIn'),
    values: fc.array(value, { minLength: 1, maxLength: 3 }),
  }),
  fc.record(
    { key, operator: fc.constantFrom('Exists', 'DoesNotExist'), values: fc.constantFrom([], null) },
    { requiredKeys: ['key', 'operator'] },
  ),
);

const fieldRequirement = fc.record({
  key: fc.constant('metadata.name'),
  operator: fc.constantFrom('In', 'NotIn'),
  values: fc.constantFrom(...NODES).map((node) => [node]),
});

const term = fc.record({
  matchExpressions: maybe(fc.array(requirement, { maxLength: 2 })),
  matchFields: maybe(fc.array(fieldRequirement, { maxLength: 2 })),
});

const podAntiAffinity = fc.constant({
  requiredDuringSchedulingIgnoredDuringExecution: [
    { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'a' } } },
  ],
});

/** With the pieces that `addPin` has to leave alone. */
export const affinity = fc.record({
  nodeAffinity: maybe(
    fc.record({
      requiredDuringSchedulingIgnoredDuringExecution: maybe(
        fc.record({ nodeSelectorTerms: fc.array(term, { minLength: 1, maxLength: 3 }) }),
      ),
      preferredDuringSchedulingIgnoredDuringExecution: maybe(
        fc.array(fc.record({ weight: fc.integer({ min: 1, max: 100 }), preference: term }), { maxLength: 1 }),
      ),
    }),
  ),
  podAntiAffinity: maybe(podAntiAffinity),
});

const TAINTS = [
  'node.kubernetes.io/not-ready',
  'node.kubernetes.io/unreachable',
  'node.kubernetes.io/disk-pressure',
  'node.kubernetes.io/unschedulable',
  'node.kubernetes.io/network-unavailable',
  'dedicated',
];

export const toleration = fc.oneof(
  fc.record(
    {
      key: fc.constantFrom(...TAINTS),
      operator: fc.constant('Exists'),
      effect: fc.constantFrom('NoSchedule', 'PreferNoSchedule', 'NoExecute', ''),
    },
    { requiredKeys: ['key', 'operator'] },
  ),
  fc.record({
    key: fc.constantFrom(...TAINTS),
    operator: fc.constantFrom('Exists', 'Equal', ''),
    effect: fc.constant('NoExecute'),
    tolerationSeconds: maybe(fc.constantFrom(0, 30, 300)),
  }),
  fc.record({
    key: fc.constantFrom(...TAINTS),
    operator: fc.constantFrom('Equal', ''),
    value: fc.constantFrom('infra', ''),
    effect: fc.constantFrom('NoSchedule', 'NoExecute', ''),
  }),
  fc.constant({ operator: 'Exists' }),
);

export const tolerations = maybe(fc.array(toleration, { maxLength: 4 }));
