import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { type Served, serve } from './daemonward-process.ts';

async function opened(socket: Socket, event: string): Promise<Socket> {
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, event);
  return socket;
}

/** TCP alone: the handshake is never begun. */
function bare({ port }: Served): Promise<Socket> {
  return opened(connectTcp(port, '127.0.0.1'), 'connect');
}

function secured({ port, folder }: Served): Promise<Socket> {
  const ca = readFileSync(join(folder, 'certs', 'ca.crt'));
  return opened(connectTls({ port, host: '127.0.0.1', ca, servername: 'localhost' }), 'secureConnect');
}

const HALF =
  'POST /validate/daemonsets HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';

test('a silent connection and half a header do not keep it from ending', async () => {
  const served = await serve();
  await secured(served);
  (await secured(served)).write(HALF.slice(0, 30));

  served.child.kill('SIGTERM');
  const { code } = await served.finished;

  expect(code).toBe(0);
});

test('a second signal ends it at once, in the middle of a body and before a handshake', async () => {
  const served = await serve();
  await bare(served);
  (await secured(served)).write(HALF);
  await sleep(100);

  served.child.kill('SIGTERM');
  await sleep(300);
  served.child.kill('SIGTERM');
  const { code } = await served.finished;

  expect(code).toBe(0);
});

test('it can be stopped when nobody reads its output any more', async () => {
  const served = await serve();
  served.child.stdout?.destroy();
  served.child.stderr?.destroy();
  await fetch(`${served.opsUrl}/nowhere`);

  served.child.kill('SIGTERM');
  const [code] = await once(served.child, 'exit');

  expect(code).toBe(0);
});
