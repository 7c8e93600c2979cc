import { expect, test } from 'vitest';
import { OBJECT_KINDS } from '../../src/cluster/records.ts';
import { ClusterStore } from '../../src/cluster/store/store.ts';
import { reviewOf } from './reviews.ts';
import { startTestService } from './service.ts';

test('/livez is alive as soon as it answers', async () => {
  const { opsUrl } = await startTestService();

  const answer = await fetch(`${opsUrl}/livez`);

  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('ok\n');
});

test('/readyz says which check does not hold', async () => {
  const { opsUrl } = await startTestService();

  const answer = await fetch(`${opsUrl}/readyz`);

  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    ready: false,
    doors: ['admission', 'scheduler'],
    checks: {
      phase: 'ok',
      certificate: 'ok',
      cluster: expect.stringMatching(/^the cluster view is not complete yet: nodes, pods, .* not read$/),
    },
  });
});

test('/readyz says what fails, since when and why, when the API server is away', async () => {
  const store = new ClusterStore({ kind: 'watch', detail: 'https://127.0.0.1:1' });
  const since = Date.parse('2026-11-17T10:00:00Z');
  for (const kind of OBJECT_KINDS) {
    const failure = { doing: 'list', message: 'connect ECONNREFUSED 127.0.0.1:1' } as const;
    for (const at of [since, since + 1_000]) store.markFailing(kind, at, failure);
  }
  const { opsUrl } = await startTestService({ view: store });

  const ready: unknown = await (await fetch(`${opsUrl}/readyz`)).json();
  const state: unknown = await (await fetch(`${opsUrl}/state`)).json();

  expect(ready).toMatchObject({
    checks: {
      cluster:
        'the cluster view is not complete yet: nodes, pods, daemonSets, namespaces, priorityClasses, limitRanges, ' +
        'runtimeClasses, orders not read; nodes, pods, daemonSets, namespaces, priorityClasses, limitRanges, runtimeClasses, orders: ' +
        'list failing since 2026-11-17T10:00:00.000Z (2 times), the last time: connect ECONNREFUSED 127.0.0.1:1',
    },
  });
  expect(state).toMatchObject({
    cluster: { kinds: { pods: { failing: { since: '2026-11-17T10:00:00.000Z', times: 2, doing: 'list' } } } },
  });
});

test('/version and /state say what runs on what', async () => {
  const { opsUrl } = await startTestService();

  const version = await (await fetch(`${opsUrl}/version`)).json();
  const state = await (await fetch(`${opsUrl}/state`)).json();

  expect(version).toEqual({ name: 'daemonward', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  expect(state).toMatchObject({
    phase: 'serving',
    cluster: {
      source: { kind: 'snapshot', detail: 'nothing' },
      synced: false,
      kinds: {
        nodes: { objects: 0 },
        pods: { objects: 0 },
        daemonSets: { objects: 0 },
        namespaces: { objects: 0 },
        priorityClasses: { objects: 0 },
        limitRanges: { objects: 0 },
        runtimeClasses: { objects: 0 },
        orders: { objects: 0 },
      },
    },
    configuration: { file: null, generation: 1, problems: [], needRestart: [] },
    certificates: {
      leaf: { names: expect.arrayContaining(['localhost', 'daemonward.daemonward-system.svc']) },
    },
  });
});

test('/state says when each path was last answered, and a refusal is no answer', async () => {
  const { opsUrl, post, call } = await startTestService();
  const before = Date.now();
  await post('/validate/daemonsets', reviewOf());
  await call('/validate/pods', { body: 'no' });
  await call('/nowhere', { body: '{}' });

  const { calls }: Calls = JSON.parse(await (await fetch(`${opsUrl}/state`)).text());

  expect(Date.parse(calls.paths['/validate/daemonsets']?.answered ?? '')).toBeGreaterThanOrEqual(before);
  expect(calls.paths['/validate/pods']).toEqual({ answered: null, refused: null });
  expect(Object.keys(calls.paths)).toEqual([
    '/validate/daemonsets',
    '/validate/pods',
    '/validate/workloads',
    '/validate/orders',
    '/mutate/daemonsets',
    '/mutate/pods',
    '/scheduler/filter',
    '/scheduler/prioritize',
    '/scheduler/preempt',
    '/scheduler/bind',
  ]);
  expect(calls.untrusted).toBeNull();
});

interface Calls {
  readonly calls: {
    readonly paths: Readonly<Record<string, { readonly answered: string | null }>>;
    readonly untrusted: string | null;
  };
}

test('/metrics counts answers, refusals and what is under way', async () => {
  const { opsUrl, post, call } = await startTestService();
  await post('/validate/daemonsets', reviewOf());
  await call('/validate/daemonsets', { body: 'no' });
  await call('/nowhere', { body: '{}' });

  const page = await (await fetch(`${opsUrl}/metrics`)).text();

  expect(page).toContain('daemonward_http_requests_total{path="/validate/daemonsets",code="200"} 1');
  expect(page).toContain('daemonward_http_requests_total{path="other",code="404"} 1');
  expect(page).toContain('daemonward_http_refused_total{path="/validate/daemonsets",error="invalid-json"} 1');
  expect(page).toContain('daemonward_http_request_duration_seconds_count{path="/validate/daemonsets"} 2');
  expect(page).toContain('daemonward_http_requests_in_flight 1');
  expect(page).toContain('daemonward_cluster_synced 0');
});

test('the ops port takes GET only, and has no service paths', async () => {
  const { opsUrl } = await startTestService();

  const post = await fetch(`${opsUrl}/readyz`, { method: 'POST' });
  const service = await fetch(`${opsUrl}/validate/pods`, { method: 'POST' });

  expect(post.status).toBe(405);
  expect(post.headers.get('allow')).toBe('GET');
  expect(service.status).toBe(404);
});
