import { once } from 'node:events';
import { expect, test } from 'vitest';
import { reviewOf } from './reviews.ts';
import { startTestService, type TestService } from './service.ts';

const BODY = JSON.stringify(reviewOf());
const HEAD = `POST /validate/daemonsets HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`;

/** Everything that the connection answers until it is closed by the other side. */
async function exchange(service: TestService, text: string): Promise<string> {
  const socket = await service.socket();
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

test('several requests in one write are answered in order on one connection', async () => {
  const service = await startTestService();

  const answer = await exchange(
    service,
    `${HEAD}${BODY}${HEAD}${BODY}GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );

  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 404']);
});

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', '400', 'bad-request'],
  [
    'headers without end',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}`,
    '431',
    'headers-too-large',
  ],
  [
    'a length and chunks at once',
    `${HEAD.trimEnd()}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    '400',
    'bad-request',
  ],
  ['a negative length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', '400', 'bad-request'],
])('%s gets a clear answer and a closed connection', async (_what, text, status, code) => {
  const service = await startTestService();

  const answer = await exchange(service, text);

  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toContain(`{"error":{"code":"${code}"`);
});

test('plain HTTP on the TLS port does no harm', async () => {
  const service = await startTestService();

  await fetch(`http://127.0.0.1:${service.port}/`).catch(() => undefined);
  const next = await service.post('/validate/daemonsets', reviewOf());

  expect(next.status).toBe(200);
});
