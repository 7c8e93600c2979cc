/** The page's own paths: the grid at once, what changes as it changes, for a bounded number of browsers, and for nobody else's site. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import type { GridAnswer } from '../../src/explain/grid/answer.ts';
import { stateOf } from '../../src/explain/grid/cell.ts';
import type { OpsAccess } from '../../src/server/access/ops-access.ts';
import { HttpError } from '../../src/server/http/errors.ts';
import { MOST_FOLLOWERS } from '../../src/server/page/followers.ts';
import { DaemonCluster } from '../unit/headroom/cluster-of-daemons.ts';
import { startTestService } from './service.ts';

async function start(access?: OpsAccess) {
  const cluster = new DaemonCluster();
  cluster.node('n1', '4', { pool: 'general' });
  cluster.node('n2', '4', { pool: 'general' });
  cluster.daemonSet('agent');
  cluster.synced();
  const configuration = defaultConfiguration();
  const service = await startTestService({ view: cluster.store, configuration, ...(access && { access }) });
  return { cluster, url: service.opsUrl, ...service };
}

/** The events of a stream, one after another. */
async function follow(url: string) {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const answer = await fetch(`${url}/page/events`, { signal: ended.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (wanted: string) => {
    for (;;) {
      const found = new RegExp(`event: ${wanted}\ndata: (.*)\n\n`).exec(text);
      if (found !== null) {
        text = text.slice(found.index + found[0].length);
        return JSON.parse(found[1] ?? '');
      }
      const read = await reader?.read();
      if (read === undefined || read.done) throw new Error('the stream has ended');
      text += read.value;
    }
  };
  return { status: answer.status, next, end: () => ended.abort() };
}

test('one answer has the whole grid', async () => {
  const { url } = await start();

  const answer = await fetch(`${url}/page/grid`);
  const grid: GridAnswer = JSON.parse(await answer.text());

  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(grid.nodes.name).toEqual(['n1', 'n2']);
  expect(grid.pools).toEqual(['general']);
  expect(grid.daemonSets).toMatchObject([{ namespace: 'kube-system', name: 'agent', protected: true }]);
  expect([...Buffer.from(grid.cells, 'base64')].map(stateOf)).toEqual(['held', 'held']);
  expect(new Float32Array(new Uint8Array(Buffer.from(grid.room, 'base64')).buffer).slice(0, 3)).toEqual(
    new Float32Array([4000, 0, 500]),
  );
  expect(grid.ends).toHaveLength(6);
});

test('a stream begins with everything, and goes on with what changes', async () => {
  const { cluster, url } = await start();
  const stream = await follow(url);
  const grid: GridAnswer = await stream.next('grid');
  // A quarter of all nodes or more comes as a whole again.
  for (const number of [3, 4, 5, 6, 7, 8]) cluster.node(`n${number}`);
  const more: GridAnswer = await stream.next('grid');

  cluster.daemonPod('agent', { node: 'n1', ready: true });
  const delta = await stream.next('delta');

  expect(grid.nodes.name).toHaveLength(2);
  expect(more.nodes.name).toHaveLength(8);
  expect(delta).toMatchObject({ layout: more.layout, version: more.version + 1, gone: [] });
  expect(delta.rows).toMatchObject([{ name: 'n1', ends: [] }]);
  expect([...Buffer.from(delta.rows[0].cells, 'base64')].map(stateOf)).toEqual(['ready']);
});

test('no more than so many follow; when one goes, another may', async () => {
  const { url } = await start();
  const streams = await Promise.all(Array.from({ length: MOST_FOLLOWERS }, () => follow(url)));

  const refused = await fetch(`${url}/page/events`);
  const body: { error: { code: string } } = JSON.parse(await refused.text());
  streams[0]?.end();

  expect(streams.every(({ status }) => status === 200)).toBe(true);
  expect([refused.status, body.error.code]).toEqual([503, 'too-many-followers']);
  await expect.poll(async () => (await follow(url)).status).toBe(200);
});

test('who does not read keeps nobody else waiting', async () => {
  const { cluster, url } = await start();
  const { hostname, port } = new URL(url);
  const deaf = connect(Number(port), hostname).pause();
  onTestFinished(() => void deaf.destroy());
  deaf.write(`GET /page/events HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  const stream = await follow(url);
  await stream.next('grid');

  for (let round = 1; round <= 3; round += 1) {
    for (let number = 0; number < 400; number += 1) cluster.node(`r${round}-${number}`);
    const grid: GridAnswer = await stream.next('grid');
    expect(grid.nodes.name).toHaveLength(2 + round * 400);
  }
});

test('a site that a browser was led to from outside gets nothing', async () => {
  const { url } = await start();
  const { hostname, port } = new URL(url);
  const ask = (host: string, path = '/page/grid') =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', reject);
      socket.once('data', (bytes) => {
        resolve(bytes.toString('latin1').split('\r\n', 1)[0] ?? '');
        socket.destroy();
      });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    });

  expect(await ask('evil.example.com')).toContain(' 403 ');
  expect(await ask('127.0.0.1.evil.example')).toContain(' 403 ');
  expect(await ask(`localhost:${port}`)).toContain(' 200 ');
  expect(await ask('[::1]:8080')).toContain(' 200 ');
  expect(await ask('daemonward-ops.daemonward.svc')).toContain(' 200 ');
  for (const path of ['/state', '/decisions', '/explain/nodes/n1', '/explain/pods/a/b']) {
    expect(await ask('evil.example.com', path), path).toContain(' 403 ');
  }
  expect(await ask('localhost', '/state')).toContain(' 200 ');
  // Probes, and who collects metrics, come by whatever name there is.
  expect(await ask('node-1.example.com', '/metrics')).toContain(' 200 ');
});

test('where tokens are asked for, the grid is for those who may read the cluster', async () => {
  const access: OpsAccess = {
    check: async (need, authorization) => {
      if (need.kind === 'open' || authorization === 'Bearer good') return 'cluster';
      throw new HttpError('token-missing', 'this path needs a token');
    },
  };
  const { url } = await start(access);

  const paths = ['/page/grid', '/page/events'];
  const without = await Promise.all(paths.map((path) => fetch(`${url}${path}`)));
  const withToken = await fetch(`${url}/page/grid`, { headers: { authorization: 'Bearer good' } });

  expect(without.map(({ status }) => status)).toEqual([401, 401]);
  expect(withToken.status).toBe(200);
});

test('the page is read-only', async () => {
  const { url } = await start();

  const answer = await fetch(`${url}/page/grid`, { method: 'POST' });

  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
});

test('when the service stops, streams end', async () => {
  const { url, stop } = await start();
  const stream = await follow(url);
  await stream.next('grid');

  const ended = expect(stream.next('delta')).rejects.toThrow();
  await stop(0, AbortSignal.timeout(1_000));

  await ended;
  await pause(1);
});
