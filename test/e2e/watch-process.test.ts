/** Daemonward as a process finds its cluster, shows what it knows of it, and says when that grows old. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OBJECT_KINDS } from '../../src/cluster/records.ts';
import { churn } from './harness/churn.ts';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import { type Daemonward, startDaemonward } from './harness/daemonward.ts';
import { defineOrders } from './harness/orders.ts';
import { waitFor } from './harness/wait-for.ts';

/** On loaded cores a watch takes a second or two to come back. */
const STALE_SECONDS = 6;

/** Each leaves objects of its own, so that a second try finds their names free. */
let round = 0;

let plane: ControlPlane;
let daemonward: Daemonward;

beforeAll(async () => {
  plane = await startControlPlane();
  await defineOrders(plane);
  await churn(plane.client(), 0);
  daemonward = await startDaemonward(plane.supervisor, {
    env: { KUBECONFIG: plane.kubeconfig('daemonward') },
    sections: { cluster: { staleAfterSeconds: STALE_SECONDS, watchIdleSeconds: 1 } },
  });
});

afterAll(async () => {
  await plane?.stop();
});

async function ops(path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${daemonward.opsUrl}${path}`);
  return { status: answer.status, text: await answer.text() };
}

interface State {
  cluster: {
    source: { kind: string; detail: string };
    kinds: Record<string, { objects: number; resourceVersion: string; ageSeconds: number }>;
  };
}

async function state(): Promise<State['cluster']> {
  const { cluster }: State = JSON.parse((await ops('/state')).text);
  return cluster;
}

test('/state shows the source, and counts, versions and ages of each kind', async () => {
  const pods = await plane.client().list('/api/v1/pods');

  const { source, kinds } = await state();

  expect(source).toEqual({ kind: 'watch', detail: expect.stringContaining(plane.handle.url) });
  expect(kinds.pods?.objects).toBe(pods.length);
  for (const kind of OBJECT_KINDS) {
    expect(kinds[kind]).toEqual({
      objects: expect.any(Number),
      resourceVersion: expect.stringMatching(/^\d+$/),
      ageSeconds: expect.any(Number),
    });
  }
});

test('while the API server is away /readyz and /metrics say so, and afterwards all is well', async () => {
  await plane.killApiServer();
  // The kinds grow old one after the other.
  const stale = await waitFor(
    'not ready because of pods',
    () => ops('/readyz'),
    ({ text }) => text.includes('no news of pods'),
  );
  const metrics = (await ops('/metrics')).text;
  await plane.startApiServer();
  round += 1;
  await churn(plane.client(), round);
  await waitFor(
    'ready again',
    () => ops('/readyz'),
    ({ status }) => status === 200,
  );
  const pods = await plane.client().list('/api/v1/pods');
  await waitFor('the view is complete', state, ({ kinds }) => kinds.pods?.objects === pods.length);

  expect(stale.status).toBe(503);
  expect(metrics).toMatch(/daemonward_cluster_breaks_total\{kind="pods",reason="cut"\} [1-9]/);
  const age = /daemonward_cluster_age_seconds\{kind="pods"[^}]*\} ([\d.]+)/.exec(metrics)?.[1];
  expect(Number(age)).toBeGreaterThan(STALE_SECONDS);
});
