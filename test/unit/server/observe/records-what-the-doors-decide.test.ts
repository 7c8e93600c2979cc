import { expect, test } from 'vitest';
import type { AdmissionEvent } from '../../../../src/admission/door.ts';
import { NOTHING_FOUND } from '../../../../src/policy/decision.ts';
import { DecisionRecorder } from '../../../../src/server/observe/decision-recorder.ts';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { extenderOver } from '../../scheduler/extender.ts';

/** A node that is full of a daemon and of pods of tenants, and a pod of priority 1000 that wants in. */
function fullNode() {
  const cluster = new DaemonCluster().synced();
  cluster.node('n1', '1');
  cluster.daemonSet('agent', { priorityClassName: '' });
  cluster.daemonPod('agent', { node: 'n1' });
  cluster.putTenantPod('victim', { node: 'n1', cpu: '500m' });
  cluster.putTenantPod('wants', { cpu: '500m', priority: 1_000 });
  return { cluster, recorder: new DecisionRecorder(cluster.store, () => 0) };
}

const wants = (cluster: DaemonCluster) => cluster.tenantPod('wants', { cpu: '500m', priority: 1_000 });
const candidates = (uids: readonly string[]) => ({
  NodeNameToMetaVictims: { n1: { Pods: uids.map((UID) => ({ UID })), NumPDBViolations: 0 } },
});

/** The calls of a scheduler, told to the recorder as they are to the log. */
function preempting(uids: readonly string[]) {
  const { cluster, recorder } = fullNode();
  const { ask, told } = extenderOver(cluster.store);
  ask('preempt', { Pod: wants(cluster), ...candidates(uids) });
  for (const event of told.preempted) recorder.preempted(event, () => '');
  for (const event of told.victims) recorder.victimsGiven(event);
  return { cluster, recorder };
}

test('a daemon that is not evicted is remembered as protected, with the code', () => {
  const { recorder } = preempting(['agent-n1-1']);

  expect([...recorder.ring.all()]).toMatchObject([
    {
      kind: 'preempt',
      outcome: 'changed',
      object: { name: 'wants' },
      codes: { DW506: 1 },
      candidates: [
        {
          node: 'n1',
          code: 'DW506',
          change: 'other victims',
          protected: { namespace: 'kube-system', name: 'agent-n1-1' },
        },
      ],
    },
  ]);
});

test('who is evicted is known once the pod is nominated, and not before', () => {
  const { cluster, recorder } = preempting(['victim']);
  expect(recorder.ring.size).toBe(0);

  cluster.put('pods', { ...wants(cluster), status: { phase: 'Pending', nominatedNodeName: 'n1' } });

  expect([...recorder.ring.all()]).toMatchObject([
    {
      kind: 'victims',
      outcome: 'evicted',
      node: 'n1',
      object: { name: 'wants' },
      victims: [{ name: 'victim' }],
    },
  ]);
});

test('a pod that finds its place without an eviction has evicted nobody', () => {
  const { cluster, recorder } = preempting(['victim']);

  cluster.putTenantPod('wants', { node: 'n1', cpu: '500m', priority: 1_000 });
  cluster.put('pods', { ...wants(cluster), status: { phase: 'Pending', nominatedNodeName: 'n1' } });

  expect(recorder.ring.size).toBe(0);
});

test('nodes that are refused to a pod are one decision, however often the scheduler asks', () => {
  const cluster = new DaemonCluster().synced();
  cluster.node('n1', '1');
  cluster.daemonSet('agent');
  cluster.putTenantPod('web', { cpu: '1' });
  const recorder = new DecisionRecorder(cluster.store, () => 0);
  const { ask, told } = extenderOver(cluster.store);

  for (let call = 0; call < 5; call += 1) {
    ask('filter', { Pod: cluster.tenantPod('web', { cpu: '1' }), NodeNames: ['n1'] });
  }
  for (const event of told.filtered) recorder.filtered(event, () => '');

  expect([...recorder.ring.all()]).toMatchObject([
    {
      kind: 'filter',
      outcome: 'refused',
      times: 5,
      codes: { DW504: 1 },
      object: { namespace: 'shop', name: 'web' },
    },
  ]);
});

function review(more: Partial<AdmissionEvent>): AdmissionEvent {
  return {
    path: '/validate/daemonsets',
    partition: '',
    uid: 'r1',
    operation: 'CREATE',
    dryRun: false,
    kind: { group: 'apps', version: 'v1', kind: 'DaemonSet' },
    objectUid: '',
    seconds: 0,
    subject: { namespace: 'shop', name: 'agent' },
    tenant: { name: 'shop', by: 'unknown', system: false },
    actor: { username: 'somebody', groups: [] },
    decision: NOTHING_FOUND,
    operations: [],
    warnings: [],
    ...more,
  };
}

const denied = [{ code: 'DW101', field: '', detail: 'belongs to a tenant' } as const];

test.each([
  ['refused', { ...NOTHING_FOUND, denied }],
  ['warned', { ...NOTHING_FOUND, warned: denied }],
  ['audited', { ...NOTHING_FOUND, audited: denied }],
] as const)('an object that is %s is remembered', (outcome, decision) => {
  const { recorder } = fullNode();

  recorder.reviewed(review({ decision }));

  expect([...recorder.ring.all()]).toMatchObject([
    { kind: 'admission', outcome, object: { kind: 'DaemonSet', name: 'agent' }, codes: { DW101: 1 } },
  ]);
});

test('what passes, and what was only tried, is not remembered', () => {
  const { recorder } = fullNode();

  recorder.reviewed(review({}));
  recorder.reviewed(review({ dryRun: true, decision: { ...NOTHING_FOUND, denied } }));

  expect(recorder.ring.size).toBe(0);
});
