/** A crowd of connections that want nothing, as a process of its own: silent ones, idle ones, and half-sent bodies. */
import { connect as connectTcp, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';

const [port = 0, count = 0, seconds = 0, saysWhenOpen = 0] = process.argv.slice(2).map(Number);

/** How many are opened together, and how long to wait for the next: about a thousand a second. */
const BATCH = 50;
const PAUSE_MS = 50;

/** Said when so many were opened, to who asks for it. */
const ALL_OPENED = 'opened\n';

const HALF_SENT =
  'POST /validate/pods HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
  `content-length: 1000000\r\n\r\n${'x'.repeat(16 * 1024)}`;

const silent = () => connectTcp(port, '127.0.0.1');

const WAYS: readonly (() => Socket)[] = [
  silent,
  () => connect({ port, host: '127.0.0.1', rejectUnauthorized: false }),
  () => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    return socket.once('secureConnect', () => socket.write(HALF_SENT));
  },
];

process.stdout.write('\n');
const until = performance.now() + seconds * 1_000;
const open = new Set<Socket>();
for (let index = 0; index < count && performance.now() < until; index += 1) {
  const socket = (WAYS[index % WAYS.length] ?? silent)();
  open.add(socket);
  // Whoever is one too many is closed: that is what is being tried.
  socket.on('error', () => {}).resume();
  socket.once('close', () => open.delete(socket));
  if (index % BATCH === BATCH - 1) await sleep(PAUSE_MS);
}
if (saysWhenOpen && performance.now() < until) process.stdout.write(ALL_OPENED);
await sleep(Math.max(0, until - performance.now()));
process.stdout.write(`${open.size}\n`);
process.exit(0);
