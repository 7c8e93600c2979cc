import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { serve, until } from './daemonward-process.ts';
import { reviewOf } from './reviews.ts';

const BODY = JSON.stringify(reviewOf());
const CLIENTS = 16;

/** No connection came about, so the service accepted nothing: the port is closed, as it should be at the end. */
const NOT_ACCEPTED = 'not accepted';

test('SIGTERM under load: every accepted request gets its answer, and the exit code is 0', async () => {
  const { child, folder, port, opsUrl, finished } = await serve('', 1);
  const agent = new Agent({ ca: readFileSync(join(folder, 'certs', 'ca.crt')), keepAlive: true });
  const outcomes = new Map<string, number>();
  let closing = false;
  const client = async () => {
    for (;;) {
      const outcome = await post(agent, port);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (outcome === NOT_ACCEPTED) return;
    }
  };
  const load = Promise.all(Array.from({ length: CLIENTS }, client));
  await until(() => (outcomes.get('200') ?? 0) > 200);

  child.kill('SIGTERM');
  await until(async () => (await fetch(`${opsUrl}/readyz`)).status === 503);
  closing = (await post(agent, port)) === '200 close';
  await load;
  const { code } = await finished;

  expect(closing).toBe(true);
  expect(code).toBe(0);
  expect([...outcomes.keys()].sort()).toEqual(['200', '200 close', NOT_ACCEPTED]);
});

test('a request that is half way through when the port closes is still answered', async () => {
  const { child, folder, port, finished } = await serve();
  const agent = new Agent({ ca: readFileSync(join(folder, 'certs', 'ca.crt')), keepAlive: true });
  const answer = new Promise<number | undefined>((resolve, reject) => {
    const outgoing = request({ agent, port, method: 'POST', path: '/validate/daemonsets', headers: HEADERS });
    outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode)).on('error', reject);
    outgoing.write(BODY.slice(0, 50), async () => {
      await sleep(200);
      child.kill('SIGTERM');
      await sleep(500);
      outgoing.end(BODY.slice(50));
    });
  });

  const status = await answer;
  const { code } = await finished;

  expect(status).toBe(200);
  expect(code).toBe(0);
});

const HEADERS = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) };

/** The status, with " close" when the answer asks to close the connection, or the code of the error. */
function post(agent: Agent, port: number): Promise<string> {
  return new Promise((resolve) => {
    let accepted = false;
    const failed = (error: NodeJS.ErrnoException) =>
      resolve(accepted ? (error.code ?? 'error') : NOT_ACCEPTED);
    const outgoing = request(
      { agent, port, method: 'POST', path: '/validate/daemonsets', headers: HEADERS },
      (incoming) => {
        const closes = incoming.headers.connection === 'close' ? ' close' : '';
        incoming.resume().on('end', () => resolve(`${incoming.statusCode}${closes}`));
        incoming.on('error', failed);
      },
    );
    outgoing.on('socket', (socket) => {
      accepted = outgoing.reusedSocket;
      socket.once('secureConnect', () => {
        accepted = true;
      });
    });
    outgoing.on('error', failed);
    outgoing.end(BODY);
  });
}
