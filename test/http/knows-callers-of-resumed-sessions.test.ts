/** A TLS session that is resumed carries no certificate on the wire: who it was must still be known, and nobody else let in. */
import { once } from 'node:events';
import type { SecureVersion, TLSSocket } from 'node:tls';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { BAD_CALLERS } from './client-certificates.ts';
import { type Shown, startTestService, type TestService } from './service.ts';

const BODY = '{"Pod":{"metadata":{"name":"web","namespace":"shop","uid":"u1"}},"NodeNames":["n1"]}';
const REQUEST = `POST /scheduler/filter HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

interface Visit {
  readonly status: number;
  readonly session: Buffer;
  readonly resumed: boolean;
}

async function visit(
  { port, ca }: TestService,
  version: SecureVersion,
  shown: Shown,
  session?: Buffer,
): Promise<Visit> {
  const versions = { minVersion: version, maxVersion: version };
  const socket: TLSSocket = connect({
    ...versions,
    host: '127.0.0.1',
    port,
    ca,
    servername: 'localhost',
    ...shown,
    session,
  });
  let ticket: Buffer | undefined;
  socket.on('session', (newest: Buffer) => {
    ticket = newest;
  });
  await once(socket, 'secureConnect');
  const resumed = socket.isSessionReused();
  socket.write(REQUEST);
  const [chunk] = await once(socket, 'data');
  const after = ticket ?? socket.getSession() ?? Buffer.alloc(0);
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1]), session: after, resumed };
}

const VERSIONS = ['TLSv1.2', 'TLSv1.3'] as const;

test.each(VERSIONS)('%s: a known caller stays known', async (version) => {
  const service = await startTestService();
  const shown = service.client('scheduler');

  const first = await visit(service, version, shown);
  const second = await visit(service, version, shown, first.session);

  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.resumed).toBe(true);
});

test.each(VERSIONS.flatMap((version) => BAD_CALLERS.map((caller) => ({ version, ...caller }))))(
  '$version: $who does not become good by coming again',
  async ({ version, shown, status }) => {
    const service = await startTestService();
    const caller = await shown(service);

    const first = await visit(service, version, caller);
    const second = await visit(service, version, caller, first.session);

    expect([first.status, second.status]).toEqual([status, status]);
    expect(second.resumed).toBe(true);
  },
);

test.each(VERSIONS)('%s: a session of one service is none of another', async (version) => {
  const [one, other] = [await startTestService(), await startTestService()];
  const first = await visit(one, version, one.client('scheduler'));

  const elsewhere = await visit(
    { ...other, ca: `${one.ca}${other.ca}` },
    version,
    one.client('scheduler'),
    first.session,
  );

  expect(elsewhere).toMatchObject({ status: 401, resumed: false });
});
