/** Sends one request again and again over connections that stay open, as the API server does. */
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';

/** As many reviews as an API server has under way at once when people are busy. */
const CONNECTIONS = 16;

const LENGTH = /content-length: (\d+)/i;
const HEAD_END = Buffer.from('\r\n\r\n');

export interface Load {
  /** Resolves with the last answer's body when so many have come. */
  send(path: string, body: Buffer, count: number): Promise<string>;
  close(): void;
}

export async function openLoad(port: number): Promise<Load> {
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      // It is our own process that answers: there is nobody to be afraid of.
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      return socket.setNoDelay(true);
    }),
  );
  return {
    async send(path, body, count) {
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const request = Buffer.concat([Buffer.from(head), body]);
      const each = Math.ceil(count / CONNECTIONS);
      const answers = await Promise.all(sockets.map((socket) => repeat(socket, request, each)));
      return answers[0] ?? '';
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** One after the other over one connection. */
function repeat(socket: TLSSocket, request: Buffer, count: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let left = count;
    let received: Buffer = Buffer.alloc(0);
    const onData = (piece: Buffer) => {
      received = received.length === 0 ? piece : Buffer.concat([received, piece]);
      const head = received.indexOf(HEAD_END);
      if (head === -1) return;
      const start = head + HEAD_END.length;
      const length = Number(LENGTH.exec(received.toString('latin1', 0, head))?.[1]);
      if (received.length < start + length) return;
      const text = received.toString('utf8', start, start + length);
      if (!received.toString('latin1', 0, start).startsWith('HTTP/1.1 200')) return reject(new Error(text));
      received = Buffer.alloc(0);
      left -= 1;
      if (left > 0) return void socket.write(request);
      socket.off('data', onData).off('error', reject);
      resolve(text);
    };
    socket.on('data', onData).on('error', reject);
    socket.write(request);
  });
}
