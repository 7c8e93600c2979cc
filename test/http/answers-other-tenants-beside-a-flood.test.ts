import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ClusterStore } from '../../src/cluster/store/store.ts';
import { isObject } from '../../src/json/object.ts';
import { reviewFor } from './reviews.ts';
import { startTestService, type TestService } from './service.ts';

const PATH = '/validate/pods';
const FLOOD = 200;
const STATUS_LENGTH = 'HTTP/1.1 200'.length;

/** As an API server sends it. */
function requestOf(path: string, value: unknown): string {
  const body = JSON.stringify(value);
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function podReview(namespace: string) {
  const object = { metadata: { name: 'web', namespace }, spec: {} };
  return reviewFor(PATH, { kind: { group: '', version: 'v1', kind: 'Pod' }, namespace, object });
}

function serviceOfTwoTenants() {
  const view = new ClusterStore({ kind: 'snapshot', detail: 'nothing' });
  for (const name of ['shop', 'mail']) {
    view.put('namespaces', { name, partition: '', tenant: '', labels: {}, annotations: {} });
  }
  return startTestService({ view });
}

/** One review on each of many connections, all at once. */
async function flood({ socket }: TestService) {
  const sockets = await Promise.all(Array.from({ length: FLOOD }, () => socket()));
  const statuses: string[] = [];
  const answers = sockets.map(async (connection) => {
    const [piece]: unknown[] = await once(connection, 'data');
    statuses.push(String(piece).slice(0, STATUS_LENGTH));
  });
  const request = requestOf(PATH, podReview('shop'));
  for (const connection of sockets) connection.write(request);
  return {
    statuses,
    first: () => Promise.race(answers),
    all: () => Promise.all(answers),
    close: () => {
      for (const connection of sockets) connection.destroy();
    },
  };
}

test('the review of another tenant does not wait for two hundred of one, and all are answered', async () => {
  const service = await serviceOfTwoTenants();
  // The connection is there before the flood, as an API server's is.
  await service.post(PATH, podReview('mail'));

  const shop = await flood(service);
  const answer = await service.post(PATH, podReview('mail'));
  const before = shop.statuses.length;
  await shop.all();

  expect(answer.status).toBe(200);
  expect(before).toBeLessThan(FLOOD / 2);
  expect(new Set(shop.statuses)).toEqual(new Set(['HTTP/1.1 200']));
});

test('a call of the scheduler does not wait for them either', async () => {
  const service = await serviceOfTwoTenants();
  await service.post(PATH, podReview('mail'));

  const shop = await flood(service);
  const answer = await service.post('/scheduler/filter', {
    Pod: { metadata: { name: 'web' } },
    NodeNames: [],
  });
  const before = shop.statuses.length;
  await shop.all();

  expect(answer.status).toBe(200);
  expect(before).toBeLessThan(FLOOD / 2);
});

test('people see whose reviews wait, and that they did', async () => {
  const service = await serviceOfTwoTenants();
  const shop = await flood(service);
  await shop.first();

  const state: unknown = await (await fetch(`${service.opsUrl}/state`)).json();
  await shop.all();
  const metrics = await (await fetch(`${service.opsUrl}/metrics`)).text();

  expect(isObject(state) && state.reviewsWaiting).toMatchObject({
    tenants: 1,
    longest: [{ tenant: 'unknown shop' }],
  });
  expect(metrics).toMatch(/^daemonward_reviews_waiting 0$/m);
  expect(Number(/^daemonward_review_wait_seconds_count (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(
    FLOOD / 2,
  );
});

test('reviews of callers who leave are not answered, and leave nothing behind', async () => {
  const service = await serviceOfTwoTenants();
  const shop = await flood(service);
  await shop.first();

  shop.close();
  await service.post(PATH, podReview('shop'));
  const metrics = await (await fetch(`${service.opsUrl}/metrics`)).text();

  expect(metrics).toMatch(/^daemonward_reviews_dropped_total{reason="gone"} \d+$/m);
  expect(metrics).toMatch(/^daemonward_reviews_waiting 0$/m);
  expect(metrics).toMatch(/^daemonward_http_body_bytes{doors="admission"} 0$/m);
});
