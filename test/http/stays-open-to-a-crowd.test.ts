import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import { reviewOf } from './reviews.ts';
import { startTestService } from './service.ts';

const MAX = 16;

function start() {
  const configuration = defaultConfiguration();
  const server = { ...configuration.server, maxConnections: MAX };
  return startTestService({ configuration: { ...configuration, server } });
}

function silent(port: number) {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => {})
    .resume();
  onTestFinished(() => void socket.destroy());
  return socket;
}

test('whoever holds all connections without using them keeps nobody out', async () => {
  const { port, post, metrics } = await start();
  const crowd = Array.from({ length: 4 * MAX }, () => silent(port));
  await Promise.all(crowd.map((socket) => once(socket, 'connect')));

  const answers = [];
  for (let index = 0; index < 5; index += 1) answers.push(await post('/validate/daemonsets', reviewOf()));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await expect.poll(() => crowd.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(MAX);
  const { values } = await metrics.connectionsClosed.get();
  expect(values[0]?.value).toBeGreaterThanOrEqual(3 * MAX);
});

test('half-sent bodies keep nobody out either', async () => {
  const { post, socket } = await start();
  for (let index = 0; index < 2 * MAX; index += 1) {
    const half = await socket();
    half.on('error', () => {});
    onTestFinished(() => void half.destroy());
    half.write(
      'POST /validate/pods HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    );
  }

  const answer = await post('/validate/daemonsets', reviewOf());

  expect(answer.status).toBe(200);
});

test('a connection that is in use outlives a crowd that is not', async () => {
  const { port, socket } = await start();
  const used = await socket();
  onTestFinished(() => void used.destroy());
  const ask = async () => {
    const body = JSON.stringify(reviewOf());
    used.write(
      `POST /validate/daemonsets HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    const [answer] = await once(used, 'data');
    return String(answer).slice(0, 12);
  };
  const before = await ask();
  const crowd = Array.from({ length: 2 * MAX }, () => silent(port));
  await Promise.all(crowd.map((one) => once(one, 'connect')));

  const after = await ask();

  expect([before, after]).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
});
