/** What `serve` prints works as it stands: with a certificate where callers are known, without one on the example. */
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeAuthority, makeLeaf } from '../../src/server/tls/authority.ts';
import { run, SMALL_CLUSTER, serve, start, temporaryFolder, until } from './daemonward-process.ts';

/** What curl would be answered, with the flags of a line that was printed. */
function statusOf(line: string, withCertificate = true): Promise<number | undefined> {
  const [, ca = ''] = /--cacert (\S+)/.exec(line) ?? [];
  const [, cert, key] = /--cert (\S+) --key (\S+)/.exec(line) ?? [];
  const [, body = '', url = ''] = /-d '(.*)' (\S+)$/.exec(line) ?? [];
  const shown = withCertificate && cert && key ? { cert: readFileSync(cert), key: readFileSync(key) } : {};
  return new Promise((resolve, reject) => {
    const agent = new Agent({ ca: readFileSync(ca), ...shown });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    request(url, { agent, method: 'POST', headers }, (answer) => {
      resolve(answer.statusCode);
      agent.destroy();
    })
      .on('error', reject)
      .end(body);
  });
}

function filterLine(out: string): string {
  return out.split('\n').find((line) => line.endsWith('/scheduler/filter')) ?? '';
}

test('the line for the scheduler’s path has the certificate of people, and needs it', async () => {
  const { out } = await serve();

  const line = filterLine(out());

  expect(line).toMatch(/--cert \S+\/certs\/debug\.crt --key \S+\/certs\/debug\.key/);
  expect([await statusOf(line), await statusOf(line, false)]).toEqual([200, 401]);
});

test('the example answers everybody, and makes no certificates for callers', async () => {
  const folder = temporaryFolder();
  const running = start(['serve', '--example', '--port', '0', '--ops-port', '0'], folder);
  await until(() => running.out().includes('Ctrl-C'), running);

  const line = filterLine(running.out());

  expect(line).not.toContain('--cert ');
  expect(await statusOf(line)).toBe(200);
});

test('the page is invited to where the ops port answers', async () => {
  const { out } = await serve();

  const [, page = ''] = /^Open (http:\S+) in a browser/m.exec(out()) ?? [];
  const grid = await fetch(new URL('page/grid', page));

  expect(grid.status).toBe(200);
});

test('with files of one’s own the start says which setting is missing, and goes on once it is there', async () => {
  const folder = temporaryFolder();
  const authority = await makeAuthority(new Date());
  const leaf = await makeLeaf(authority, ['127.0.0.1', 'localhost'], new Date());
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const [name, text] of Object.entries({
    'a.crt': leaf.cert,
    'a.key': leaf.key,
    'ca.crt': authority.cert,
  }))
    write(name, text);
  write('cluster.yaml', SMALL_CLUSTER);
  const configured = (clients: string) => {
    const tls = 'tls: {certFile: a.crt, keyFile: a.key, caFile: ca.crt}';
    write(
      'daemonward.yaml',
      `apiVersion: daemonward.dev/v1alpha1
kind: Configuration
server: {address: 127.0.0.1, port: 0, drainSeconds: 0, ${tls}${clients}}
ops: {port: 0}
cluster: {snapshots: [cluster.yaml]}
`,
    );
    return ['serve', '--config', join(folder, 'daemonward.yaml')];
  };

  const old = await run(configured(''), folder);
  const trusted = start(configured(', clients: {caFile: ca.crt}'), folder);
  await until(() => trusted.out().includes('Ctrl-C'), trusted);
  const open = start(configured(", clients: {scheduler: {mode: 'off'}}"), folder);
  await until(() => open.out().includes('Ctrl-C'), open);

  expect(old.code).toBe(2);
  expect(old.err).toContain('server.clients.caFile is missing');
  expect(old.err).toContain('server.clients.scheduler.mode');
  const statuses = [trusted, open].map((running) => statusOf(filterLine(running.out())));
  expect(await Promise.all(statuses)).toEqual([401, 200]);
});
