/** A pod that is refused everywhere waits quietly: hundreds of nodes, the scheduler at its own pace. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { activeHolds, holdsOf } from './harness/ops-port.ts';
import { refusalOf } from './harness/pod-history.ts';
import { countFromHere } from './harness/request-counts.ts';
import { type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, podObject, podsPath } from './harness/workloads.ts';

const NODES = 300;
const WATCHED_MS = 20_000;
const MOST_CALLS = 5;
const LONGEST_MESSAGE = 300;

/** Its pods wait for a scheduler that does not exist: the holds stay for the whole test. */
const NOBODY = 'nobody';

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await startStage(plane, supervisor, {
    name: 'quiet',
    mode: 'enforce',
  });
});
afterEach(() => scene.close());
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

interface Pool {
  count: number;
  cpu: string;
  /** A tenant's pod takes nearly all of each before. */
  filled?: boolean;
  labels?: Record<string, string>;
}

const EVEN: readonly Pool[] = [{ count: NODES, cpu: '4' }];
/** Three sizes, two daemons of which one is on some nodes only, and every third node full anyway. */
const UNEVEN: readonly Pool[] = [
  { count: 90, cpu: '4', labels: { gpu: 'true' } },
  { count: 50, cpu: '4', filled: true },
  { count: 60, cpu: '5', labels: { gpu: 'true' } },
  { count: 50, cpu: '4500m' },
  { count: 50, cpu: '4', filled: true },
];

test.each([
  { title: 'even', pools: EVEN },
  { title: 'uneven', pools: UNEVEN },
])('on an $title cluster it is asked about at most five times in twenty seconds', async ({ pools }) => {
  scene = await stage.openScene('quiet');
  const { client, system, tenant, work } = scene;
  let from = 0;
  for (const { count, cpu, labels = {}, filled = false } of pools) {
    const names = await scene.createNodes(count, { size: { cpu }, labels, from });
    from += count;
    if (filled) await scene.fillNodes(names, `full-${from}`, work({ cpu: '3500m' }));
  }
  const place = { schedulerName: NOBODY };
  await scene.createDaemonSet(daemonSetObject('agent', work({ cpu: '1500m', ...place })));
  await scene.createDaemonSet(
    daemonSetObject('driver', work({ cpu: '300m', ...place, nodeSelector: { gpu: 'true' } })),
  );
  await waitFor(
    'room is kept',
    async () => activeHolds(await holdsOf(stage.daemonward, system, 'agent')),
    (holds) => holds === from,
  );

  const pod = podObject('web', work({ cpu: '3600m' }));
  const path = `${podsPath(tenant)}/web`;
  await client.create(podsPath(tenant), pod);
  const refused = await waitFor(
    'it has been refused',
    () => client.get<typeof pod>(path),
    (now) => refusalOf(now) !== '',
  );
  const counts = await countFromHere(stage.daemonward);
  await sleep(WATCHED_MS);

  expect(await counts.answered('/scheduler/filter')).toBeLessThanOrEqual(MOST_CALLS);
  expect(refusalOf(refused).length).toBeLessThanOrEqual(LONGEST_MESSAGE);
});
