/** What people are told of a DaemonSet before it is there, right by hand. */
import { describe, expect, test } from 'vitest';
import { Forecast } from '../../../../src/explain/forecast/forecast.ts';
import { forecastText } from '../../../../src/explain/forecast/report-text.ts';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { ALONE, forecastOver, questionIn, surroundingsOf, written } from './forecast-over.ts';

const PORT_80 = { ports: [{ containerPort: 80, hostPort: 80 }] };

/** Nodes of 4 cpu; a tenant's pods on them, by name. */
function clusterOf(nodes: Readonly<Record<string, readonly string[]>>): DaemonCluster {
  const cluster = new DaemonCluster().synced();
  cluster.put('namespaces', {
    metadata: { name: 'shop', labels: { 'capsule.clastix.io/tenant': 'garden' } },
  });
  for (const [node, cpus] of Object.entries(nodes)) {
    cluster.node(node);
    for (const [index, cpu] of cpus.entries()) {
      cluster.put('pods', cluster.tenantPod(`${node}-${index}`, { node, cpu }));
    }
  }
  return cluster;
}

describe('a new DaemonSet', () => {
  test('is told where it belongs, where it fits, whom it evicts and where it cannot run', () => {
    const cluster = clusterOf({ empty: [], full: ['3', '1'], half: ['2'] });
    cluster.node('small', '500m');
    cluster.node('edge', '4', {}, 110, [{ key: 'edge', effect: 'NoSchedule' }]);

    const { report, nodes } = forecastOver(cluster.store, written({ requests: { cpu: '1' } }));

    expect(nodes).toEqual({
      small: 'never',
      full: 'preempts full-1',
      empty: 'fits',
      half: 'fits',
      edge: 'ineligible',
    });
    expect(report).toMatchObject({
      change: 'new',
      nodes: { all: 5, eligible: 4, fits: 2, preempts: 1, never: 1, waits: 0, ineligible: 1 },
      ineligible: [{ reason: 'taint edge:NoSchedule', nodes: 1 }],
      evicted: { pods: 1, tenants: 1 },
      takes: [
        { resource: 'cpu', amount: '4', percent: 24.2 },
        { resource: 'pods', amount: '4', percent: 0.7 },
      ],
      lacking: [{ what: 'cpu', nodes: 2 }],
    });
    expect(report.findings.map(({ code }) => code)).toEqual(['DW402', 'DW403']);
  });

  test('is described in lines for a terminal', () => {
    const cluster = clusterOf({ full: ['3', '1'] });
    cluster.node('small', '500m');

    expect(forecastText(forecastOver(cluster.store, written()).report)).toBe(
      [
        'DaemonSet kube-system/fresh (new): asks for 1 cpu; priority 2000001000',
        'belongs on 2 of 2 nodes',
        '  1  evicts others: 1 pod of 1 tenant',
        '  1  would not fit on the empty node',
        'in the way',
        '  2  cpu',
        'takes of the cluster: 2 cpu (44.4 %)',
        'nodes',
        '  small  never     1 cpu wanted, 500m there',
        '  full   preempts  1 cpu wanted, 0 there; evicts shop/full-1',
        'DW402 fits on 0 of 2 eligible nodes and on 1 by eviction; 1 is too small: small; ask for less, leave those nodes out, or ' +
          'make room: daemonward forecast names them',
        'DW403 evicts 1 pod of 1 tenant on 1 of 2 eligible nodes, most on full (1); ask for less, or make room first: daemonward ' +
          'forecast names who would be evicted',
        '',
      ].join('\n'),
    );
  });

  test('waits where its class never preempts, or all others are as urgent', () => {
    const cluster = clusterOf({ full: ['4'] });
    cluster.put('priorityClasses', { metadata: { name: 'polite' }, value: 10, preemptionPolicy: 'Never' });
    cluster.put('priorityClasses', { metadata: { name: 'equal' }, value: 0 });
    const stateFor = (priorityClassName: string) =>
      forecastOver(cluster.store, written({ pod: { priorityClassName } })).nodes.full;

    expect(['polite', 'equal', 'system-node-critical'].map(stateFor)).toEqual([
      'waits',
      'waits',
      'preempts full-0',
    ]);
  });

  test('is told of a port that is taken, and by whom', () => {
    const cluster = clusterOf({ n1: [], n2: [] });
    cluster.put('pods', {
      metadata: { name: 'proxy', namespace: 'shop', uid: 'proxy' },
      spec: { nodeName: 'n1', priority: 2_000_001_000, containers: [{ name: 'c', ...PORT_80 }] },
      status: { phase: 'Running' },
    });

    const { report, nodes } = forecastOver(cluster.store, written(PORT_80));

    expect(nodes).toEqual({ n1: 'waits', n2: 'fits' });
    expect(report.byNode[0]?.why).toEqual(['port 80/TCP taken by shop/proxy']);
    expect(report.findings.map(({ detail }) => detail)).toEqual([
      'fits on 1 of 2 eligible nodes; 1 has no room (1: port taken): n1',
    ]);
  });

  test('waits for a node that has not started, and belongs on no node without its RuntimeClass', () => {
    const cluster = clusterOf({ n1: [] });
    cluster.node('new', '4', {}, 110, [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }]);
    cluster.runtimeClass('sandboxed', {}, { sandbox: 'yes' });

    const { report } = forecastOver(cluster.store, written());
    const sandboxed = forecastOver(cluster.store, written({ pod: { runtimeClassName: 'sandboxed' } }));

    expect(report.ineligible).toEqual([{ reason: 'has not started yet', nodes: 1 }]);
    expect(sandboxed.nodes.n1).toBe('never');
    expect(sandboxed.report.byNode[0]?.why).toEqual(['not a node of the RuntimeClass sandboxed']);
  });

  test('is told of others that select its pods, or that want its ports on the same nodes', () => {
    const cluster = clusterOf({ n1: [], n2: [] });
    cluster.daemonSet('fresh-too');
    cluster.put('daemonSets', written({ name: 'broad', labels: { app: 'fresh' } }));
    cluster.put(
      'daemonSets',
      written({ name: 'elsewhere', namespace: 'shop', labels: { app: 'fresh' }, ...PORT_80 }),
    );

    const { report } = forecastOver(cluster.store, written(PORT_80));

    expect(report.overlappingSelectors).toEqual(['kube-system/broad']);
    expect(report.samePorts).toEqual([{ daemonSet: 'shop/elsewhere', ports: ['80/TCP'], nodes: 2 }]);
  });

  test('looks at others that want its ports in steps as well, because each is looked at on all nodes', () => {
    const names = Array.from({ length: 320 }, (_, index) => `n${index}`);
    const cluster = clusterOf(Object.fromEntries(names.map((name) => [name, []])));
    for (const name of ['one', 'two']) cluster.put('daemonSets', written({ name, ...PORT_80 }));
    const { store } = cluster;
    const forecast = new Forecast(questionIn(written(PORT_80), store), surroundingsOf(store));

    const reached = Array.from(forecast.steps(), () => forecast.reached);

    expect(reached.filter((part) => part === 'evictions').length).toBeGreaterThan(2 * (320 / 32));
    expect(forecast.rivals).toMatchObject([{ nodes: 320 }, { nodes: 320 }]);
  });

  test('says what nobody has looked at', () => {
    const cluster = clusterOf({ n1: [] });
    const podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }] };
    const object = written({ ...PORT_80, pod: { affinity: { podAntiAffinity } } });

    expect(forecastOver(cluster.store, object).report.notWeighed).toEqual(['pod affinity']);
  });
});

describe('a DaemonSet that is there', () => {
  function clusterWithAgent(): DaemonCluster {
    const cluster = clusterOf({ n1: ['3'], n2: ['2'], n3: [] });
    cluster.daemonSet('agent', { cpu: '500m' });
    for (const node of ['n1', 'n2'])
      cluster.daemonPod('agent', { node, cpu: '500m', priority: 2_000_001_000 });
    return cluster;
  }
  const withCpu = (cpu: string, spec: object = {}) => written({ name: 'agent', requests: { cpu }, spec });

  test('runs where its pods are when nothing changes for them', () => {
    const { report, nodes } = forecastOver(clusterWithAgent().store, withCpu('500m'), ALONE);

    expect(report.change).toBe('unchanged');
    expect(nodes).toEqual({ n1: 'runs', n2: 'runs', n3: 'fits' });
    expect(report.findings).toEqual([]);
  });

  test('takes the place of its pods when it changes', () => {
    const cluster = clusterWithAgent();

    expect(forecastOver(cluster.store, withCpu('1'), ALONE).nodes).toEqual({
      n1: 'fits',
      n2: 'fits',
      n3: 'fits',
    });
    expect(forecastOver(cluster.store, withCpu('1500m'), ALONE).nodes).toEqual({
      n1: 'preempts n1-0',
      n2: 'fits',
      n3: 'fits',
    });
  });

  test('needs room beside its pods when it surges', () => {
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } };

    expect(forecastOver(clusterWithAgent().store, withCpu('1', { updateStrategy }), ALONE).nodes.n1).toBe(
      'preempts n1-0',
    );
  });

  test('needs it too when only its image is another, which the review of an update says', () => {
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } };
    const cluster = clusterWithAgent();
    cluster.putTenantPod('large', { node: 'n2', cpu: '1500m' });
    const question = questionIn(withCpu('500m', { updateStrategy: strategy }), cluster.store);
    const forecast = new Forecast({ ...question, replaces: true }, surroundingsOf(cluster.store, ALONE));

    forecast.finish();

    expect(forecast.verdicts.count('runs')).toBe(0);
    expect(forecast.verdicts.stateOf(cluster.store.nodeNumber('n2'))).toBe('preempts');
  });

  test('finds free what is held for itself, also when its priority is lower than before', () => {
    const cluster = new DaemonCluster().synced();
    cluster.put('priorityClasses', { metadata: { name: 'system-node-critical' }, value: 2_000_001_000 });
    cluster.put('priorityClasses', { metadata: { name: 'high' }, value: 1_000 });
    cluster.node('empty', '1');
    cluster.node('full', '1');
    cluster.putTenantPod('small', { node: 'full', cpu: '500m' });
    cluster.daemonSet('agent', { cpu: '600m' });
    const lower = written({
      name: 'agent',
      requests: { cpu: '600m' },
      pod: { priorityClassName: 'high' },
    });

    expect(forecastOver(cluster.store, lower).nodes).toEqual({ empty: 'fits', full: 'preempts small' });
  });

  test('leaves the nodes on which it does not belong any more', () => {
    const object = written({
      name: 'agent',
      requests: { cpu: '500m' },
      pod: { nodeSelector: { disk: 'ssd' } },
    });

    const { report } = forecastOver(clusterWithAgent().store, object, ALONE);

    expect(report).toMatchObject({ leaves: 2, nodes: { eligible: 0, ineligible: 3 } });
    expect(report.findings.map(({ detail }) => detail)).toEqual([
      'belongs on none of 3 nodes: nodeSelector disk=ssd 3',
    ]);
  });
});

describe('what Daemonward itself keeps', () => {
  test('a daemon that runs is evicted only where nobody else can be, and never by a tenant’s', () => {
    const cluster = clusterOf({ n1: ['2'], n2: [] });
    cluster.daemonSet('agent', { cpu: '2', priorityClassName: '', priority: 0 });
    for (const node of ['n1', 'n2']) cluster.daemonPod('agent', { node, cpu: '2', priority: 0 });
    cluster.put('pods', cluster.tenantPod('firm', { node: 'n2', cpu: '2', priority: 2_000_001_000 }));
    cluster.put('priorityClasses', { metadata: { name: 'high' }, value: 1_000 });
    const high = { requests: { cpu: '2' }, pod: { priorityClassName: 'high' } };

    const own = forecastOver(cluster.store, written(high));
    const tenants = forecastOver(cluster.store, written({ ...high, namespace: 'shop' }));

    expect(own.nodes).toEqual({ n1: 'preempts n1-0', n2: 'preempts agent-n2-1' });
    expect(tenants.nodes).toEqual({ n1: 'preempts n1-0', n2: 'waits' });
    expect(tenants.report.byNode[0]?.why?.at(-1)).toBe('DW506 victim is protected');
  });

  test('room that is held for a daemon of higher priority is not there for a lower one', () => {
    const cluster = clusterOf({ n1: ['2'] });
    cluster.daemonSet('agent', { cpu: '1500m' });
    cluster.put('priorityClasses', { metadata: { name: 'high' }, value: 1_000 });
    const object = written({ requests: { cpu: '1' }, pod: { priorityClassName: 'high' } });

    expect(forecastOver(cluster.store, object).nodes.n1).toBe('waits');
    expect(forecastOver(cluster.store, object, ALONE).nodes.n1).toBe('fits');
    expect(forecastOver(cluster.store, written({ requests: { cpu: '1' } })).nodes.n1).toBe('fits');
  });
});
