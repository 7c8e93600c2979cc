import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { expect, inject, test } from 'vitest';
import { portsOf, until } from '../http/daemonward-process.ts';
import { type Container, runContainer, startContainer } from './container.ts';
import { runAsRoot } from './programs.ts';

const image = inject('image');
const NODE = '/usr/local/bin/node';
const CONFIGURATION = '/etc/daemonward/daemonward.yaml';
const KIBIBYTE = 1024;

/** What the documentation says about a pod's memory is tried with this limit. */
const LIMIT_MEBIBYTES = 512;

/** On free ports of loopback, and the cluster that the image brings. */
function configuration(): string {
  const file = join(mkdtempSync(join(image.folder, 'configuration-')), 'daemonward.yaml');
  writeFileSync(
    file,
    `apiVersion: daemonward.dev/v1alpha1
kind: Configuration
server: {address: 127.0.0.1, port: 0, drainSeconds: 0}
ops: {port: 0}
cluster: {snapshots: [/app/examples/cluster.yaml]}
`,
  );
  return file;
}

async function ready(container: Container): Promise<{ port: number; opsUrl: string }> {
  await until(() => container.out().includes('Ctrl-C'), container);
  const ports = portsOf(container.out());
  await until(async () => (await fetch(`${ports.opsUrl}/readyz`)).ok, container);
  return ports;
}

/** As the API server asks: over TLS, and only of whom the CA has signed. */
function review(
  port: number,
  ca: string,
  body: string,
): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const options = {
      host: 'localhost',
      port,
      ca,
      path: '/validate/daemonsets',
      method: 'POST',
      agent: false,
    };
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request({ ...options, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (more: string) => {
        text += more;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    call.on('error', reject).end(body);
  });
}

function statusOf(container: Container): Map<string, string> {
  const text = readFileSync(`/proc/${container.processId()}/status`, 'utf8');
  return new Map(
    text.split('\n').map((line) => {
      const [name = '', value = ''] = line.split(':');
      return [name, value.trim().replace(/\s+/g, ' ')];
    }),
  );
}

test('it answers reviews over TLS and the ops port, without any right, and stops when it is told to', async () => {
  const start = performance.now();
  const container = startContainer(image, {
    command: ['serve', '--config', CONFIGURATION],
    mounts: { [CONFIGURATION]: configuration() },
    memoryMebibytes: LIMIT_MEBIBYTES,
  });

  const { port, opsUrl } = await ready(container);
  const seconds = (performance.now() - start) / 1000;
  const status = statusOf(container);
  const ca = runAsRoot('cat', join(container.volume('/data'), 'certs/ca.crt'));
  const example = readFileSync(join(image.root, 'app/examples/daemonset-review.json'), 'utf8');
  const answer = await review(port, ca, example);
  const version = await (await fetch(`${opsUrl}/version`)).json();
  const mebibytes = Number.parseInt(statusOf(container).get('VmRSS') ?? '', 10) / KIBIBYTE;
  console.log(`ready after ${seconds.toFixed(2)} s, ${mebibytes.toFixed(0)} MiB of memory`);
  container.stop();
  const { code } = await container.finished;

  expect(Object.fromEntries(status)).toMatchObject({
    Uid: '65532 65532 65532 65532',
    Gid: '65532 65532 65532 65532',
    CapInh: '0000000000000000',
    CapPrm: '0000000000000000',
    CapEff: '0000000000000000',
    CapBnd: '0000000000000000',
    CapAmb: '0000000000000000',
    NoNewPrivs: '1',
  });
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toMatchObject({ kind: 'AdmissionReview', response: { allowed: true } });
  expect(version).toMatchObject({ version: image.version });
  expect(code).toBe(0);
});

test('nothing but its volume can be written', async () => {
  const tries = `
    for (const path of ['/x', '/app/x', '/app/dist/main.js', '/tmp/x', '/data/x'])
      try { require('fs').writeFileSync(path, ''); console.log(path, 'written') }
      catch ({ code }) { console.log(path, code) }`;

  const { out } = await runContainer(image, { entrypoint: [NODE, '-e', tries] });

  expect(out.trim().split('\n')).toEqual([
    '/x EROFS',
    '/app/x EROFS',
    '/app/dist/main.js EROFS',
    expect.stringMatching(/^\/tmp\/x (?:EROFS|ENOENT)$/),
    '/data/x written',
  ]);
});

test('without its volume it says what it cannot write, and ends', async () => {
  const { code, err } = await runContainer(image, {
    command: ['serve', '--config', CONFIGURATION],
    mounts: { [CONFIGURATION]: configuration() },
    volumes: false,
  });

  expect(code).not.toBe(0);
  expect(err).toMatch(/certs: cannot be made .* mounted volume$/m);
});

test.each([256, LIMIT_MEBIBYTES])(
  'of %i MiB, Node may have six tenths for its heap',
  async (memoryMebibytes) => {
    const heap = `console.log(require('v8').getHeapStatistics().heap_size_limit / ${KIBIBYTE ** 2})`;

    const { out } = await runContainer(image, { entrypoint: [NODE, '-e', heap], memoryMebibytes });

    // V8 counts its young generation on top.
    expect(Number(out) / memoryMebibytes).toBeGreaterThanOrEqual(0.59);
    expect(Number(out) / memoryMebibytes).toBeLessThan(0.72);
  },
);

test('the command line is in it too', async () => {
  const manifests = join(process.cwd(), 'examples/manifests');

  const { code, out } = await runContainer(image, {
    command: ['check', '-f', '/manifests/three-mistakes.yaml'],
    mounts: { '/manifests': manifests },
  });

  expect(code).toBe(1);
  expect(out).toContain('DW203');
});

/** Some clusters choose a number for each namespace. */
test('any other user may run it, whom no file of users knows', async () => {
  const { code, err } = await runContainer(image, { command: ['certs'], user: '1000700000:0' });

  expect({ code, err }).toEqual({ code: 0, err: '' });
});
