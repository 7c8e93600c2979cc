/** `daemonward doctor` over real sockets: an API server that has what it is given, and a running service. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readReplicaState } from '../../src/explain/doctor/replica-state.ts';
import { isObject } from '../../src/json/object.ts';
import { daemonward, temporaryFolder } from '../unit/cli/terminal.ts';
import { kubeconfigFor, objectStore } from '../unit/install/object-store.ts';
import { reviewOf } from './reviews.ts';
import { startTestService } from './service.ts';

const NAMESPACE = 'daemonward-system';
const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;

interface Found {
  readonly code: number;
  /** `status check` → text */
  readonly lines: ReadonlyMap<string, string>;
}

async function doctor(...args: readonly string[]): Promise<Found> {
  const { code, out, err } = await daemonward('doctor', '--output', 'json', ...args);
  expect(err).toBe('');
  const { checks }: { checks: { check: string; status: string; text: string }[] } = JSON.parse(out);
  return { code, lines: new Map(checks.map(({ check, status, text }) => [`${status} ${check}`, text])) };
}

/** An API server with no DaemonSet, no pod, and nothing registered. */
async function emptyCluster() {
  const store = await objectStore();
  const list = { metadata: { resourceVersion: '1' }, items: [] };
  const kinds = ['/api/v1/namespaces', '/api/v1/pods', '/apis/apps/v1/daemonsets'];
  for (const path of [...kinds, '/apis/scheduling.k8s.io/v1/priorityclasses']) store.objects.set(path, list);
  return store;
}

test('what a service says of itself is read as it is meant', async () => {
  const service = await startTestService();
  await service.post('/validate/daemonsets', reviewOf());

  const state = readReplicaState(await (await fetch(`${service.opsUrl}/state`)).json());

  expect(state?.paths.get('/validate/daemonsets')?.answered).toBeGreaterThan(Date.now() - 60_000);
  expect(state?.paths.get('/scheduler/filter')).toEqual({ answered: undefined, refused: undefined });
  expect(state?.certificates.leaf.names).toContain('localhost');
  expect(state?.certificates.leaf.notAfter).toBeGreaterThan(Date.now());
  expect(state?.certificates.clientsCa?.pem).toContain('BEGIN CERTIFICATE');
  expect(state?.cluster.problem).toMatch(/^the cluster view is not complete yet/);
  expect(readReplicaState({ phase: 'serving' })).toBeUndefined();
});

test('a service that runs, and is registered nowhere', async () => {
  const { kubeconfig } = await emptyCluster();
  const { opsUrl, port } = await startTestService();
  const serviceUrl = `https://127.0.0.1:${port}`;

  const { code, lines } = await doctor(
    '--kubeconfig',
    kubeconfig,
    '--url',
    opsUrl,
    '--service-url',
    serviceUrl,
  );

  expect(code).toBe(1);
  expect(lines.get('failure webhooks')).toBe('validatingwebhookconfiguration/daemonward is not there');
  expect(lines.get('ok reach')).toBe(`${serviceUrl} answers, 1 replica asked`);
  expect(lines.get('failure view')).toMatch(/not complete yet/);
  expect(lines.has('skipped extender')).toBe(true);
  expect(lines.has('ok daemonsets')).toBe(true);
});

test('the replicas of an installation are asked through the API server', async () => {
  const { kubeconfig, objects } = await emptyCluster();
  const { opsUrl } = await startTestService();
  const state: unknown = await (await fetch(`${opsUrl}/state`)).json();
  const labels = { 'app.kubernetes.io/name': 'daemonward' };
  for (const name of ['daemonward-a', 'daemonward-b']) {
    objects.set(`${PODS}/${name}`, { metadata: { name, labels }, status: { phase: 'Running' } });
  }
  objects.set(`${PODS}/daemonward-a%3A8080/proxy/state`, isObject(state) ? state : {});

  const { lines } = await doctor('--kubeconfig', kubeconfig);

  expect(lines.get('failure view')).toMatch(/^daemonward-a: /);
  expect(lines.get('ok hooks-called')).toMatch(/^never: /);
  // One pod could not be asked: a NetworkPolicy may be the reason, and is no fault.
  expect([...lines.keys()].filter((line) => line === 'failure reach')).toEqual([
    // The Service has no ready address here.
    'failure reach',
  ]);
});

test('who may see nothing gets every reason, and no failure', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ kind: 'Status', message: 'you may not', reason: 'Forbidden' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const { code, lines } = await doctor('--kubeconfig', kubeconfigFor(port));

  expect(code).toBe(0);
  expect([...lines.keys()].filter((line) => !/^(skipped|ok) /.test(line))).toEqual([]);
  expect(lines.get('skipped webhooks')).toContain('you may not');
  expect(lines.get('skipped daemonsets')).toContain('you may not');
});

test.each([
  [['--url', 'nowhere'], '--url "nowhere" must be a URL such as http://127.0.0.1:8080'],
  [['--url', 'ftp://x'], '--url "ftp://x" must be a URL such as http://127.0.0.1:8080'],
  [['--service-url', 'http://x'], '--service-url "http://x" must begin with https://'],
  [['--scheduler-config', '/nowhere.yaml'], '/nowhere.yaml: '],
  [['--output', 'xml'], '--output must be text or json, found "xml"'],
])('wrong use ends with 2 and names it: %j', async (args, message) => {
  const { code, err, out } = await daemonward('doctor', ...args);

  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(`daemonward: doctor: ${message}`);
});

test('a scheduler’s file that is no YAML, or no object, is named', async () => {
  const file = join(temporaryFolder(), 'scheduler.yaml');
  const tried = async (text: string) => {
    writeFileSync(file, text);
    return daemonward('doctor', '--scheduler-config', file);
  };

  expect(await tried('extenders: [')).toMatchObject({ code: 2, err: expect.stringContaining(`${file}: `) });
  const many = Array(12).fill('*a').join(', ');
  const bomb = ['a: &a [x]', ...Array.from({ length: 9 }, (_, index) => `b${index}: [${many}]`)].join('\n');
  expect(await tried(bomb)).toMatchObject({ code: 2, err: expect.stringContaining('alias') });
  expect(await tried('- a')).toMatchObject({
    code: 2,
    err: `daemonward: doctor: ${file}: is no configuration of a scheduler\n`,
  });
});

test('an API server that is not there ends with 3', async () => {
  const { code, err } = await daemonward('doctor', '--kubeconfig', kubeconfigFor(1));

  expect(code).toBe(3);
  expect(err).toMatch(/^daemonward: doctor: the API server was not reached/);
});
