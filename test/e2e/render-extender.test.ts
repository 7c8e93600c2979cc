/** Real schedulers run with what `daemonward render` prints for them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { daemonward as command } from '../unit/cli/terminal.ts';
import { type Daemonward, startDaemonward } from './harness/daemonward.ts';
import { createNamespace, deleteNamespace } from './harness/namespaces.ts';
import { createNodes, deletePool } from './harness/nodes.ts';
import { type CountsSince, countFromHere, requestCounts } from './harness/request-counts.ts';
import { type SchedulerConfiguration, startScheduler } from './harness/scheduler.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { type Running, startSupervisor } from './harness/supervisor.ts';
import { podObject, podsPath, runningPods } from './harness/workloads.ts';

const POOL = 'render-extender';
const NODES = 3;

/** Of the 4 that a node has: no two such pods on one node. */
const MOST_CPU = '3';

/** A pod that was tried too early is tried again soon. */
const BACKOFF = { podInitialBackoffSeconds: 1, podMaxBackoffSeconds: 1 };

const plane = sharedControlPlane();
const client = plane.client();
const supervisor = startSupervisor();
let daemonward: Daemonward;
let namespace = '';
let counts: CountsSince;

beforeAll(async () => {
  daemonward = await startDaemonward(supervisor, { env: { KUBECONFIG: plane.kubeconfig('daemonward') } });
  await createNodes(client, NODES, { namePrefix: POOL });
});
afterAll(async () => {
  await deletePool(client, POOL);
  plane.close();
  await supervisor.end();
});
beforeEach(async () => {
  namespace = await createNamespace(plane, POOL);
  counts = await countFromHere(daemonward);
});
afterEach(async () => {
  await client.delete(`${podsPath(namespace)}?gracePeriodSeconds=0`);
  await deleteNamespace(plane, namespace);
});

async function rendered(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await command('render', '--config', daemonward.configFile, ...args);
  if (code !== 0) throw new Error(`daemonward render ended with ${code}: ${err}`);
  return out;
}

/** The block below a configuration that was there before, as text, as people put it there. */
async function configured(
  schedulerName: string,
  ...args: readonly string[]
): Promise<SchedulerConfiguration> {
  const before = stringify({ ...BACKOFF, profiles: [{ schedulerName }] });
  return parse(`${before}${await rendered('--scheduler', ...args)}`);
}

async function start(schedulerName: string, ...args: readonly string[]): Promise<Running> {
  const configuration = await configured(schedulerName, ...args);
  const { running } = await startScheduler(plane.handle, supervisor, configuration, schedulerName);
  return running;
}

async function placeOnePerNode(schedulerName: string): Promise<void> {
  const names = Array.from({ length: NODES }, (_, index) => `tenant-${index}`);
  const work = { pool: POOL, schedulerName, cpu: MOST_CPU };
  for (const name of names) await client.create(podsPath(namespace), podObject(name, work));
  for (const name of names) await runningPods(client, namespace, name, 1);
}

/** Takes the place of one of those. */
async function placeUrgent(schedulerName: string): Promise<void> {
  const work = { pool: POOL, schedulerName, cpu: MOST_CPU, priorityClassName: 'system-cluster-critical' };
  await client.create(podsPath(namespace), podObject('urgent', work));
  await runningPods(client, namespace, 'urgent', 1);
}

/** What the scheduler logs of a call that failed; that the witness declines to bind reads otherwise. */
const FAILED = 'Skipping extender as it returned error';

describe.each([
  { profile: 'full', asked: ['filter', 'prioritize', 'preempt', 'bind'], never: [] },
  { profile: 'lean', asked: ['filter', 'preempt', 'bind'], never: ['prioritize'] },
  { profile: 'guard', asked: ['preempt'], never: ['filter', 'prioritize', 'bind'] },
])('profile $profile', ({ profile, asked, never }) => {
  const schedulerName = `rendered-${profile}`;
  let running: Running;
  beforeAll(async () => {
    running = await start(schedulerName, '--url', daemonward.serviceUrl, '--profile', profile);
    return () => running.stop();
  });

  test(`pods are placed, and Daemonward is asked to ${asked.join(', ')} and nothing else`, async () => {
    await placeOnePerNode(schedulerName);
    await placeUrgent(schedulerName);

    for (const verb of asked) await counts.atLeast(`/scheduler/${verb}`, 1);
    for (const verb of never) expect(await counts.answered(`/scheduler/${verb}`)).toBe(0);
    expect((await requestCounts(daemonward)).failed).toEqual([]);
    expect(readFileSync(running.log, 'utf8')).not.toContain(FAILED);
  });
});

test("at an address, the certificate is checked for the Service's name", async () => {
  const schedulerName = 'rendered-address';
  const running = await start(schedulerName, '--scheduler-url', daemonward.serviceUrl);

  await placeOnePerNode(schedulerName);

  await counts.atLeast('/scheduler/filter', NODES);
  await running.stop();
});

test.each([
  {
    what: 'another CA',
    args: () => ['--ca', join(plane.handle.directory, 'pki', 'ca.crt')],
    why: 'certificate signed by unknown authority',
  },
  { what: 'no CA', args: () => ['--ca', 'none'], why: 'certificate signed by unknown authority' },
  {
    what: 'another name',
    args: () => ['--namespace', 'elsewhere'],
    why: 'not daemonward.elsewhere.svc',
  },
])(
  'with $what the scheduler does not talk to Daemonward, and places pods without it',
  async ({ what, args, why }) => {
    const schedulerName = `unverified-${what.replace(' ', '-').toLowerCase()}`;
    const running = await start(schedulerName, '--scheduler-url', daemonward.serviceUrl, ...args());

    await placeOnePerNode(schedulerName);
    await running.stop();

    const log = readFileSync(running.log, 'utf8');
    expect(log).toMatch(new RegExp(`Skipping extender .*${why}`));
    expect((await requestCounts(daemonward)).failed).toEqual([]);
    expect(await counts.answered('/scheduler/filter')).toBe(0);
  },
);
