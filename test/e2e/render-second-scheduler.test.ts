/** The configuration for a second scheduler, with the rights that docs/scheduler.md gives it and no others. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { daemonward as command } from '../unit/cli/terminal.ts';
import type { KubeObject } from './harness/client.ts';
import { credentialFiles } from './harness/credentials.ts';
import { type Daemonward, startDaemonward } from './harness/daemonward.ts';
import { createNamespace, deleteNamespace } from './harness/namespaces.ts';
import { createNodes, deletePool } from './harness/nodes.ts';
import { countFromHere, requestCounts } from './harness/request-counts.ts';
import { startScheduler } from './harness/scheduler.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { type Running, startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { podObject, podsPath, runningPods } from './harness/workloads.ts';

const POOL = 'render-second';
const NODES = 2;

/** Of the 4 that a node has: no two such pods on one node. */
const MOST_CPU = '3';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'scheduler.md');

interface Lease extends KubeObject {
  spec?: { holderIdentity?: string };
}

const plane = sharedControlPlane();
const client = plane.client();
const supervisor = startSupervisor();
let daemonward: Daemonward;
let second: Running;
let namespace = '';
/** Its account, its lease, and what pods name it by. */
let name = '';
let manifests = '';

beforeAll(async () => {
  daemonward = await startDaemonward(supervisor, { env: { KUBECONFIG: plane.kubeconfig('daemonward') } });
  await createNodes(client, NODES, { namePrefix: POOL });
  namespace = await createNamespace(plane, POOL);
  name = `scheduler-of-${namespace}`;
  manifests = manifestsOfThePage().replaceAll('daemonward-scheduler', name);
  manifests = manifests.replaceAll('daemonward-system', namespace);
  const { code, stderr } = await plane.kubectl(['apply', '-f', '-'], { input: manifests });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  second = await startSecond();
});
afterAll(async () => {
  await second?.stop();
  // Empty when the start failed before it.
  if (namespace !== '') {
    await plane.kubectl(['delete', '--wait=false', '-f', '-'], { input: manifests });
    await client.delete(`${podsPath(namespace)}?gracePeriodSeconds=0`);
    await deleteNamespace(plane, namespace);
  }
  await deletePool(client, POOL);
  plane.close();
  await supervisor.end();
});

function manifestsOfThePage(): string {
  const blocks = [...readFileSync(PAGE, 'utf8').matchAll(/^```yaml\n(.*?)^```$/gms)].map(
    ([, text = '']) => text,
  );
  return blocks.find((text) => text.includes('kind: ServiceAccount\n')) ?? '';
}

async function startSecond(): Promise<Running> {
  const flags = ['--config', daemonward.configFile, '--url', daemonward.serviceUrl, '--namespace', namespace];
  const { out } = await command('render', ...flags, '--second-scheduler', name);
  // In a cluster it finds the API server by itself.
  const clientConnection = { kubeconfig: await kubeconfigOfItsAccount() };
  const configuration = { ...parse(out), clientConnection };
  const { running } = await startScheduler(plane.handle, supervisor, configuration, name);
  return running;
}

async function kubeconfigOfItsAccount(): Promise<string> {
  const path = join(supervisor.directory, 'second-scheduler.kubeconfig');
  const { stdout } = await plane.kubectl(['create', 'token', name, '-n', namespace]);
  const cluster = {
    server: plane.handle.url,
    'certificate-authority': credentialFiles(plane.handle.directory).ca,
  };
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    contexts: [{ name, context: { cluster: name, user: name } }],
    clusters: [{ name, cluster }],
    users: [{ name, user: { token: stdout.trim() } }],
  };
  writeFileSync(path, JSON.stringify(kubeconfig));
  return path;
}

test('it places the pods that name it, and only those are asked about', async () => {
  const counts = await countFromHere(daemonward);

  await client.create(podsPath(namespace), podObject('default', { pool: POOL }));
  await runningPods(client, namespace, 'default', 1);
  const askedAboutOthers = await counts.answered('/scheduler/filter');
  await client.create(podsPath(namespace), podObject('named', { pool: POOL, schedulerName: name }));
  await runningPods(client, namespace, 'named', 1);

  expect(askedAboutOthers).toBe(0);
  await counts.atLeast('/scheduler/filter', 1);
  await counts.atLeast('/scheduler/bind', 1);
  expect((await requestCounts(daemonward)).failed).toEqual([]);
});

test('it holds a lease of its own', async () => {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${name}`;

  const lease = await waitFor(
    'somebody holds the lease',
    () => client.find<Lease>(path),
    (found) => Boolean(found?.spec?.holderIdentity),
  );

  expect(lease?.metadata?.name).toBe(name);
});

test('it may evict, and its account lacks no right', async () => {
  const work = { pool: POOL, schedulerName: name, cpu: MOST_CPU };
  for (const app of ['large-0', 'large-1']) {
    await client.create(podsPath(namespace), podObject(app, work));
    await runningPods(client, namespace, app, 1);
  }
  const counts = await countFromHere(daemonward);

  const urgent = { ...work, priorityClassName: 'system-cluster-critical' };
  await client.create(podsPath(namespace), podObject('urgent', urgent));
  await runningPods(client, namespace, 'urgent', 1);

  await counts.atLeast('/scheduler/preempt', 1);
  expect(readFileSync(second.log, 'utf8')).not.toMatch(/forbidden|Skipping extender as it returned error/i);
});
