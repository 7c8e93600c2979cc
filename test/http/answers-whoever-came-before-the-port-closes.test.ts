import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { trackConnections } from '../../src/server/http/connections/connections.ts';
import { drain } from '../../src/server/http/connections/drain.ts';

const SILENT = 100;
const CALLERS = 20;
const BUSY_MS = 700;

/** Opens silent connections, then callers that send a request each, and prints how many were answered. */
const CROWD = `
const net = require('node:net'); const http = require('node:http');
const port = Number(process.argv[1]);
for (let i = 0; i < ${SILENT}; i += 1) net.connect(port, '127.0.0.1').on('error', () => {});
let left = ${CALLERS}, answered = 0;
const done = () => { left -= 1; if (left === 0) { console.log(answered); process.exit(0); } };
process.stdout.write('begun\\n');
for (let i = 0; i < ${CALLERS}; i += 1) http.get({ port, host: '127.0.0.1', agent: false }, (r) => { answered += 1; r.resume(); done(); }).on('error', done);
`;

test('callers that the kernel took while the process was busy are answered, however many are before them', async () => {
  const server = createServer((_, response) => response.end('ok'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ops = createServer();
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
  const crowd = spawn(process.execPath, ['-e', CROWD, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  crowd.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const ended = once(crowd, 'close');
  while (!printed.includes('begun')) await once(crowd.stdout, 'data');

  const until = performance.now() + BUSY_MS;
  while (performance.now() < until);
  await drain({
    lifecycle: { phase: 'serving' },
    service: { server, close: async () => undefined },
    connections: trackConnections(server),
    ops: { server: ops, close: async () => undefined },
    drainSeconds: 0,
    hurry: new AbortController().signal,
  });
  await ended;

  expect(printed.trim().split('\n').at(-1)).toBe(String(CALLERS));
}, 30_000);
