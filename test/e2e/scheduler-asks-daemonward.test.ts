/** Real schedulers have Daemonward as their extender, one by node names, one with whole nodes. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Daemonward, startDaemonward } from './harness/daemonward.ts';
import { NODE_FORMS, withExtender } from './harness/extenders.ts';
import { createNamespace, deleteNamespace } from './harness/namespaces.ts';
import { createNodes, deletePool } from './harness/nodes.ts';
import { type CountsSince, countFromHere, requestCounts } from './harness/request-counts.ts';
import { startScheduler } from './harness/scheduler.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import {
  daemonSetObject,
  daemonSetsPath,
  type Pod,
  podObject,
  podsPath,
  runningPods,
} from './harness/workloads.ts';

const NODES = 3;

/** Of the 4 that a node has: no two such pods on one node. */
const MOST_CPU = '3';

/** One of the two schedulers sends whole nodes, which is not taken unless asked for. */
const WHOLE_NODES_BYTES = 16 * 1024 * 1024;

const plane = sharedControlPlane();
const client = plane.client();
const supervisor = startSupervisor();
let daemonward: Daemonward;

beforeAll(async () => {
  daemonward = await startDaemonward(supervisor, {
    sections: { server: { wholeNodesLimitBytes: WHOLE_NODES_BYTES } },
    env: { KUBECONFIG: plane.kubeconfig('daemonward') },
  });
});
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

describe.each(NODE_FORMS)('with %s', (form) => {
  const pool = `extender-${form}`;
  const schedulerName = `daemonward-${form}`;
  const work = { pool, schedulerName };
  let namespace = '';
  let counts: CountsSince;

  beforeAll(async () => {
    const { serviceUrl: url } = daemonward;
    await createNodes(client, NODES, { namePrefix: pool });
    const shown = { ca: daemonward.ca(), client: daemonward.client('scheduler') };
    const configuration = withExtender({ schedulerName, url, form, ...shown });
    const { running } = await startScheduler(plane.handle, supervisor, configuration, schedulerName);
    return async () => {
      await running.stop();
      await deletePool(client, pool);
    };
  });
  beforeEach(async () => {
    namespace = await createNamespace(plane, pool);
    counts = await countFromHere(daemonward);
  });
  afterEach(async () => {
    await client.delete(daemonSetsPath(namespace));
    await client.delete(`${podsPath(namespace)}?gracePeriodSeconds=0`);
    await deleteNamespace(plane, namespace);
  });

  test('an ordinary pod is filtered and scored', async () => {
    await client.create(podsPath(namespace), podObject('web', work));
    await runningPods(client, namespace, 'web', 1);

    await counts.atLeast('/scheduler/filter', 1);
    await counts.atLeast('/scheduler/prioritize', 1);
    expect((await requestCounts(daemonward)).failed).toEqual([]);
  });

  test('a daemon pod is filtered; having one node, it is never scored', async () => {
    await client.create(daemonSetsPath(namespace), daemonSetObject('agent', work));
    const pods = await runningPods(client, namespace, 'agent', NODES);

    await counts.atLeast('/scheduler/filter', NODES);
    expect(await counts.answered('/scheduler/prioritize')).toBe(0);
    expect(new Set(pods.map(({ spec }) => spec.nodeName)).size).toBe(NODES);
    expect((await requestCounts(daemonward)).failed).toEqual([]);
  });

  test('an urgent pod takes the place of another, after Daemonward was asked about the victims', async () => {
    const [victims, urgent] = [
      { ...work, cpu: MOST_CPU },
      { ...work, cpu: MOST_CPU, priorityClassName: 'system-cluster-critical' },
    ];
    const names = Array.from({ length: NODES }, (_, index) => `tenant-${index}`);
    for (const name of names) await client.create(podsPath(namespace), podObject(name, victims));
    for (const name of names) await runningPods(client, namespace, name, 1);
    expect(await counts.answered('/scheduler/preempt')).toBe(0);

    await client.create(podsPath(namespace), podObject('urgent', urgent));
    await runningPods(client, namespace, 'urgent', 1);
    const left = await waitFor(
      'the victim gone',
      () => client.list<Pod>(podsPath(namespace)),
      ({ length }) => length === NODES,
    );

    await counts.atLeast('/scheduler/preempt', 1);
    expect(new Set(left.map(({ spec }) => spec.nodeName)).size).toBe(NODES);
    expect((await requestCounts(daemonward)).failed).toEqual([]);
  });

  test('an urgent daemon pod takes the place of another on its own node', async () => {
    const critical = { ...work, cpu: MOST_CPU, priorityClassName: 'system-node-critical' };
    await client.create(podsPath(namespace), podObject('tenant', { ...work, cpu: MOST_CPU }));
    await runningPods(client, namespace, 'tenant', 1);

    await client.create(daemonSetsPath(namespace), daemonSetObject('agent', critical));
    const pods = await runningPods(client, namespace, 'agent', NODES);

    await counts.atLeast('/scheduler/preempt', 1);
    expect(new Set(pods.map(({ spec }) => spec.nodeName)).size).toBe(NODES);
    expect(await client.find(`${podsPath(namespace)}/tenant`)).toBeUndefined();
    expect((await requestCounts(daemonward)).failed).toEqual([]);
  });
});
