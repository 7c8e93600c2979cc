/** Somebody on the same machine calls as if it were the scheduler, without a certificate, while room is held and pods are placed. */
import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAuthority, makeClient } from '../../src/server/tls/authority.ts';
import { activeHolds, headroomState, holdsOf, metricSum } from './harness/ops-port.ts';
import { exchange } from './harness/request.ts';
import { type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject } from './harness/workloads.ts';

const NODES = 2;
/** Of the 4 cpu of a node one is held for a daemon whose scheduler never comes. */
const DAEMON_CPU = '1';
const TENANT_CPU = '1';
const TENANT_PODS = 10;
const PLACES = 3 * NODES;

/** As long as it takes the scheduler to try every pod again, more than once. */
const AFTERWARDS_MS = 4_000;

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let stage: Stage;
let scene: Scene;
beforeAll(async () => {
  stage = await startStage(plane, supervisor, {
    name: 'no-scheduler',
    mode: 'enforce',
    profile: 'full',
  });
  scene = await stage.openScene('attack');
});
afterAll(async () => {
  await scene?.close();
  await stage?.end();
  plane.close();
  await supervisor.end();
});

/** Calls that would make all room of all nodes count as taken, forget who is on the way, and more. */
function harm(round: number, nodes: readonly string[]): [verb: string, body: unknown][] {
  const Pod = {
    metadata: { name: `invented-${round}`, namespace: scene.tenant, uid: `invented-${round}` },
    spec: { containers: [{ name: 'c', resources: { requests: { cpu: '3' } } }] },
  };
  return [
    ['filter', { Pod, NodeNames: nodes }],
    ['filter', { Pod, NodeNames: [`nowhere-${round}`] }],
    ['preempt', { Pod, NodeNameToMetaVictims: { [nodes[0] ?? '']: { Pods: [{ UID: 'x' }] } } }],
    ['bind', { PodName: 'web-0', PodNamespace: scene.tenant, PodUID: `invented-${round}`, Node: nodes[0] }],
  ];
}

test('it is refused every time, and nobody notices', async () => {
  const { daemonward } = stage;
  const nodes = await scene.createNodes(NODES);
  const daemon = scene.work({ cpu: DAEMON_CPU, schedulerName: 'nobody' });
  await scene.createDaemonSet(daemonSetObject('agent', daemon));
  await waitFor(
    'room is held',
    () => holdsOf(daemonward, scene.system, 'agent'),
    (holds) => activeHolds(holds) === NODES,
  );
  const forged = await makeClient(await makeAuthority(new Date()), 'daemonward-scheduler', new Date());
  const [bare, pretender] = [
    new Agent({ ca: daemonward.ca(), keepAlive: true }),
    new Agent({ ca: daemonward.ca(), ...forged, keepAlive: true }),
  ];
  const statuses = new Map<number, number>();
  let isOver = false;
  const attack = (async () => {
    for (let round = 0; !isOver; round += 1) {
      for (const [verb, body] of harm(round, nodes)) {
        const agent = round % 2 === 0 ? bare : pretender;
        const url = `${daemonward.serviceUrl}/scheduler/${verb}`;
        const { status } = await exchange(url, { method: 'POST', body: JSON.stringify(body), agent });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      await sleep(1);
    }
  })();

  await scene.createTenantPods(TENANT_PODS, 'web', scene.work({ cpu: TENANT_CPU }));
  const placed = async () => (await scene.pods(scene.tenant)).filter(({ spec }) => spec.nodeName);
  await waitFor('all places are taken', placed, (pods) => pods.length >= PLACES);
  await sleep(AFTERWARDS_MS);
  isOver = true;
  await attack;
  bare.destroy();
  pretender.destroy();

  const perNode = nodes.map(
    async (node) => (await placed()).filter(({ spec }) => spec.nodeName === node).length,
  );
  expect(await Promise.all(perNode)).toEqual(nodes.map(() => PLACES / NODES));
  expect((await headroomState(daemonward)).inFlightPods).toBe(0);
  expect([...statuses.keys()]).toEqual([401]);
  const calls = statuses.get(401);
  expect(calls).toBeGreaterThan(100);
  expect(await metricSum(daemonward, 'daemonward_unknown_callers_total', { outcome: 'refused' })).toBe(calls);
});
