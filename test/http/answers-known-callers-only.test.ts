/** Each door, each mode, good and bad certificates, over real TLS sockets. */
import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { CLIENTS } from '../../src/config/identity.ts';
import { makeClient } from '../../src/server/tls/authority.ts';
import { BAD_CALLERS, configurationWith } from './client-certificates.ts';
import { ADMISSION_PATHS, reviewOf, SCHEDULER_PATHS } from './reviews.ts';
import { startTestService, type TestService } from './service.ts';

const DOORS = [...SCHEDULER_PATHS, '/scheduler/bind'];

const Pod = { metadata: { name: 'web', namespace: 'shop', uid: 'u1' } };
const BODIES: Readonly<Record<string, unknown>> = {
  '/scheduler/filter': { Pod, NodeNames: ['n1'] },
  '/scheduler/prioritize': { Pod, NodeNames: ['n1'] },
  '/scheduler/preempt': { Pod, NodeNameToMetaVictims: {} },
  '/scheduler/bind': { PodName: 'web', PodNamespace: 'shop', PodUID: 'u1', Node: 'n1' },
};

function bodyOf(path: string): string {
  return JSON.stringify(BODIES[path] ?? reviewOf());
}

const ENFORCED = { mode: 'enforce', names: [CLIENTS.apiserver] } as const;

async function counted({ metrics }: TestService): Promise<string[]> {
  const text = await metrics.registry.getSingleMetricAsString('daemonward_unknown_callers_total');
  return text.split('\n').filter((line) => line.startsWith('daemonward'));
}

describe.each(DOORS)('%s', (path) => {
  test('by default answers the scheduler and people', async () => {
    const service = await startTestService();

    const answers = [
      await service.callAs(service.client('scheduler'), path, { body: bodyOf(path) }),
      await service.callAs(service.client('debug'), path, { body: bodyOf(path) }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await counted(service)).toEqual([]);
  });

  test.each(BAD_CALLERS)('refuses $who: $status $code', async ({ status, code, message, shown }) => {
    const service = await startTestService();

    const answer = await service.callAs(await shown(service), path, { body: bodyOf(path) });

    expect(answer.status).toBe(status);
    expect(answer.json()).toEqual({ error: { code, message: expect.stringMatching(message) } });
    expect(await counted(service)).toEqual([
      `daemonward_unknown_callers_total{path="${path}",error="${code}",outcome="refused"} 1`,
    ]);
    expect(await (await fetch(`${service.opsUrl}/state`)).json()).toMatchObject({
      calls: { paths: { [path]: { answered: null, refused: { error: code } } } },
    });
  });

  test('answers everybody in audit, and counts who should not have been', async () => {
    const scheduler = { mode: 'audit', names: [CLIENTS.scheduler] } as const;
    const service = await startTestService({ configuration: configurationWith({ scheduler }) });

    const answers = [];
    for (const { shown } of BAD_CALLERS) {
      answers.push(await service.callAs(await shown(service), path, { body: bodyOf(path) }));
    }

    expect(answers.map(({ status }) => status)).toEqual(BAD_CALLERS.map(() => 200));
    const lines = await counted(service);
    expect(lines.every((line) => line.includes('outcome="audited"'))).toBe(true);
    expect(lines.map((line) => /error="([\w-]+)"/.exec(line)?.[1])).toEqual([
      ...new Set(BAD_CALLERS.map(({ code }) => code)),
    ]);
  });

  test('answers everybody when it is off, and asks for no certificate', async () => {
    const scheduler = { mode: 'off', names: [] } as const;
    const service = await startTestService({ configuration: configurationWith({ scheduler }) });

    const answer = await service.callAs({}, path, { body: bodyOf(path) });

    expect(answer.status).toBe(200);
    expect(await counted(service)).toEqual([]);
  });
});

describe.each(ADMISSION_PATHS)('%s', (path) => {
  test('by default answers everybody', async () => {
    const service = await startTestService();

    const answer = await service.callAs({}, path, { body: bodyOf(path) });

    expect(answer.status).toBe(200);
  });

  test('can be told to answer known callers only', async () => {
    const service = await startTestService({ configuration: configurationWith({ admission: ENFORCED }) });

    const answers = [
      await service.callAs(service.client('apiserver'), path, { body: bodyOf(path) }),
      await service.callAs({}, path, { body: bodyOf(path) }),
      await service.callAs(service.client('scheduler'), path, { body: bodyOf(path) }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 401, 403]);
  });
});

test('the API server may not call as the scheduler', async () => {
  const service = await startTestService();
  const path = '/scheduler/filter';

  const answer = await service.callAs(service.client('apiserver'), path, { body: bodyOf(path) });

  expect(answer.status).toBe(403);
});

test('a connection that outlives its certificate is refused from then on', async () => {
  let now = new Date();
  const service = await startTestService({ now: () => now });
  const call = () => service.post('/scheduler/filter', BODIES['/scheduler/filter']);

  const before = await call();
  now = new Date(now.getTime() + 366 * 24 * 60 * 60 * 1000);
  const after = await call();

  expect([before.status, after.status]).toEqual([200, 401]);
  expect(after.json()).toMatchObject({ error: { code: 'client-certificate-expired' } });
});

test('a caller that is refused can go on using its connection', async () => {
  const service = await startTestService();
  const agent = new Agent({ ca: service.ca, keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  const call = async () => {
    const outgoing = request({
      agent,
      host: '127.0.0.1',
      port: service.port,
      path: '/scheduler/filter',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    outgoing.setHeader('content-length', Buffer.byteLength(bodyOf('/scheduler/filter')));
    outgoing.end(bodyOf('/scheduler/filter'));
    const [incoming] = await once(outgoing, 'response');
    ports.add(outgoing.socket?.localPort);
    await incoming.resume().toArray();
    return incoming.statusCode;
  };

  const statuses = [await call(), await call(), await call()];
  agent.destroy();

  expect(statuses).toEqual([401, 401, 401]);
  expect(ports.size).toBe(1);
});

test('it is refused before its body has come', async () => {
  const service = await startTestService();
  const socket = await service.socket({});

  socket.write(
    'POST /scheduler/filter HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 200000000\r\n\r\n{',
  );
  const [chunk] = await once(socket, 'data');
  await once(socket, 'close');

  expect(String(chunk)).toMatch(/^HTTP\/1\.1 401 /);
});

test('the end of a known caller’s certificate can be watched', async () => {
  const service = await startTestService();
  const made = await makeClient(service.clientsAuthority, CLIENTS.scheduler, new Date());

  await service.callAs(made, '/scheduler/filter', { body: bodyOf('/scheduler/filter') });

  const name = 'daemonward_client_certificate_expiry_timestamp_seconds';
  const text = await service.metrics.registry.getSingleMetricAsString(name);
  const value = Number(/client="daemonward-scheduler"\} (\d+)/.exec(text)?.[1]);
  expect(value * 1000).toBeGreaterThan(Date.now() + 364 * 24 * 60 * 60 * 1000);
});

test('many callers without a certificate are one line in the log', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const service = await startTestService({ log });

  for (let index = 0; index < 50; index += 1) await service.callAs({}, '/scheduler/filter', { body: '{}' });

  const said = lines
    .map((line): { msg: string } => JSON.parse(line))
    .filter(({ msg }) => msg !== 'port open');
  expect(said).toEqual([
    expect.objectContaining({
      msg: 'unknown caller',
      level: 40,
      path: '/scheduler/filter',
      error: 'client-certificate-missing',
      outcome: 'refused',
      address: '127.0.0.1',
      subject: null,
      calls: 1,
    }),
  ]);
});
