/** Any cluster and any DaemonSet: the forecast is what a plain reading of the scheduler's rules says, node by node. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { ALONE, forecastOver, written } from './forecast-over.ts';

const RUNS = 500;
/** A fifth of a second for some of them on a busy machine. */
const TIMEOUT_MS = 120_000;
const ZONES = ['a', 'b'] as const;
const PRIORITIES = [-10, 0, 0, 5, 100, 2_000_001_000] as const;
const PORTS = [80, 81] as const;
const ADDRESSES = ['', '10.0.0.1', '10.0.0.2'] as const;

interface Port {
  readonly hostPort: number;
  readonly hostIP: string;
  readonly protocol: string;
}

interface PodShape {
  readonly node: number;
  readonly cpu: number;
  readonly memory: number;
  readonly priority: number;
  readonly started: number;
  readonly ports: readonly Port[];
  readonly state: 'runs' | 'leaves' | 'ended' | 'nominated';
  /** A pod of the DaemonSet that is forecast, of an older template. */
  readonly own: boolean;
}

interface NodeShape {
  readonly cpu: number;
  readonly memory: number;
  readonly pods: number;
  readonly zone: (typeof ZONES)[number];
  readonly tainted: boolean;
}

interface Shape {
  readonly nodes: readonly NodeShape[];
  readonly pods: readonly PodShape[];
  readonly daemon: {
    readonly cpu: number;
    readonly memory: number;
    readonly priority: number;
    readonly never: boolean;
    readonly zone: string | undefined;
    readonly tolerates: boolean;
    readonly ports: readonly Port[];
    readonly surges: boolean;
    readonly exists: boolean;
  };
}

const port = fc.record({
  hostPort: fc.constantFrom(...PORTS),
  hostIP: fc.constantFrom(...ADDRESSES),
  protocol: fc.constantFrom('TCP', 'UDP'),
});
const ports = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(port, { maxLength: 2 }) },
);
const shape: fc.Arbitrary<Shape> = fc.record({
  nodes: fc.array(
    fc.record({
      cpu: fc.integer({ min: 1, max: 8 }),
      memory: fc.integer({ min: 1, max: 8 }),
      pods: fc.integer({ min: 0, max: 6 }),
      zone: fc.constantFrom(...ZONES),
      tainted: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  pods: fc.array(
    fc.record({
      node: fc.nat(4),
      cpu: fc.integer({ min: 0, max: 3 }),
      memory: fc.integer({ min: 0, max: 3 }),
      priority: fc.constantFrom(...PRIORITIES),
      started: fc.nat(3),
      ports,
      state: fc.constantFrom('runs', 'runs', 'runs', 'leaves', 'ended', 'nominated'),
      own: fc.boolean().map((own) => own),
    }),
    { maxLength: 14 },
  ),
  daemon: fc.record({
    cpu: fc.integer({ min: 0, max: 6 }),
    memory: fc.integer({ min: 0, max: 6 }),
    priority: fc.constantFrom(0, 5, 50),
    never: fc.boolean(),
    zone: fc.constantFrom(undefined, ...ZONES),
    tolerates: fc.boolean(),
    ports,
    surges: fc.boolean(),
    exists: fc.boolean(),
  }),
});

/** Own pods have the daemon's priority, one a node, and are there only when it exists. */
function podsOf({ pods, daemon, nodes }: Shape): (PodShape & { readonly name: string })[] {
  const taken = new Set<number>();
  return pods.flatMap((pod, index) => {
    const node = pod.node % nodes.length;
    const own = pod.own && daemon.exists && pod.state === 'runs' && !taken.has(node);
    if (own) taken.add(node);
    return [{ ...pod, node, own, priority: own ? daemon.priority : pod.priority, name: `p${index}` }];
  });
}

function clusterOf(whole: Shape): DaemonCluster {
  const cluster = new DaemonCluster();
  const { daemon } = whole;
  for (const [index, { cpu, memory, pods, zone, tainted }] of whole.nodes.entries()) {
    cluster.put('nodes', {
      metadata: { name: `n${index}`, labels: { zone } },
      spec: { taints: tainted ? [{ key: 'edge', effect: 'NoSchedule' }] : [] },
      status: { allocatable: { cpu, memory, pods } },
    });
  }
  const preemptionPolicy = daemon.never ? 'Never' : 'PreemptLowerPriority';
  cluster.put('priorityClasses', { metadata: { name: 'own' }, value: daemon.priority, preemptionPolicy });
  if (daemon.exists) {
    cluster.put('daemonSets', {
      ...written({ name: 'agent', requests: { cpu: '7m' } }),
      metadata: { namespace: 'kube-system', name: 'agent', uid: 'ds' },
    });
  }
  for (const { name, node, cpu, memory, priority, started, ports: taken, state, own } of podsOf(whole)) {
    const isWaiting = state === 'nominated';
    cluster.put('pods', {
      metadata: {
        name,
        namespace: own ? 'kube-system' : 'shop',
        uid: name,
        deletionTimestamp: state === 'leaves' ? '2026-01-01T00:00:00Z' : undefined,
        ownerReferences: own
          ? [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent', uid: 'ds', controller: true }]
          : [],
      },
      spec: {
        nodeName: isWaiting ? '' : `n${node}`,
        priority,
        containers: [{ name: 'c', resources: { requests: { cpu, memory } }, ports: taken }],
      },
      status: {
        phase: state === 'ended' ? 'Succeeded' : isWaiting ? 'Pending' : 'Running',
        startTime: `2026-01-01T00:00:0${started}Z`,
        nominatedNodeName: isWaiting ? `n${node}` : '',
      },
    });
  }
  return cluster;
}

function daemonSetOf({ daemon }: Shape) {
  const { cpu, memory, zone, tolerates, ports: taken, surges } = daemon;
  return written({
    name: 'agent',
    requests: { cpu, memory },
    ports: taken.map((each) => ({ ...each, containerPort: each.hostPort })),
    pod: {
      priorityClassName: 'own',
      ...(zone !== undefined && { nodeSelector: { zone } }),
      ...(tolerates && { tolerations: [{ key: 'edge', operator: 'Exists' }] }),
    },
    spec: { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: surges ? 1 : 0 } } },
  });
}

function clash(a: readonly Port[], b: readonly Port[]): boolean {
  const any = (ip: string) => ip === '' || ip === '0.0.0.0';
  return a.some((one) =>
    b.some(
      (other) =>
        one.hostPort === other.hostPort &&
        one.protocol === other.protocol &&
        (one.hostIP === other.hostIP || any(one.hostIP) || any(other.hostIP)),
    ),
  );
}

type Counted = Pick<PodShape, 'cpu' | 'memory' | 'ports'>;

/** Everything is added up again for every question. */
function fits(node: NodeShape, daemon: Counted, others: readonly Counted[]): boolean {
  const sum = (of: 'cpu' | 'memory') => others.reduce((total, pod) => total + pod[of], 0);
  const enough = (of: 'cpu' | 'memory') => daemon[of] === 0 || daemon[of] + sum(of) <= node[of];
  return (
    others.length + 1 <= node.pods &&
    enough('cpu') &&
    enough('memory') &&
    !others.some((pod) => clash(daemon.ports, pod.ports))
  );
}

function expectedOn(index: number, whole: Shape): string {
  const { daemon } = whole;
  const node = whole.nodes[index];
  if (node === undefined) return 'no node';
  if (daemon.zone !== undefined && daemon.zone !== node.zone) return 'ineligible';
  if (node.tainted && !daemon.tolerates) return 'ineligible';
  if (daemon.cpu > node.cpu || daemon.memory > node.memory || node.pods < 1) return 'never';
  const here = podsOf(whole).filter((pod) => pod.node === index && pod.state !== 'ended');
  const nominated = here.filter(
    ({ state, priority }) => state === 'nominated' && priority >= daemon.priority,
  );
  const bound = here.filter(({ state, own }) => state !== 'nominated' && !(own && !daemon.surges));
  const fitsBeside = (pods: readonly Counted[]) => fits(node, daemon, [...pods, ...nominated]);
  if (fitsBeside(bound)) return 'fits';
  const staying = bound.filter(({ state }) => state !== 'leaves');
  if (staying.length < bound.length && fitsBeside(staying)) return 'soon';
  if (daemon.never) return 'waits';
  const lower = bound.filter(({ priority }) => priority < daemon.priority);
  const kept = bound.filter(({ priority }) => priority >= daemon.priority);
  if (lower.length === 0 || !fitsBeside(kept)) return 'waits';
  const victims: string[] = [];
  for (const pod of lower.toSorted((a, b) => b.priority - a.priority || a.started - b.started)) {
    if (fitsBeside([...kept, pod])) kept.push(pod);
    else victims.push(pod.name);
  }
  return ['preempts', ...victims.sort()].join(' ');
}

test('every node has the state, and every eviction the victims, that the plain reference says', {
  timeout: TIMEOUT_MS,
}, () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(shape, (whole) => {
      const { nodes, report } = forecastOver(clusterOf(whole).store, daemonSetOf(whole), ALONE);
      const expected = whole.nodes.map((_, index) => [`n${index}`, expectedOn(index, whole)]);

      expect(nodes).toEqual(Object.fromEntries(expected));
      for (const [, text = ''] of expected) {
        const [state = ''] = text.split(' ');
        seen.set(state, (seen.get(state) ?? 0) + 1);
      }
      const { all, eligible, ineligible } = report.nodes;
      expect([all, eligible + ineligible]).toEqual([whole.nodes.length, whole.nodes.length]);
    }),
    { numRuns: RUNS },
  );

  // What is never tried is not tested.
  expect([...seen.keys()].sort()).toEqual(['fits', 'ineligible', 'never', 'preempts', 'soon', 'waits']);
});
