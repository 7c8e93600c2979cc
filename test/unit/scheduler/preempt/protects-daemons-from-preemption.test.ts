import { expect, test } from 'vitest';
import { DaemonCluster, type TenantPodOptions } from '../../headroom/cluster-of-daemons.ts';
import { type ExtenderOptions, extenderOver } from '../extender.ts';

/** One node of 4 cpu with the agent (500m) on it. */
function clusterWithAgent(): DaemonCluster {
  const cluster = new DaemonCluster().synced();
  cluster.node('n1');
  cluster.daemonSet('agent', { priorityClassName: '' });
  cluster.daemonPod('agent', { node: 'n1' });
  return cluster;
}

const AGENT = 'agent-n1-1';

function preemptOver(cluster: DaemonCluster, options: ExtenderOptions = {}) {
  const over = extenderOver(cluster.store, options);
  const preempt = (pod: unknown, victims: Record<string, readonly string[]>) =>
    over.ask('preempt', {
      Pod: pod,
      NodeNameToVictims: null,
      NodeNameToMetaVictims: Object.fromEntries(
        Object.entries(victims).map(([node, uids]) => [
          node,
          { Pods: uids.map((UID) => ({ UID })), NumPDBViolations: 0 },
        ]),
      ),
    });
  const important = (options: TenantPodOptions = {}) =>
    cluster.tenantPod('important', { priority: 1000, ...options });
  return { ...over, preempt, important };
}

/** `violations`: one for each victim whose budget the scheduler has not weighed. */
const victims = (nodes: Record<string, readonly string[]>, violations = 0) => ({
  NodeNameToMetaVictims: Object.fromEntries(
    Object.entries(nodes).map(([node, uids]) => [
      node,
      { Pods: uids.map((UID) => ({ UID })), NumPDBViolations: violations },
    ]),
  ),
});

test('a candidate whose only victim is a protected daemon is dropped, and told of', () => {
  const cluster = clusterWithAgent();
  cluster.putTenantPod('web', { node: 'n1', cpu: '3500m', priority: 1000 });
  const { preempt, important, told } = preemptOver(cluster);

  const answer = preempt(important(), { n1: [AGENT] });

  expect(answer).toEqual(victims({}));
  expect(told.preempted).toMatchObject([
    {
      audited: false,
      candidates: [
        {
          node: 'n1',
          code: 'DW506',
          change: 'dropped',
          why: `kube-system/${AGENT} is a protected daemon`,
        },
      ],
    },
  ]);
});

test('what is told names the pod that was spared, and who is evicted in its place', () => {
  const cluster = clusterWithAgent();
  cluster.putTenantPod('fixed', { node: 'n1', cpu: '3', priority: 1000 });
  const { preempt, important, told } = preemptOver(cluster);

  preempt(important(), { n1: [AGENT] });
  const ofNobody = told.victims.length;
  cluster.putTenantPod('small', { node: 'n1', cpu: '500m', priority: 10 });
  preempt(important(), { n1: [AGENT] });

  const guarded = { partition: '', namespace: 'kube-system', name: AGENT, tenant: '' };
  expect(told.preempted).toMatchObject([{ candidates: [{ guarded }] }, { candidates: [{ guarded }] }]);
  expect(ofNobody).toBe(0);
  expect(told.victims).toMatchObject([
    { pod: { name: 'important' }, candidates: [{ node: 'n1', uids: ['small'] }] },
  ]);
});

test('a daemon that is given victims is on no account: its room is held', () => {
  const cluster = clusterWithAgent();
  cluster.daemonSet('low', { cpu: '3', priorityClassName: '', priority: 10 });
  cluster.putTenantPod('web', { node: 'n1', cpu: '3' });
  const { preempt, extender, important } = preemptOver(cluster);
  const sizes = () => [extender.account.daemonsInFlight.size, extender.inFlight.size];

  preempt(cluster.daemonPodObject('low', { node: 'n1', bound: false, cpu: '3', priority: 10 }), {
    n1: ['web'],
  });
  const ofDaemon = sizes();
  preempt(important({ cpu: '500m' }), { n1: ['web'] });

  expect(ofDaemon).toEqual([0, 0]);
  expect(sizes()).toEqual([0, 1]);
});

test('where other pods of lower priority make the same room, they are named instead', () => {
  const cluster = clusterWithAgent();
  cluster.putTenantPod('large', { node: 'n1', cpu: '3', priority: 100 });
  cluster.putTenantPod('small', { node: 'n1', cpu: '500m', priority: 10 });
  const { preempt, important, told } = preemptOver(cluster);

  expect(preempt(important(), { n1: [AGENT] })).toEqual(victims({ n1: ['small'] }, 1));
  expect(told.preempted).toMatchObject([{ candidates: [{ change: 'other victims', code: 'DW506' }] }]);
});

test('victims that were offered and may be evicted stay, and as few as possible are added', () => {
  const cluster = clusterWithAgent();
  cluster.putTenantPod('a', { node: 'n1', cpu: '500m', priority: 50 });
  cluster.putTenantPod('b', { node: 'n1', cpu: '500m', priority: 1 });
  cluster.putTenantPod('c', { node: 'n1', cpu: '2500m', priority: 20 });
  const { preempt, important } = preemptOver(cluster);

  const answer = preempt(important({ cpu: '1' }), { n1: [AGENT, 'a'] });

  expect(answer).toEqual(victims({ n1: ['a', 'b'] }, 1));
});

test('victims come with the highest priority first, then the oldest', () => {
  const cluster = clusterWithAgent();
  cluster.putTenantPod('young', { node: 'n1', cpu: '1', priority: 5, startTime: '2026-02-02T00:00:00Z' });
  cluster.putTenantPod('old', { node: 'n1', cpu: '1', priority: 5, startTime: '2026-01-01T00:00:00Z' });
  cluster.putTenantPod('high', { node: 'n1', cpu: '1500m', priority: 6 });
  const { preempt, important } = preemptOver(cluster);

  expect(preempt(important({ cpu: '3500m' }), { n1: [AGENT, 'high', 'young'] })).toEqual(
    victims({ n1: ['high', 'old', 'young'] }, 1),
  );
});

test('pods of the same or a higher priority, and those that cannot be evicted, are not named', () => {
  const cluster = clusterWithAgent();
  cluster.putTenantPod('equal', { node: 'n1', cpu: '1', priority: 1000 });
  cluster.put('pods', {
    ...cluster.tenantPod('mirror', { node: 'n1', cpu: '1' }),
    metadata: {
      name: 'mirror',
      namespace: 'shop',
      uid: 'mirror',
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'n1', controller: true }],
    },
  });
  cluster.putTenantPod('rest', { node: 'n1', cpu: '1500m', priority: 2000 });
  const { preempt, important } = preemptOver(cluster);

  expect(preempt(important(), { n1: [AGENT] })).toEqual(victims({}));
});

test('a pod of the system is no victim of a tenant, but of the system itself', () => {
  const cluster = clusterWithAgent();
  cluster.putTenantPod('dns', { node: 'n1', cpu: '500m', namespace: 'kube-system' });
  cluster.putTenantPod('web', { node: 'n1', cpu: '3', priority: 5000 });
  const { preempt, important, told } = preemptOver(cluster);

  const forTenant = preempt(important(), { n1: ['dns'] });
  const forSystem = preempt(important({ namespace: 'kube-system' }), { n1: ['dns'] });

  expect(forTenant).toEqual(victims({}));
  expect(forSystem).toEqual(victims({ n1: ['dns'] }));
  expect(told.preempted).toMatchObject([
    { candidates: [{ code: 'DW507', why: 'kube-system/dns belongs to the system tenant' }] },
  ]);
});

test.each([
  ['a port of the node', { containers: [{ name: 'c', ports: [{ hostPort: 80 }] }] }],
  [
    'distance to other pods',
    { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{}] } } },
  ],
  ['a volume', { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] }],
  ['even spreading', { topologySpreadConstraints: [{ whenUnsatisfiable: 'DoNotSchedule' }] }],
])('a pod that wants %s gets no other victims: they might not help it', (_what, spec) => {
  const cluster = clusterWithAgent();
  cluster.putTenantPod('small', { node: 'n1', cpu: '3500m', priority: 10 });
  const { preempt, important } = preemptOver(cluster);
  const pod = important();

  expect(preempt({ ...pod, spec: { ...pod.spec, ...spec } }, { n1: [AGENT] })).toEqual(victims({}));
});

test('a daemon that repels the pod is not made up for by others', () => {
  const cluster = clusterWithAgent();
  cluster.putTenantPod('small', { node: 'n1', cpu: '3500m', priority: 10 });
  const { preempt, important } = preemptOver(cluster);
  const agent = cluster.daemonPodObject('agent', { node: 'n1' });
  const podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }] };
  const before = preempt(important(), { n1: [AGENT] });

  cluster.put('pods', { ...agent, spec: { ...agent.spec, affinity: { podAntiAffinity } } });

  expect(before).toEqual(victims({ n1: ['small'] }, 1));
  expect(preempt(important(), { n1: [AGENT] })).toEqual(victims({}));
});

test('when it was not for room that the daemon was to go, nobody else goes for it', () => {
  const cluster = clusterWithAgent();
  cluster.putTenantPod('small', { node: 'n1', cpu: '500m', priority: 10 });
  const { preempt, important } = preemptOver(cluster);

  expect(preempt(important({ cpu: '1' }), { n1: [AGENT] })).toEqual(victims({}));
});

test('nobody is evicted for a pod that the holds would keep out all the same', () => {
  const cluster = clusterWithAgent();
  cluster.node('n2');
  for (const node of ['n1', 'n2']) cluster.putTenantPod(`web-${node}`, { node, cpu: '3500m' });
  cluster.daemonSet('agent', { priorityClassName: '', generation: 2, priority: 2000 });
  const { preempt, important, told } = preemptOver(cluster);
  const off = preemptOver(cluster, { headroom: { mode: 'off' } });

  const both = { n1: ['web-n1'], n2: ['web-n2'] };

  expect(preempt(important({ cpu: '3600m' }), both)).toEqual(victims({}));
  expect(told.preempted).toMatchObject([{ candidates: [{ code: 'DW504' }, { code: 'DW504' }] }]);
  expect(preempt(important({ cpu: '3500m' }), both)).toEqual(victims(both));
  expect(off.preempt(important({ cpu: '3600m' }), both)).toEqual(victims(both));
});

test('a daemon evicts tenants, and not another daemon where tenants would do', () => {
  const cluster = clusterWithAgent();
  cluster.daemonSet('critical');
  cluster.putTenantPod('web', { node: 'n1', cpu: '3500m' });
  const { preempt } = preemptOver(cluster);
  const daemon = {
    ...cluster.daemonPodObject('critical', { node: 'n1', bound: false }),
  };
  const pod = { ...daemon, spec: { ...daemon.spec, priority: 2_000_001_000 } };

  expect(preempt(pod, { n1: ['web'] })).toEqual(victims({ n1: ['web'] }));
  expect(preempt(pod, { n1: [AGENT] })).toEqual(victims({ n1: ['web'] }, 1));
});

test('a protected daemon of a tenant does not evict the system', () => {
  const cluster = new DaemonCluster().synced();
  cluster.node('n1');
  cluster.daemonSet('own', { namespace: 'shop', cpu: '4' });
  cluster.putTenantPod('dns', { node: 'n1', cpu: '1', namespace: 'kube-system' });
  const daemonSets = [{ namespace: 'shop', name: '*' }];
  const { preempt } = preemptOver(cluster, { headroom: { daemonSets } });
  const daemon = cluster.daemonPodObject('own', { node: 'n1', bound: false, cpu: '4', namespace: 'shop' });

  expect(preempt({ ...daemon, spec: { ...daemon.spec, priority: 1000 } }, { n1: ['dns'] })).toEqual(
    victims({}),
  );
});

test('a protected daemon of a tenant evicts no daemon, of the system or of another tenant', () => {
  const cluster = clusterWithAgent();
  cluster.node('n2');
  cluster.node('n3');
  cluster.daemonSet('theirs', { namespace: 'other', priorityClassName: '' });
  cluster.daemonPod('theirs', { node: 'n2', namespace: 'other' });
  cluster.daemonSet('own', { namespace: 'shop', cpu: '4' });
  const daemonSets = [{ namespace: '*', name: '*' }];
  const { preempt } = preemptOver(cluster, { headroom: { daemonSets } });
  const on = (node: string, uid: string) => {
    const options = { node, bound: false, cpu: '4', namespace: 'shop', priority: 2_000_001_000 };
    return preempt(cluster.daemonPodObject('own', options), { [node]: [uid] });
  };

  expect(on('n1', AGENT)).toEqual(victims({}));
  expect(on('n2', 'theirs-n2-1')).toEqual(victims({}));
  // Whoever is not known yet may be the daemon that is on its way there.
  expect(on('n3', 'unknown')).toEqual(victims({}));
});

test('a pod of the system evicts a daemon below it, and none of its own priority', () => {
  const cluster = clusterWithAgent();
  const { preempt, important } = preemptOver(cluster);
  const dns = (priority: number) => important({ cpu: '4', namespace: 'kube-system', priority });

  expect(preempt(dns(1), { n1: [AGENT] })).toEqual(victims({ n1: [AGENT] }));
  expect(preempt(dns(0), { n1: [AGENT] })).toEqual(victims({}));
});

test('no daemon is evicted for a pod of the system that the holds of others would keep out all the same', () => {
  const cluster = clusterWithAgent();
  cluster.daemonSet('critical', { cpu: '1' });
  const { preempt, important } = preemptOver(cluster);
  const dns = (cpu: string) => important({ cpu, namespace: 'kube-system' });

  expect(preempt(dns('3'), { n1: [AGENT] })).toEqual(victims({ n1: [AGENT] }));
  expect(preempt(dns('3001m'), { n1: [AGENT] })).toEqual(victims({}));
});

test('among daemons alone, priority decides', () => {
  const cluster = clusterWithAgent();
  cluster.daemonSet('critical', { cpu: '4' });
  const { preempt } = preemptOver(cluster);
  const daemon = cluster.daemonPodObject('critical', { node: 'n1', bound: false, cpu: '4' });

  expect(preempt({ ...daemon, spec: { ...daemon.spec, priority: 2_000_001_000 } }, { n1: [AGENT] })).toEqual(
    victims({ n1: [AGENT] }),
  );
});

test('victims that nobody knows yet are handed back, unless daemons are on their way to the node', () => {
  const cluster = clusterWithAgent();
  cluster.node('n2');
  cluster.putTenantPod('web', { node: 'n1', cpu: '3500m' });
  const { preempt, important } = preemptOver(cluster);

  const answer = preempt(important(), { n1: ['unknown', 'web'], n2: ['unknown'], n3: ['unknown'] });

  expect(answer).toEqual(victims({ n1: ['unknown', 'web'], n3: ['unknown'] }));
});

test('a pod of a tenant that claims the daemon as its owner is not protected', () => {
  const cluster = clusterWithAgent();
  const forged = cluster.daemonPodObject('agent', { node: 'n1', name: 'forged', namespace: 'shop' });
  cluster.put('pods', forged);
  cluster.putTenantPod('web', { node: 'n1', cpu: '3', priority: 5000 });
  const { preempt, important } = preemptOver(cluster);

  expect(preempt(important(), { n1: ['forged'] })).toEqual(victims({ n1: ['forged'] }));
});

test('victims that were sent whole are judged by what was sent, when the view does not have them', () => {
  const cluster = clusterWithAgent();
  const { ask, important } = preemptOver(cluster);
  const whole = cluster.daemonPodObject('agent', { node: 'n9', name: 'agent-new' });

  const answer = ask('preempt', {
    Pod: important(),
    NodeNameToVictims: { n9: { Pods: [whole], NumPDBViolations: 0 } },
    NodeNameToMetaVictims: null,
  });

  expect(answer).toEqual(victims({}));
});

test('audit hands the candidates back as they came, and tells', () => {
  const cluster = clusterWithAgent();
  const { preempt, important, told } = preemptOver(cluster, { preempt: { mode: 'audit' } });

  expect(preempt(important(), { n1: [AGENT] })).toEqual(victims({ n1: [AGENT] }));
  expect(told.preempted).toMatchObject([{ audited: true, candidates: [{ change: 'dropped' }] }]);
});

test('off hands them back and does not tell', () => {
  const cluster = clusterWithAgent();
  const { preempt, important, told } = preemptOver(cluster, { preempt: { mode: 'off' } });

  expect(preempt(important(), { n1: [AGENT] })).toEqual(victims({ n1: [AGENT] }));
  expect(told.preempted).toEqual([]);
});
