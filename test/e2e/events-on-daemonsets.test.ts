/** What Daemonward tells on DaemonSets, as kubectl describe shows it; and what it does without the right to. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../../src/cluster/api/api-client.ts';
import { connectTo } from '../../src/cluster/api/connection.ts';
import { findCredentials } from '../../src/cluster/api/credentials.ts';
import { EventBook, REPEATED_AFTER_MS } from '../../src/server/events/event-book.ts';
import { EventWriter } from '../../src/server/events/event-writer.ts';
import { refused } from '../unit/server/events/notes.ts';
import { OWN_NAMESPACE } from './harness/daemonward.ts';
import { grantAllBut, grantEvents } from './harness/daemonward-role.ts';
import { type GuardedCluster, startGuardedCluster } from './harness/guarded-cluster.ts';
import { createNodes } from './harness/nodes.ts';
import { metricSum } from './harness/ops-port.ts';
import { exchange } from './harness/request.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, daemonSetsPath } from './harness/workloads.ts';

const POOL = 'told';
const OLD = daemonSetObject('old', { pool: POOL });

let cluster: GuardedCluster;
beforeAll(async () => {
  cluster = await startGuardedCluster({
    // Nobody makes the pods of a DaemonSet: its room is waited for in vain.
    controllers: false,
    sections: { events: { mode: 'on' }, headroom: { patience: '5s' } },
    before: async ({ plane, tenant }) => {
      await grantEvents(plane.client());
      await plane.client().create('/api/v1/namespaces', { metadata: { name: OWN_NAMESPACE } });
      await plane.client().create(daemonSetsPath(tenant), OLD);
    },
  });
});
afterAll(async () => {
  await cluster?.plane.stop();
});

function describeIn(namespace: string, name: string): Promise<string> {
  return cluster.plane
    .kubectl(['describe', 'daemonset', name, '-n', namespace])
    .then(({ stdout }) => stdout.split('\nEvents:')[1] ?? '');
}

/** By an admin: whose the namespace is decides. */
async function change(seconds: number, ...more: readonly string[]): Promise<string> {
  const patch = JSON.stringify({ spec: { minReadySeconds: seconds } });
  const args = ['patch', 'daemonset/old', '-n', cluster.tenant, '-p', patch, ...more];
  const { stderr } = await cluster.plane.kubectl(args);
  return stderr;
}

interface State {
  events: { remembered: number; problem: { right: string; detail: string } | null };
}

async function eventsState(): Promise<State['events']> {
  const { text } = await exchange(`${cluster.daemonward.opsUrl}/state`);
  const { events }: State = JSON.parse(text);
  return events;
}

test('an update that was refused is an event on the object; a dry run is none', async () => {
  await change(9, '--dry-run=server');
  const refused = await change(5);

  const events = await waitFor(
    'the event is there',
    () => describeIn(cluster.tenant, 'old'),
    (text) => text.includes('Refused'),
  );

  expect(refused).toContain('DW101');
  expect(events).toMatch(
    /Warning +Refused +\S+ +daemonward +update refused: DW101 metadata\.namespace: the namespace/,
  );
  expect(await metricSum(cluster.daemonward, 'daemonward_events_total', { outcome: 'written' })).toBe(1);
});

test('a create that was refused is an event under its name', async () => {
  const input = JSON.stringify(daemonSetObject('new', { pool: POOL }));
  await cluster.plane.kubectl(['create', '-n', cluster.tenant, '-f', '-'], { input });

  const { stdout } = await waitFor(
    'the event is there',
    () => cluster.plane.kubectl(['events', '-n', cluster.tenant, '--for', 'daemonset/new']),
    (result) => result.stdout.includes('Refused'),
  );

  expect(stdout).toContain('DaemonSet/new');
  expect(stdout).toContain('create refused: DW101');
});

test('a daemon that does not come is told of when its room is given up', async () => {
  const client = cluster.plane.client();
  const [node = ''] = await createNodes(client, 1, { namePrefix: POOL });
  // Nobody else takes the mark of a new node off.
  await client.patch(`/api/v1/nodes/${node}`, { spec: { taints: null } });
  const work = { pool: POOL, priorityClassName: 'system-node-critical' };
  await client.create(daemonSetsPath(cluster.system), daemonSetObject('agent', work));

  const events = await waitFor(
    'the event is there',
    () => describeIn(cluster.system, 'agent'),
    (text) => text.includes('RoomGivenUp'),
  );

  expect(events).toMatch(
    new RegExp(`Warning +RoomGivenUp +\\S+ +daemonward +room is not kept any longer on 1 node: ${node}`),
  );
});

test('what happens again after minutes is counted in the event that is there', async () => {
  const clock = { now: Date.now() };
  const kubeconfig = cluster.plane.kubeconfig('daemonward');
  const credentials = findCredentials({}, { kubeconfig, context: undefined });
  if (credentials === undefined) throw new Error('there is no kubeconfig of daemonward');
  const { connection } = await connectTo(credentials, 'daemonward/e2e');
  const failures: string[] = [];
  const book = new EventBook(
    () => clock.now,
    (reason) => void failures.push(`dropped ${reason}`),
  );
  const writer = new EventWriter({
    api: new ApiClient(connection),
    book,
    instance: 'again',
    holds: () => true,
    now: () => clock.now,
    written: () => {},
    failed: (_, message) => void failures.push(message),
    forbidden: (message) => void failures.push(message),
    granted: () => {},
  });
  book.tell(refused('again', cluster.tenant));
  await writer.write();
  clock.now += REPEATED_AFTER_MS;
  for (let times = 0; times < 2; times += 1) book.tell(refused('again', cluster.tenant));

  await writer.write();

  expect(failures).toEqual([]);
  const { stdout } = await cluster.plane.kubectl([
    'get',
    'events',
    '-n',
    cluster.tenant,
    '--field-selector=involvedObject.name=again',
    '-o',
    'jsonpath={.items[*].count}',
  ]);
  expect(stdout).toBe('3');
});

test('without the right it goes on, warns once, and says what is missing', async () => {
  await grantAllBut(cluster.plane.client(), '');

  const refused = await waitFor(
    'it may not any more',
    async () => {
      await cluster.plane.kubectl(['create', '-n', cluster.tenant, '-f', '-'], {
        input: JSON.stringify(daemonSetObject(`n-${Date.now()}`, { pool: POOL })),
      });
      return eventsState();
    },
    ({ problem }) => problem !== null,
  );

  expect(refused.problem).toMatchObject({
    right: 'create, patch events',
    detail: expect.stringMatching(/cannot create resource "events"/),
  });
  expect(await change(7)).toContain('DW101');
  const { status } = await exchange(`${cluster.daemonward.opsUrl}/readyz`);
  expect(status).toBe(200);
  const lines = readFileSync(cluster.daemonward.running.log, 'utf8').split('\n');
  expect(lines.filter((line) => line.includes('create, patch events'))).toHaveLength(1);
});
