/** What counts on a node: pods that have gone not at all, pods that wait only where they are to go, daemons in full. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ResourceList } from '../../src/kube/objects.ts';
import { isBefore } from './controlplane/versions.ts';
import { makeReady } from './harness/nodes.ts';
import { activeHolds, headroomState, holdsOf } from './harness/ops-port.ts';
import { inParallel } from './harness/parallel.ts';
import { onceLackedRoom, refusalOf } from './harness/pod-history.ts';
import { countFromHere } from './harness/request-counts.ts';
import { type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { type DaemonSetObject, daemonSetObject, type Pod, podObject, podsPath } from './harness/workloads.ts';

const NODES = 5;
const QUARTER = '1';

/** A node of 4 cpu has three places of a quarter beside what is held. */
const PLACES = NODES * 3;

/** No scheduler has this name: the daemon's pods wait, and their room is held. */
const NOBODY = 'nobody';

const SHORT_LIVED_PODS = 200;

/** They live from nothing to a little longer than a pod needs to be bound: some go at every step of the way. */
const LONGEST_LIFE_MS = 60;

/** Before v1.35 the scheduler does not say where such pods are to go, and they take a place on several nodes. */
const WAITING_PODS = 3;
const STORAGE_CLASSES = '/apis/storage.k8s.io/v1/storageclasses';

const DAEMONS = ['network', 'storage', 'logs', 'metrics'];
const DAEMON_LIMITS: ResourceList = { cpu: '400m', memory: '64Mi' };

/** Five of them leave 500m of a node, which is too little for the daemons; beside the daemons there is room for three. */
const TENANT_CPU = '700m';
const TENANT_PODS_BESIDE_DAEMONS = 3;
const NEW_NODES = 2;
const TENANT_PODS = 20;

/** A kubelet registers its node first and says that it is ready later; by then everybody knows the node. */
const REGISTERED_MS = 1_000;

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await startStage(plane, supervisor, { name: 'amounts', mode: 'enforce' });
});
afterEach(() => scene.close());
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

/** Nodes on which a quarter is held for a daemon that never comes. */
async function openHeldScene(name: string): Promise<void> {
  scene = await stage.openScene(name);
  await scene.createNodes(NODES);
  const absent = scene.work({ cpu: QUARTER, schedulerName: NOBODY });
  await scene.createDaemonSet(daemonSetObject('absent', absent));
  await waitFor(
    'the room is held',
    () => holdsOf(stage.daemonward, scene.system, 'absent'),
    (holds) => activeHolds(holds) === NODES,
  );
}

/** So many pods are on their way, and no more: bindings are seen a moment after they are made. */
async function awaitInFlight(pods: number): Promise<void> {
  await waitFor(
    `${pods} pods are on their way`,
    async () => (await headroomState(stage.daemonward)).inFlightPods,
    (count) => count === pods,
  );
}

async function placed(): Promise<Pod[]> {
  return (await scene.pods(scene.tenant)).filter(({ spec }) => spec.nodeName);
}

async function placedCount(): Promise<number> {
  return (await placed()).length;
}

test('pods that are deleted while they are on their way leave their places to others', async () => {
  await openHeldScene('gone');
  const counts = await countFromHere(stage.daemonward);
  const lives = Array.from({ length: SHORT_LIVED_PODS }, (_, index) => index % LONGEST_LIFE_MS);
  const path = podsPath(scene.tenant);

  await inParallel([...lives.entries()], async ([index, life]) => {
    await scene.client.create(path, podObject(`short-${index}`, scene.work({ cpu: QUARTER })));
    await sleep(life);
    await scene.client.delete(`${path}/short-${index}?gracePeriodSeconds=0`);
  });
  await counts.atLeast('/scheduler/filter', 1);
  await awaitInFlight(0);
  await scene.createTenantPods(PLACES, 'web', scene.work({ cpu: QUARTER }));

  await waitFor('every place is taken', placedCount, (count) => count === PLACES);
  await awaitInFlight(0);
});

test.skipIf(isBefore('v1.35'))('pods that wait for a volume take a place on one node each', async () => {
  await openHeldScene('volume');
  const path = podsPath(scene.tenant);
  const storageClassName = `${scene.pool}-slow`;
  await scene.client.create(STORAGE_CLASSES, {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: storageClassName },
    // Nobody is this provisioner.
    provisioner: 'e2e.daemonward.dev/nobody',
    volumeBindingMode: 'WaitForFirstConsumer',
  });
  try {
    for (let index = 0; index < WAITING_PODS; index += 1) {
      const claimName = `data-${index}`;
      await scene.client.create(`/api/v1/namespaces/${scene.tenant}/persistentvolumeclaims`, {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: claimName },
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName,
          resources: { requests: { storage: '1Gi' } },
        },
      });
      const pod = podObject(`waiting-${index}`, scene.work({ cpu: QUARTER }));
      const volumes = [{ name: 'data', persistentVolumeClaim: { claimName } }];
      await scene.client.create(path, { ...pod, spec: { ...pod.spec, volumes } });
    }
    await waitFor(
      'the scheduler says where they are to go',
      async () => (await scene.pods(scene.tenant)).filter(({ status }) => status?.nominatedNodeName).length,
      (count) => count === WAITING_PODS,
    );

    await scene.createTenantPods(PLACES - WAITING_PODS, 'web', scene.work({ cpu: QUARTER }));

    await waitFor('all other places are taken', placedCount, (count) => count === PLACES - WAITING_PODS);
    await awaitInFlight(WAITING_PODS);
    expect((await placed()).filter(({ metadata }) => !metadata?.name?.startsWith('web-'))).toEqual([]);
  } finally {
    await scene.client.delete(`${STORAGE_CLASSES}/${storageClassName}`);
  }
});

test('daemons whose template has only limits find their place on new nodes', async () => {
  scene = await stage.openScene('limits');
  const { system, tenant, client } = scene;
  const priorityClassName = await scene.createPriorityClass('all', { value: 1_000 });
  for (const daemon of DAEMONS) {
    const daemonSet = daemonSetObject(daemon, scene.work({ priorityClassName }));
    await scene.createDaemonSet(withLimitsOnly(daemonSet));
  }
  await scene.createTenantPods(TENANT_PODS, 'web', scene.work({ cpu: TENANT_CPU, priorityClassName }));
  await waitFor(
    'all tenant pods wait',
    async () => (await scene.pods(tenant)).filter((pod) => refusalOf(pod) !== '').length,
    (waiting) => waiting === TENANT_PODS,
  );

  for (let index = 0; index < NEW_NODES; index += 1) {
    const [node = ''] = await scene.createNodes(1, { from: index, ready: false });
    await sleep(REGISTERED_MS);
    await makeReady(client, node);
    await waitFor(
      `the tenant pods and all daemons of ${node} have been tried`,
      async () => {
        const tried = (await scene.pods(system)).filter((pod) => pod.spec.nodeName || refusalOf(pod) !== '');
        return { daemons: tried.length, tenants: await placedCount() };
      },
      ({ daemons, tenants }) =>
        daemons === (index + 1) * DAEMONS.length && tenants >= (index + 1) * TENANT_PODS_BESIDE_DAEMONS,
    );
  }
  await scene.watch.upToNow();

  const daemons = await scene.pods(system);
  expect(daemons.map(refusalOf).filter((refusal) => refusal !== '')).toEqual([]);
  expect(daemons.filter(({ spec }) => spec.nodeName)).toHaveLength(NEW_NODES * DAEMONS.length);
  expect(onceLackedRoom(scene.watch.events).filter((pod) => pod.startsWith(system))).toEqual([]);
  expect(await placed()).toHaveLength(NEW_NODES * TENANT_PODS_BESIDE_DAEMONS);
});

/** The API server makes requests of them when it makes the pods, and not before. */
function withLimitsOnly({ spec, ...rest }: DaemonSetObject): DaemonSetObject {
  const { metadata, spec: pod } = spec?.template ?? {};
  const containers = (pod?.containers ?? []).map((container) => ({
    ...container,
    resources: { limits: DAEMON_LIMITS },
  }));
  return { ...rest, spec: { ...spec, template: { metadata, spec: { ...pod, containers } } } };
}
