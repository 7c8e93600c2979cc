/** Over real sockets: what becomes of connections that a caller had, or had begun, while the process stood still. */
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { trackConnections } from '../../src/server/http/connections/connections.ts';
import { makeAuthority, makeLeaf } from '../../src/server/tls/authority.ts';

/** A little longer than it takes to be settled. */
const SETTLED_MS = 1_200;

async function served() {
  const now = new Date();
  const pair = await makeLeaf(await makeAuthority(now), ['localhost'], now);
  const server = createServer(pair, (_, response) => response.end('ok'));
  const connections = trackConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  onTestFinished(() => {
    agent.destroy();
    connections.closeAll();
    server.close();
  });
  const call = async (): Promise<string | undefined> => {
    const outgoing = request({ agent, port, host: '127.0.0.1' }).end();
    const [answer] = await once(outgoing, 'response');
    answer.resume();
    await once(answer, 'end');
    return answer.headers.connection;
  };
  const open = async () => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }).on('error', () => {});
    await once(socket, 'secureConnect');
    onTestFinished(() => void socket.destroy());
    return socket.resume();
  };
  return { connections, call, open };
}

test('whoever calls in the next moment is answered, and told to come anew', async () => {
  const { connections, call } = await served();
  expect(await call()).toBe('keep-alive');

  connections.settle();

  expect(await call()).toBe('close');
  expect(await call()).toBe('close');
});

test('later, who was there is told so at its next call, and who comes anew may stay', async () => {
  const { connections, call } = await served();
  await call();

  connections.settle();
  await sleep(SETTLED_MS);

  expect(await call()).toBe('close');
  expect(await call()).toBe('keep-alive');
  expect(await call()).toBe('keep-alive');
});

test('a connection on which nobody has called is closed, and one that comes later is not', async () => {
  const { connections, open } = await served();
  const early = await open();

  connections.settle();
  const meanwhile = await open();
  await sleep(SETTLED_MS);
  const late = await open();
  await sleep(100);

  expect([early.closed, meanwhile.closed, late.closed]).toEqual([true, true, false]);
});
