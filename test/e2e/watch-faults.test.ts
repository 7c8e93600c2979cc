/** The view follows the real API server through every kind of broken connection, and says so meanwhile. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectTo } from '../../src/cluster/api/connection.ts';
import { OBJECT_KINDS } from '../../src/cluster/records.ts';
import { clusterProblem } from '../../src/cluster/staleness.ts';
import type { ClusterStore } from '../../src/cluster/store/store.ts';
import { watchCluster } from '../../src/cluster/watch/watch.ts';
import { churn } from './harness/churn.ts';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import { readCredentials } from './harness/credentials.ts';
import { type FaultProxy, startFaultProxy } from './harness/fault-proxy.ts';
import { defineOrders } from './harness/orders.ts';
import { proxiedKubeconfig } from './harness/proxied-kubeconfig.ts';
import { differences } from './harness/same-view.ts';
import { waitFor } from './harness/wait-for.ts';

/** Short, so that silence is noticed within the test; real ones are minutes. */
const IDLE_MS = 2_000;
const STALE_AFTER_SECONDS = 1;

let plane: ControlPlane;
let proxy: FaultProxy;
let view: ClusterStore;
let stopWatching: () => Promise<void>;
const breaks: string[] = [];
const lists: string[] = [];
let round = 0;

beforeAll(async () => {
  plane = await startControlPlane();
  await defineOrders(plane);
  proxy = await startFaultProxy(plane.handle.url, readCredentials(plane.handle.directory, 'daemonward'));
  await churn(plane.client(), round++);
  const { connection, detail } = await connectTo(
    {
      kind: 'kubeconfig',
      files: [proxiedKubeconfig(plane.handle.directory, proxy.url)],
      context: undefined,
      namedBy: 'the test',
    },
    'daemonward/e2e',
  );
  const watch = watchCluster({
    connection,
    detail,
    flavor: 'kubernetes',
    pageSize: 2,
    idleMs: IDLE_MS,
    report: {
      listed: (kind, { reason }) => lists.push(`${kind} ${reason}`),
      event: () => {},
      received: () => {},
      broken: (kind, { reason }) => breaks.push(`${kind} ${reason}`),
      unreadable: (kind, message) => breaks.push(`${kind} unreadable ${message}`),
      withheld: (kind, message) => breaks.push(`${kind} withheld ${message}`),
    },
  });
  view = watch.view;
  stopWatching = watch.stop;
});

beforeEach(() => {
  breaks.length = 0;
  lists.length = 0;
});

afterAll(async () => {
  await stopWatching?.();
  await proxy?.close();
  await plane?.stop();
});

async function becomesEqual(): Promise<void> {
  await waitFor(
    'the view equals the server',
    () => differences(view, plane.client()),
    ({ length }) => length === 0,
  );
}

function problem(): string | null {
  return clusterProblem(view, Date.now(), STALE_AFTER_SECONDS);
}

test('a first list, in pages of two, and what happens afterwards', async () => {
  await becomesEqual();
  await churn(plane.client(), round++);
  await becomesEqual();

  expect(view.synced).toBe(true);
  expect(lists).not.toContain('pods fruitless');
  expect(view.counts().pods).toBeGreaterThanOrEqual(4);
});

test('watches that are cut in the middle of a line', async () => {
  proxy.set('cut');
  await churn(plane.client(), round++);
  await waitFor(
    'a cut is noticed',
    () => breaks,
    (seen) => seen.includes('pods cut'),
  );
  proxy.set('pass');
  await churn(plane.client(), round++);
  await becomesEqual();

  expect(lists).toEqual([]);
});

test('silence without a close', async () => {
  proxy.set('silence');
  await churn(plane.client(), round++);
  const stale = await waitFor('the view is stale', problem, (seen) => seen !== null);
  await waitFor(
    'the silence is noticed',
    () => breaks,
    (seen) => seen.includes('pods idle'),
  );
  proxy.set('pass');
  await becomesEqual();

  expect(stale).toMatch(/no news of \w+ for \d+ s/);
  expect(lists).toEqual([]);
});

test('a version that the server no longer has: 410, and a new list', async () => {
  proxy.set('expired');
  // A server that has just started remembers nothing of what was before.
  await plane.restartApiServer();
  await waitFor(
    '410 came for every kind',
    () => lists.filter((line) => line.endsWith('gone')),
    (seen) => new Set(seen).size === OBJECT_KINDS.length,
  );
  await churn(plane.client(), round++);
  proxy.set('pass');
  await becomesEqual();
});

test('a list that changes while it is paged', async () => {
  let changed = false;
  proxy.beforeNextPage(async () => {
    if (changed) return;
    changed = true;
    await churn(plane.client(), round++);
  });
  proxy.set('expired');
  await waitFor('the list was changed under way', () => changed, Boolean);
  proxy.set('pass');
  proxy.beforeNextPage(undefined);
  await becomesEqual();
});

test('an API server that is killed and comes back', async () => {
  await plane.killApiServer();
  await waitFor(
    'the watch broke',
    () => breaks,
    (seen) => seen.includes('nodes cut'),
  );
  const stale = await waitFor('the view is stale', problem, (seen) => seen !== null);
  await plane.startApiServer();
  await churn(plane.client(), round++);
  await becomesEqual();

  expect(stale).not.toBeNull();
});
