/** Sends requests again and again over connections that stay open, as the API server does. */
import { once } from 'node:events';
import { connect, type SecureContextOptions, type TLSSocket } from 'node:tls';
import { AnswerProgress } from './answer-progress.ts';

/** As many reviews as an API server has under way at once when people are busy. */
const CONNECTIONS = 16;

/** Node's own servers hang up after five idle seconds, and what is sent at that moment is lost. */
const LONGEST_IDLE_MS = 2_000;

const HEAD_END = '\r\n\r\n';

export interface LoadOptions extends Pick<SecureContextOptions, 'cert' | 'key'> {
  readonly connections?: number;
}

export interface Load {
  /** Opens anew what a server may be about to close. Not part of what is measured. */
  renew(): Promise<void>;
  /** Takes the bodies in turn; resolves with the last answer's body when so many have come. */
  send(path: string, bodies: readonly Buffer[], count: number): Promise<string>;
  close(): void;
}

export async function openLoad(port: number, options: LoadOptions = {}): Promise<Load> {
  const { connections = CONNECTIONS, ...client } = options;
  const open = async () => {
    // It is our own process that answers: there is nobody to be afraid of.
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...client });
    await once(socket, 'secureConnect');
    // Closed while nobody sends: it is opened anew before the next request.
    return socket.setNoDelay(true).on('error', () => {});
  };
  const openAll = () => Promise.all(Array.from({ length: connections }, open));
  let sockets = await openAll();
  let lastUse = performance.now();
  const close = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    async renew() {
      if (performance.now() - lastUse < LONGEST_IDLE_MS) return;
      close();
      sockets = await openAll();
    },
    async send(path, bodies, count) {
      const requests = bodies.map((body) => requestOf(path, body));
      // Exactly as many as are counted: some connections carry one less.
      const ofConnection = (index: number) => Math.floor((count + connections - 1 - index) / connections);
      const answers = await Promise.all(
        sockets.map((socket, index) => repeat(socket, requests, { count: ofConnection(index), from: index })),
      );
      lastUse = performance.now();
      return answers[0] ?? '';
    },
    close,
  };
}

function requestOf(path: string, body: Buffer): Buffer {
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

/** One after the other over one connection. */
function repeat(
  socket: TLSSocket,
  requests: readonly Buffer[],
  { count, from }: { count: number; from: number },
): Promise<string> {
  if (count === 0) return Promise.resolve('');
  return new Promise((resolve, reject) => {
    let done = 0;
    let pieces: Buffer[] = [];
    let progress = new AnswerProgress();
    const write = () => socket.write(requests[(from + done) % requests.length] ?? '');
    const onData = (piece: Buffer) => {
      pieces.push(piece);
      if (!progress.take(piece)) return;
      done += 1;
      const isLast = done === count;
      const { isGood } = progress;
      const text = isLast || !isGood ? Buffer.concat(pieces).toString('utf8') : '';
      pieces = [];
      progress = new AnswerProgress();
      if (!isGood) return reject(new Error(text));
      if (!isLast) return void write();
      socket.off('data', onData).off('error', reject).off('close', onClose);
      resolve(text.slice(text.indexOf(HEAD_END) + HEAD_END.length));
    };
    const onClose = () => reject(new Error('the server has closed the connection'));
    socket.on('data', onData).on('error', reject).on('close', onClose);
    write();
  });
}
