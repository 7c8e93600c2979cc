/** The filter keeps tenants out of an order's room, and lets those in for whom it is. */
import { describe, expect, it } from 'vitest';
import { clusterOf, NOW, ORDERED, ordersOver, SCANNER } from './cluster-with-orders.ts';

const HELD = 'DW504 room held for daemons';

describe('a pod of a tenant', () => {
  it('passes where it fits beside the order, and is refused where it does not, in constant words', () => {
    const cluster = clusterOf('n1', 'n2');
    cluster.order({ cpu: '1' });
    cluster.putTenantPod('web', { node: 'n2', cpu: '500m' });
    const { filtered, told } = ordersOver(cluster);

    expect(filtered(cluster.tenantPod('p', { cpu: '3' }), ['n1', 'n2'])).toEqual({
      n1: 'passes',
      n2: ORDERED,
    });
    expect(told.filtered).toMatchObject([{ nodes: new Map([['DW505', 1]]), example: ORDERED }]);
  });

  it('is refused whatever its priority, and whatever it writes about itself', () => {
    const cluster = clusterOf('n1');
    cluster.order({ cpu: '1', owners: [{ ...SCANNER, namespace: 'shop' }, SCANNER] });
    const { filtered } = ordersOver(cluster);
    const high = cluster.tenantPod('high', { cpu: '4', priority: 1_000_000_000 });
    const forged = cluster.claimantObject('forged', { cpu: '4', namespace: 'shop' });

    expect(filtered(high, ['n1'])).toEqual({ n1: ORDERED });
    expect(filtered(forged, ['n1'])).toEqual({ n1: ORDERED });
  });

  it('is told of the daemons first', () => {
    const cluster = clusterOf('n1', 'n2');
    cluster.daemonSet('agent', { cpu: '500m', nodeSelector: { agent: 'yes' } });
    cluster.node('n1', '4', { agent: 'yes' });
    cluster.order({ cpu: '1' });
    const { filtered } = ordersOver(cluster);

    // On n1 it would fit beside either, and not beside both.
    expect(filtered(cluster.tenantPod('p', { cpu: '3' }), ['n1', 'n2'])).toEqual({
      n1: ORDERED,
      n2: 'passes',
    });
    expect(filtered(cluster.tenantPod('q', { cpu: '3600m' }), ['n1', 'n2'])).toEqual({
      n1: HELD,
      n2: ORDERED,
    });
  });

  it('is let in where nothing is reserved: other nodes, a paused order, an order of a tenant, mode off', () => {
    const cluster = clusterOf('n1');
    cluster.order({ name: 'elsewhere', nodeSelector: { pool: 'gpu' } });
    cluster.order({ name: 'paused', paused: true });
    cluster.order({ name: 'of-a-tenant', namespace: 'shop' });
    const all = cluster.tenantPod('p', { cpu: '4' });

    expect(ordersOver(cluster).filtered(all, ['n1'])).toEqual({ n1: 'passes' });
    cluster.order({ name: 'in-force' });
    expect(ordersOver(cluster).filtered(all, ['n1'])).toEqual({ n1: ORDERED });
    expect(ordersOver(cluster, { headroom: { mode: 'off' } }).filtered(all, ['n1'])).toEqual({
      n1: 'passes',
    });
  });

  it('is refused a place among the pods as well', () => {
    const cluster = clusterOf();
    cluster.node('n1', '4', {}, 1);
    cluster.order({ cpu: '100m' });
    const { filtered } = ordersOver(cluster);

    expect(filtered(cluster.tenantPod('p', { cpu: '100m' }), ['n1'])).toEqual({ n1: ORDERED });
  });

  it('is not let in behind another one that was', () => {
    const cluster = clusterOf('n1');
    cluster.order({ cpu: '1' });
    const { filtered } = ordersOver(cluster);

    expect(filtered(cluster.tenantPod('p1', { cpu: '2' }), ['n1'])).toEqual({ n1: 'passes' });
    expect(filtered(cluster.tenantPod('p2', { cpu: '2' }), ['n1'])).toEqual({
      n1: 'DW504 room taken by pods on their way',
    });
  });
});

describe('who may use the room', () => {
  it('comes in, and nobody else of the system of the same priority does', () => {
    const cluster = clusterOf('n1');
    cluster.order({ cpu: '1', owners: [SCANNER] });
    const { filtered } = ordersOver(cluster);
    const other = { ...SCANNER, name: 'other' };

    expect(filtered(cluster.claimantObject('s', { cpu: '4' }), ['n1'])).toEqual({ n1: 'passes' });
    expect(filtered(cluster.claimantObject('o', { cpu: '4', owner: other }), ['n1'])).toEqual({
      n1: ORDERED,
    });
  });

  it('comes into the room of its own order, and not into that of another', () => {
    const cluster = clusterOf('n1');
    cluster.order({ name: 'own', cpu: '1', owners: [SCANNER] });
    cluster.order({ name: 'other', cpu: '1' });
    const { filtered } = ordersOver(cluster);

    expect(filtered(cluster.claimantObject('s', { cpu: '3' }), ['n1'])).toEqual({ n1: 'passes' });
    expect(filtered(cluster.claimantObject('t', { cpu: '3001m' }), ['n1'])).toEqual({ n1: ORDERED });
  });

  it('is any daemon of the system, whatever its priority: it can run nowhere else', () => {
    const cluster = clusterOf('n1');
    cluster.put('priorityClasses', { metadata: { name: 'middle' }, value: 500 });
    cluster.order({ cpu: '3', priorityClassName: 'middle' });
    cluster.daemonSet('agent', { cpu: '2', priorityClassName: '', priority: 499 });
    const { filtered } = ordersOver(cluster);
    const daemon = cluster.daemonPodObject('agent', { node: 'n1', bound: false, cpu: '2', priority: 499 });

    expect(filtered(daemon, ['n1'])).toEqual({ n1: 'passes' });
  });

  it('is another pod of the system only when its priority is above', () => {
    const cluster = clusterOf('n1');
    cluster.order({ cpu: '3' });
    const { filtered } = ordersOver(cluster);
    const dns = (priority: number) => cluster.claimantObject(`dns-${priority}`, { cpu: '2', priority });

    expect(filtered(dns(1), ['n1'])).toEqual({ n1: 'passes' });
    expect(filtered(dns(0), ['n1'])).toEqual({ n1: ORDERED });
  });
});

describe('claims', () => {
  it.each<[string, object[], object, boolean]>([
    ['any pod of a namespace', [{ namespace: 'kube-system' }], {}, true],
    ['a pod by its name', [{ kind: 'Pod', name: 's' }], { owner: undefined }, true],
    ['another name', [{ kind: 'Pod', name: 't' }], { owner: undefined }, false],
    ['a controller by kind and name', [SCANNER], {}, true],
    ['a controller of another group', [{ ...SCANNER, apiVersion: 'example.com/v1' }], {}, false],
    ['any controller of a kind', [{ apiVersion: 'apps/v1', kind: 'ReplicaSet' }], {}, true],
    ['labels', [{ selector: { matchLabels: { app: 'scan' } } }], { labels: { app: 'scan' } }, true],
    ['other labels', [{ selector: { matchLabels: { app: 'scan' } } }], { labels: { app: 'web' } }, false],
    [
      'a controller and labels, which both have to be so',
      [{ ...SCANNER, selector: { matchLabels: { a: 'b' } } }],
      {},
      false,
    ],
    [
      'a selector that nobody can read',
      [{ selector: { matchExpressions: [{ key: 'a', operator: 'Near' }] } }],
      {},
      false,
    ],
    ['a namespace of a tenant', [{ namespace: 'shop' }], { namespace: 'shop' }, false],
    ['one of two', [{ namespace: 'other' }, SCANNER], {}, true],
    [
      'a Deployment, by the name of its ReplicaSet',
      [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'scan' }],
      { owner: { ...SCANNER, name: 'scan-7f9' }, labels: { 'pod-template-hash': '7f9' } },
      true,
    ],
    [
      'not a Deployment whose name only begins so',
      [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'scan' }],
      { owner: { ...SCANNER, name: 'scan-slow-7f9' }, labels: { 'pod-template-hash': '7f9' } },
      false,
    ],
    [
      'a CronJob, by the name of its Job',
      [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'scan' }],
      { owner: { apiVersion: 'batch/v1', kind: 'Job', name: 'scan-29384756' } },
      true,
    ],
    [
      'not a CronJob whose name only begins so',
      [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'scan' }],
      { owner: { apiVersion: 'batch/v1', kind: 'Job', name: 'scan-deep-29384756' } },
      false,
    ],
  ])('by %s', (_what, owners, pod, isClaimed) => {
    const cluster = clusterOf('n1');
    cluster.order({ cpu: '1', owners });
    cluster.claimant('s', { node: 'n1', cpu: '400m', ...pod });
    const { keptOn, statuses } = ordersOver(cluster);

    expect(keptOn('n1')).toEqual([isClaimed ? 'room 600m' : 'room 1000m']);
    expect(statuses()[0]?.claimed).toBe(isClaimed ? 1 : 0);
  });

  it('shrink the hold by what they take, and it grows again when they are gone or have ended', () => {
    const cluster = clusterOf('n1');
    cluster.order({ cpu: '1', owners: [SCANNER] });
    const { keptOn } = ordersOver(cluster);

    expect(keptOn('n1')).toEqual(['room 1000m']);
    cluster.claimant('s', { node: 'n1', cpu: '300m' });
    expect(keptOn('n1')).toEqual(['room 700m']);
    cluster.claimant('t', { node: 'n1', cpu: '900m' });
    expect(keptOn('n1')).toEqual(['room 0m']);
    cluster.claimant('s', { node: 'n1', cpu: '300m', phase: 'Succeeded' });
    expect(keptOn('n1')).toEqual(['room 100m']);
    cluster.gone('pods', 't');
    expect(keptOn('n1')).toEqual(['room 1000m']);
  });

  it('of a pod that two orders mean are taken of the better one first', () => {
    const cluster = clusterOf('n1');
    cluster.put('priorityClasses', { metadata: { name: 'middle' }, value: 500 });
    cluster.order({ name: 'low', cpu: '1', owners: [SCANNER] });
    cluster.order({ name: 'high', cpu: '1', priorityClassName: 'middle', owners: [SCANNER] });
    cluster.claimant('s', { node: 'n1', cpu: '1300m' });

    expect(ordersOver(cluster).keptOn('n1')).toEqual(['high 0m', 'low 700m']);
  });

  it('from before a refresh take no part in what was reserved by it', () => {
    const cluster = clusterOf('n1');
    const strategy = { type: 'Recurring', refreshPolicy: 'Always', schedule: '0 */6 * * *' };
    cluster.order({ cpu: '1', strategy, duration: '8h', owners: [SCANNER] });
    cluster.claimant('s', { node: 'n1', cpu: '300m', startTime: '2026-01-01T05:59:59Z' });
    const clock = { now: Date.parse('2026-01-01T05:59:59Z') };
    const { keptOn } = ordersOver(cluster, { clock });

    expect(keptOn('n1')).toEqual(['room 700m']);
    clock.now = Date.parse('2026-01-01T06:00:00Z');
    expect(keptOn('n1')).toEqual(['room 1000m']);
    cluster.claimant('t', { node: 'n1', cpu: '100m' });
    expect(keptOn('n1')).toEqual(['room 900m']);
    cluster.claimant('t', { node: 'n1', cpu: '100m', startTime: '2026-01-01T06:00:00Z' });
    expect(keptOn('n1')).toEqual(['room 900m']);
    // Another process that begins now says the same.
    expect(ordersOver(cluster, { clock }).keptOn('n1')).toEqual(['room 900m']);
  });
});

describe('time', () => {
  it('ends what is reserved without any event', () => {
    const cluster = clusterOf('n1');
    cluster.order({ cpu: '1', duration: '2h', strategy: { type: 'OneTime', refreshPolicy: 'Never' } });
    const clock = { now: NOW };
    const { filtered } = ordersOver(cluster, { clock });
    const pod = cluster.tenantPod('p', { cpu: '4' });

    expect(filtered(pod, ['n1'])).toEqual({ n1: ORDERED });
    clock.now = Date.parse('2026-01-01T01:59:59.999Z');
    expect(filtered(pod, ['n1'])).toEqual({ n1: ORDERED });
    clock.now = Date.parse('2026-01-01T02:00:00Z');
    expect(filtered(pod, ['n1'])).toEqual({ n1: 'passes' });
  });
});

describe('the nodes', () => {
  it('belong to it while they are ready, not cordoned, and meant by selector and tolerations', () => {
    const cluster = clusterOf('n1');
    cluster.order({
      cpu: '1',
      nodeSelector: { os: 'linux' },
      tolerations: [{ operator: 'Exists', effect: 'NoSchedule' }],
    });
    const { keptOn } = ordersOver(cluster);
    const node = (change: object) =>
      cluster.put('nodes', {
        metadata: { name: 'n1', labels: { os: 'linux' } },
        spec: {},
        status: { allocatable: { cpu: '4', pods: '110' }, conditions: [{ type: 'Ready', status: 'True' }] },
        ...change,
      });

    expect(keptOn('n1')).toEqual([]);
    node({});
    expect(keptOn('n1')).toEqual(['room 1000m']);
    const cordoned = [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }];
    node({ spec: { unschedulable: true, taints: cordoned } });
    expect(keptOn('n1')).toEqual([]);
    node({ spec: { taints: [{ key: 'dedicated', effect: 'NoSchedule' }] } });
    expect(keptOn('n1')).toEqual(['room 1000m']);
    node({ spec: { taints: [{ key: 'dedicated', effect: 'NoExecute' }] } });
    expect(keptOn('n1')).toEqual([]);
    node({ spec: { taints: [{ key: 'dedicated', effect: 'PreferNoSchedule' }] } });
    expect(keptOn('n1')).toEqual(['room 1000m']);
    node({ status: { allocatable: { cpu: '4', pods: '110' }, conditions: [] } });
    expect(keptOn('n1')).toEqual([]);
    node({});
    cluster.gone('nodes', 'n1');
    expect(keptOn('n1')).toEqual([]);
  });

  it('that are too small even when empty keep nothing', () => {
    const cluster = clusterOf();
    cluster.node('tiny', '500m');
    cluster.order({ cpu: '1' });
    const { filtered } = ordersOver(cluster);

    expect(filtered(cluster.tenantPod('p', { cpu: '500m' }), ['tiny'])).toEqual({ tiny: 'passes' });
  });
});
