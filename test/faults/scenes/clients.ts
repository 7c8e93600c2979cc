/** Callers that want nothing, or too much: slow ones, half-sent and oversized bodies, ten thousand idle connections. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { exchange } from '../../e2e/harness/request.ts';
import { portOf } from '../stage/kubelet.ts';
import { LIMIT_MB, type Scene } from './scene.ts';
import { grows, peaks } from './signs.ts';

const CROWD = join(import.meta.dirname, '..', 'crowd.ts');
const CONNECTIONS = 10_000;

/** On busy cores thousands of handshakes take this long. */
const WITHIN_SECONDS = 90;

/** A byte every so often: as slow as can be without being silent. */
const SLOW_CLIENTS = 20;
const BYTE_EVERY_MS = 100;

const MIB = 1_048_576;

/** Beyond `server.reviewLimitBytes` and `server.extenderLimitBytes`. */
const OVERSIZED = [
  { path: '/validate/daemonsets', bytes: 9 * MIB },
  { path: '/mutate/pods', bytes: 9 * MIB },
  { path: '/scheduler/filter', bytes: 19 * MIB },
];
const TOO_LARGE = 413;

export const clients: Scene = {
  name: 'clients',
  what:
    `${CONNECTIONS.toLocaleString('en')} connections are opened: silent ones, idle ones after their handshake, and ones with half a body. Beside them ` +
    `${SLOW_CLIENTS} clients send a byte every ${BYTE_EVERY_MS} ms, and bodies come that are over the limits.`,
  holds:
    'No more than `server.maxConnections` stay open, and those that go are never ones that are being answered. What is too large gets ' +
    'a 413.',
  unanswered: 'never',
  recoversWithinMs: 0,
  mostMB: LIMIT_MB,
  signs: [
    grows('daemonward_http_connections_closed_total'),
    grows('daemonward_http_refused_total', { error: 'body-too-large' }),
    peaks('daemonward_http_requests_in_flight', SLOW_CLIENTS),
  ],
  async act({ service, during, must }) {
    const [replica] = service.replicas();
    if (replica === undefined) return;
    const port = portOf(replica);
    const agent = new Agent({ ca: replica.ca(), ...replica.client('scheduler'), keepAlive: true });
    await during(async () => {
      const args = [CROWD, port, CONNECTIONS, WITHIN_SECONDS, 1].map(String);
      const crowd = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      const ended = once(crowd, 'close');
      const opened = said(crowd, 'opened');
      const stopSlow = startSlow(port);
      for (const { path, bytes } of OVERSIZED) {
        const url = `${replica.serviceUrl}${path}`;
        const { status } = await exchange(url, { method: 'POST', body: 'x'.repeat(bytes), agent });
        must(`${bytes} bytes to ${path} get a 413, not ${status}`, status === TOO_LARGE);
      }
      await Promise.race([opened, ended]);
      must(`the crowd was there within ${WITHIN_SECONDS} s`, crowd.exitCode === null);
      stopSlow();
      crowd.kill('SIGKILL');
      await ended;
    });
    agent.destroy();
  },
};

function said({ stdout }: ChildProcess, word: string): Promise<void> {
  return new Promise((resolve) => {
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes(word)) resolve();
    });
  });
}

/** Each has said how much will come, and sends it a byte at a time. */
function startSlow(port: number): () => void {
  const head =
    'POST /validate/pods HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n';
  const sockets = Array.from({ length: SLOW_CLIENTS }, () => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    // It may be told that it is too slow, or be closed.
    socket.on('error', () => {}).resume();
    socket.write(head);
    return socket;
  });
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, BYTE_EVERY_MS);
  return () => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}
