/** The hook over the wire: a share of pods as they are, the next ones with a gate, large reviews as small ones. */
import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import { waitingCluster } from '../unit/fairness/waiting.ts';
import { reviewFor } from './reviews.ts';
import { startTestService } from './service.ts';

const PATH = '/mutate/pods';
const GATE = { name: 'daemonward.dev/fair-share' };
/** Beyond this a review has a thread of its own. */
const LARGE = 'x'.repeat(40_000);

const DAEMON = {
  ownerReferences: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'd', uid: 'u', controller: true }],
};
const CONTROLLER = { username: 'system:serviceaccount:kube-system:daemon-set-controller', groups: [] };

async function floodedService() {
  const cluster = waitingCluster({ share: 3 });
  const { book } = cluster;
  const fairness = { book, gates: book.gates.bind(book), problem: () => null, stop: async () => {} };
  const service = await startTestService({
    configuration: defaultConfiguration(),
    view: cluster.store,
    fairness,
  });
  const create = async (more: Record<string, unknown> = {}, request: Record<string, unknown> = {}) => {
    const { metadata = {}, spec = {} } = more;
    const object = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { generateName: 'web-', ...(metadata as object) },
      spec: { containers: [{ name: 'main', image: 'main' }], ...(spec as object) },
    };
    const kind = { group: '', version: 'v1', kind: 'Pod' };
    const answer = await service.post(
      PATH,
      reviewFor(PATH, { kind, name: '', namespace: 'a', object, userInfo: { username: 'dev' }, ...request }),
    );
    const { response } = answer.json() as { response: { allowed: boolean; patch?: string } };
    expect(response.allowed).toBe(true);
    const patch = Buffer.from(response.patch ?? '', 'base64').toString();
    return patch === '' ? undefined : (JSON.parse(patch) as unknown);
  };
  return { ...cluster, ...service, createOver: create };
}

test('a share passes as it is, and the next pod gets the gate, whatever the size of its review', async () => {
  const { createOver } = await floodedService();
  const annotations = { note: LARGE };

  expect(await createOver()).toBeUndefined();
  expect(await createOver({ metadata: { annotations } })).toBeUndefined();
  expect(await createOver()).toBeUndefined();
  const added = [{ op: 'add', path: '/spec/schedulingGates', value: [GATE] }];
  expect(await createOver()).toEqual(added);
  expect(await createOver({ metadata: { annotations } })).toEqual(added);
});

test('gates of others stay before it, and one that is there is not set twice', async () => {
  const { createOver, gated } = await floodedService();
  gated('a', 10);
  const others = { name: 'example.com/other' };

  expect(await createOver({ spec: { schedulingGates: [others] } })).toEqual([
    { op: 'add', path: '/spec/schedulingGates', value: [others, GATE] },
  ]);
  expect(await createOver({ spec: { schedulingGates: [others, GATE] } })).toBeUndefined();
});

test('whom it never touches: nodes named, daemons of their controller, the system, other schedulers, mirrors', async () => {
  const { createOver, gated } = await floodedService();
  gated('a', 10);

  expect(await createOver({ spec: { nodeName: 'n1' } })).toBeUndefined();
  expect(await createOver({ metadata: DAEMON }, { userInfo: CONTROLLER })).toBeUndefined();
  expect(await createOver({}, { namespace: 'kube-system' })).toBeUndefined();
  expect(await createOver({ spec: { schedulerName: 'volcano' } })).toBeUndefined();
  expect(
    await createOver({ metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } } }),
  ).toBeUndefined();
  // Who only says so is nobody's daemon.
  expect(await createOver({ metadata: DAEMON })).toBeDefined();
});

test('a dry run shows the gate and is not counted; /state, explanations and metrics tell who waits', async () => {
  const { createOver, gated, opsUrl } = await floodedService();
  for (let count = 0; count < 10; count += 1) await createOver({}, { dryRun: true });
  expect(await createOver()).toBeUndefined();
  gated('a', 10);
  expect(await createOver({}, { dryRun: true })).toBeDefined();

  const state: unknown = await (await fetch(`${opsUrl}/state`)).json();
  expect(state).toMatchObject({
    fairness: {
      mode: 'on',
      stalled: false,
      schedulers: [{ scheduler: 'default-scheduler', tenants: [{ tenant: 'a', gated: 10, weight: 1 }] }],
    },
  });
  const explained: unknown = await (await fetch(`${opsUrl}/explain/pods/a/g3`)).json();
  expect(explained).toMatchObject({
    state: 'waiting',
    turn: { gates: 'ours', place: { place: 4, ofTenant: 10 } },
  });
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
  expect(metrics).toContain('daemonward_gated_pods{state="due"} 10');
});
