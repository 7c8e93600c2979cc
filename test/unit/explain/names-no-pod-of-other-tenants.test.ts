import { expect, test } from 'vitest';
import { tenantOf } from '../../../src/explain/audience.ts';
import type { Decision } from '../../../src/explain/decisions/decision.ts';
import { explainGone, explainPod } from '../../../src/explain/pod.ts';
import { podText } from '../../../src/explain/text/pod-text.ts';
import { DaemonCluster } from '../headroom/cluster-of-daemons.ts';
import { explaining } from './scene.ts';

const pod = (namespace: string, name: string) => ({
  kind: 'Pod',
  namespace,
  name,
  tenant: '',
  partition: '',
});

function evicted(by: ReturnType<typeof pod>, victims: readonly ReturnType<typeof pod>[]): Decision {
  return {
    sequence: 1,
    first: '2026-01-01T00:00:00.000Z',
    last: '2026-01-01T00:00:00.000Z',
    times: 1,
    kind: 'victims',
    outcome: 'evicted',
    object: by,
    codes: {},
    words: `the scheduler makes room on n1 for ${by.namespace}/${by.name}, of priority 1000`,
    candidates: [],
    node: 'n1',
    victims,
  };
}

/** What people of the namespace garden may read. */
function ofGarden() {
  const cluster = new DaemonCluster().synced();
  cluster.node('n1');
  cluster.daemonSet('agent');
  cluster.putTenantPod('mine', { namespace: 'garden', cpu: '3200m' });
  cluster.putTenantPod('secret-1', { namespace: 'kitchen', node: 'n1' });
  cluster.putTenantPod('secret-2', { namespace: 'kitchen' });
  const over = explaining(cluster.store);
  const scene = over.scene();
  return {
    cluster,
    scene,
    audience: tenantOf({ partition: '', namespace: 'garden', tenant: '' }, scene.rules.isSystem),
  };
}

test('a pod that was evicted for one of another tenant is told so without the name', () => {
  const { scene, audience } = ofGarden();
  const decision = evicted(pod('kitchen', 'secret-1'), [pod('garden', 'gone'), pod('kitchen', 'secret-2')]);

  const explanation = explainGone(pod('garden', 'gone'), [decision], audience, scene);

  const shown = JSON.stringify(explanation) + podText(explanation);
  expect(shown).toContain('evicted by the scheduler for a pod of higher priority');
  expect(shown).toContain('a pod of somebody else');
  expect(shown).not.toMatch(/secret|kitchen/);
});

test('one that was evicted for a pod of the platform, or of its own, is told for which', () => {
  const { scene, audience } = ofGarden();
  const decisions = [
    evicted(pod('kube-system', 'agent-n1'), [pod('garden', 'gone')]),
    evicted(pod('garden', 'mine'), [pod('garden', 'gone')]),
  ];

  const explanation = explainGone(pod('garden', 'gone'), decisions, audience, scene);

  expect(explanation.decisions).toEqual(decisions);
});

test('a daemon of another tenant that was not evicted for it is not named either', () => {
  const { scene, audience } = ofGarden();
  const candidate = { node: 'n1', code: 'DW506', change: 'dropped', protected: pod('kitchen', 'secret-1') };
  const decision: Decision = {
    ...evicted(pod('garden', 'mine'), []),
    kind: 'preempt',
    words: 'DW506 kitchen/secret-1 stays',
    candidates: [candidate],
  };

  const explanation = explainGone(pod('garden', 'mine'), [decision], audience, scene);

  const shown = JSON.stringify(explanation) + podText(explanation);
  expect(shown).toContain('DW506');
  expect(shown).not.toMatch(/secret|kitchen/);
});

test('an explanation of a pod that waits names daemons and nodes, and no pod of others', () => {
  const { scene, audience, cluster } = ofGarden();
  const mine = cluster.store.pod('mine');
  if (mine === undefined) throw new Error('no pod');

  const explanation = explainPod({ pod: mine, shown: 10, decisions: [], audience }, scene);

  const shown = JSON.stringify(explanation) + podText(explanation);
  expect(shown).toContain('n1');
  expect(shown).not.toMatch(/secret|kitchen/);
});

test('a host port that somebody else has is said to be taken, and not by whom', () => {
  const { scene, cluster } = ofGarden();
  const audience = tenantOf({ partition: '', namespace: 'garden', tenant: '' }, () => false);
  const ports = [{ name: 'c', ports: [{ hostPort: 80 }] }];
  cluster.put('pods', {
    metadata: { name: 'secret-3', namespace: 'kitchen', uid: 'secret-3' },
    spec: { nodeName: 'n1', containers: ports },
  });
  cluster.daemonSet('own', { namespace: 'garden' });
  const own = cluster.daemonPodObject('own', { node: 'n1', bound: false, namespace: 'garden' });
  cluster.put('pods', { ...own, spec: { ...own.spec, containers: ports } });
  const daemon = cluster.store.pod(own.metadata.name);
  if (daemon === undefined) throw new Error('no pod');

  const { cell } = explainPod({ pod: daemon, shown: 10, decisions: [], audience }, scene);

  expect(cell?.why.words).toBe('host port 80/TCP is taken by a pod of somebody else');
});
