/** Any object that the view can hold, written and read again, is the same record. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createProjector } from '../../../../src/cluster/projection/projector.ts';
import { OBJECT_KINDS, type ObjectKind } from '../../../../src/cluster/records.ts';
import { writeSnapshot } from '../../../../src/cluster/snapshot/slim-format.ts';
import { loadSnapshot } from '../../../../src/cluster/snapshot/snapshot.ts';
import type { ClusterStore } from '../../../../src/cluster/store/store.ts';
import { emptyStore, files } from '../records.ts';

const name = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/);
const word = fc.constantFrom('', 'a', 'b', 'true', '17', 'x-y');
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const labels = fc.dictionary(fc.constantFrom('app', 'pool', 'example.com/x', 'kubernetes.io/os'), word);
const quantity = fc.oneof(
  fc.constantFrom('0', '1', '100m', '1u', '1.5Gi', '1Ti', '3', '250n', '1e3'),
  fc.integer({ min: 0, max: 1_000_000 }),
);
const amounts = fc.dictionary(fc.constantFrom('cpu', 'memory', 'example.com/gpu', 'hugepages-2Mi'), quantity);
const resources = fc.record({ requests: some(amounts), limits: some(amounts) }, { requiredKeys: [] });
const port = fc.record({
  containerPort: fc.integer({ min: 1, max: 65_535 }),
  hostPort: some(fc.constantFrom(0, 80, 9100)),
  hostIP: some(fc.constantFrom('', '10.0.0.1', '0.0.0.0')),
  protocol: some(fc.constantFrom('TCP', 'UDP')),
});
const container = fc.record({
  name: fc.constantFrom('c', 'd'),
  resources: some(resources),
  ports: some(fc.array(port, { maxLength: 2 })),
});
const init = fc.record({
  name: fc.constant('i'),
  restartPolicy: some(fc.constant('Always')),
  resources: some(resources),
  ports: some(fc.array(port, { maxLength: 1 })),
});
const requirement = fc.record({
  key: fc.constantFrom('pool', 'app'),
  operator: fc.constantFrom('In', 'NotIn', 'Exists', 'Gt'),
  values: some(fc.array(word, { maxLength: 2 })),
});
const pin = fc.record({
  key: fc.constant('metadata.name'),
  operator: fc.constant('In'),
  values: fc.tuple(name),
});
const affinity = fc.record({
  nodeAffinity: some(
    fc.record({
      requiredDuringSchedulingIgnoredDuringExecution: fc.record({
        nodeSelectorTerms: fc.array(
          fc.record({
            matchExpressions: some(fc.array(requirement, { maxLength: 2 })),
            matchFields: some(fc.array(pin, { maxLength: 1 })),
          }),
          { maxLength: 2 },
        ),
      }),
    }),
  ),
  podAntiAffinity: some(
    fc.record({ requiredDuringSchedulingIgnoredDuringExecution: fc.constant([{ topologyKey: 'x' }]) }),
  ),
});
const toleration = fc.record({
  key: some(word),
  operator: some(fc.constantFrom('Exists', 'Equal')),
  value: some(word),
  effect: some(fc.constantFrom('NoSchedule', 'NoExecute')),
});
const spec = fc.record({
  nodeSelector: some(labels),
  affinity: some(affinity),
  tolerations: some(fc.array(toleration, { maxLength: 2 })),
  hostNetwork: some(fc.boolean()),
  priority: some(fc.integer({ min: -10, max: 2_000_001_000 })),
  containers: fc.array(container, { minLength: 1, maxLength: 2 }),
  initContainers: some(fc.array(init, { maxLength: 2 })),
  overhead: some(amounts),
  resources: some(resources),
  priorityClassName: some(name),
  runtimeClassName: some(name),
  schedulerName: some(name),
  volumes: some(fc.constant([{ name: 'd', persistentVolumeClaim: { claimName: 'd' } }])),
});
const metadata = fc.record({
  name,
  namespace: fc.constantFrom('shop', 'kube-system'),
  tenant: some(fc.constantFrom('t1', 'system')),
  uid: some(fc.uuid()),
  labels: some(labels),
  resourceVersion: some(fc.constantFrom('7', '12')),
  deletionTimestamp: some(fc.constant('2026-01-01T00:00:00Z')),
  generation: some(fc.integer({ min: 0, max: 9 })),
});
const owner = fc.record({
  apiVersion: fc.constantFrom('apps/v1', 'v1', 'example.com/v2'),
  kind: fc.constantFrom('DaemonSet', 'Node', 'ReplicaSet'),
  name,
  uid: some(fc.uuid()),
  controller: fc.constant(true),
});
const conditions = fc.array(
  fc.constantFrom({ type: 'Ready', status: 'True' }, { type: 'Ready', status: 'False' }),
  { maxLength: 1 },
);

const pods = fc
  .record({
    metadata,
    spec,
    node: fc.constantFrom('', 'n1'),
    owner: some(owner),
    conditions,
    granted: some(amounts),
    phase: fc.constantFrom('Running', 'Pending', 'Failed'),
    nominated: fc.constantFrom('', 'n2'),
  })
  .map(({ metadata: meta, spec: own, node, owner: by, conditions: told, granted, phase, nominated }) => ({
    metadata: { ...meta, ownerReferences: by && [by], annotations: { 'daemonward.dev/target-node': 'n1' } },
    spec: { ...own, nodeName: node },
    status: {
      phase,
      conditions: told,
      startTime: '2026-01-02T03:04:05Z',
      nominatedNodeName: nominated,
      containerStatuses: granted && [
        { name: 'c', allocatedResources: granted, resources: { requests: granted } },
      ],
    },
  }));

const time = fc.constantFrom('2026-01-02T03:04:05Z', '2026-03-29T01:30:00Z');

const objects: { readonly [K in ObjectKind]?: fc.Arbitrary<object> } = {
  nodes: fc.record({
    metadata,
    spec: fc.record({
      unschedulable: some(fc.boolean()),
      taints: some(
        fc.array(fc.record({ key: fc.constant('k'), value: some(word), effect: fc.constant('NoSchedule') }), {
          maxLength: 2,
        }),
      ),
    }),
    status: fc.record({ allocatable: some(amounts), capacity: some(amounts), conditions }),
  }),
  pods,
  daemonSets: fc.record({
    metadata,
    spec: fc.record({
      selector: fc.record({
        matchLabels: some(labels),
        matchExpressions: some(fc.array(requirement, { maxLength: 2 })),
      }),
      template: fc.record({ metadata: fc.record({ labels: some(labels) }), spec }),
      updateStrategy: some(
        fc.record({
          type: fc.constantFrom('RollingUpdate', 'OnDelete'),
          rollingUpdate: some(fc.record({ maxSurge: fc.constantFrom(0, 1, '10%') })),
        }),
      ),
    }),
    status: some(
      fc.record({
        observedGeneration: fc.nat(9),
        desiredNumberScheduled: fc.nat(9),
        updatedNumberScheduled: fc.nat(9),
      }),
    ),
  }),
  namespaces: fc.record({ metadata }),
  priorityClasses: fc.record({
    metadata,
    value: fc.integer({ min: -5, max: 5 }),
    globalDefault: some(fc.boolean()),
    preemptionPolicy: some(fc.constantFrom('Never', 'PreemptLowerPriority')),
  }),
  limitRanges: fc.record({
    metadata,
    spec: fc.record({
      limits: fc.array(
        fc.record({
          type: fc.constantFrom('Container', 'Pod'),
          max: some(amounts),
          min: some(amounts),
          default: some(amounts),
          defaultRequest: some(amounts),
        }),
        { maxLength: 2 },
      ),
    }),
  }),
  runtimeClasses: fc.record({
    metadata,
    overhead: some(fc.record({ podFixed: some(amounts) })),
    scheduling: some(fc.record({ nodeSelector: some(labels) })),
  }),
  orders: fc.record({
    metadata: fc
      .tuple(metadata, some(time))
      .map(([meta, creationTimestamp]) => ({ ...meta, creationTimestamp })),
    spec: fc.record({
      daemonSet: fc.constant(true),
      paused: some(fc.boolean()),
      enforcement: some(fc.constantFrom('Hold', 'Guardian')),
      strategy: some(
        fc.record({
          type: some(fc.constantFrom('OneTime', 'Scheduled', 'Recurring')),
          schedule: some(fc.constantFrom('0 */6 * * *', 'nonsense')),
          timeZone: some(fc.constantFrom('UTC', 'Europe/Berlin')),
          refreshPolicy: some(fc.constantFrom('OnClaim', 'Always', 'Never')),
        }),
      ),
      template: fc.record({
        spec: fc
          .tuple(spec, resources, some(fc.constantFrom('24h', '1h30m', '500ms', '1.5s', '90m')), some(time))
          .map(([own, asked, duration, startTime]) => ({ ...own, resources: asked, duration, startTime })),
      }),
      owners: some(
        fc.array(
          fc.record({
            namespace: some(fc.constantFrom('monitoring', 'shop')),
            apiVersion: some(fc.constantFrom('apps/v1', 'v1')),
            kind: some(fc.constantFrom('DaemonSet', 'Pod')),
            name: some(name),
            selector: some(
              fc.record({
                matchLabels: some(labels),
                matchExpressions: some(fc.array(requirement, { maxLength: 2 })),
              }),
            ),
          }),
          { maxLength: 2 },
        ),
      ),
    }),
    status: some(fc.record({ observedGeneration: fc.nat(9), periodStart: some(time) })),
  }),
};

function storeOf<K extends ObjectKind>(kind: K, values: readonly object[]): ClusterStore {
  const store = emptyStore();
  const projector = createProjector();
  for (const value of values) {
    const projected = projector[kind](value);
    if (projected.ok) store.put(kind, projected.record);
  }
  return store;
}

test('every kind is tried', () => {
  expect(Object.keys(objects).toSorted()).toEqual([...OBJECT_KINDS].toSorted());
});

test.each(Object.entries(objects))('%s', (kind, values) => {
  const section = OBJECT_KINDS.find((each) => each === kind) ?? 'nodes';
  let read = 0;
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 3 }), (some) => {
      const store = storeOf(section, some);
      const records = [...store[section]()];
      read += records.length;

      const again = loadSnapshot(files([...writeSnapshot(store)].join(''))).store;

      expect([...again[section]()]).toEqual(records);
    }),
    { numRuns: 200 },
  );
  expect(read).toBeGreaterThan(100);
});
