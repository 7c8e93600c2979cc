/** Connections of a caller: kept open, and one more whenever all are busy, up to as many requests as an API server has under way. */
import { once } from 'node:events';
import { connect, type SecureContextOptions, type TLSSocket } from 'node:tls';
import { AnswerProgress } from '../answer-progress.ts';

export interface ClientPoolOptions extends Pick<SecureContextOptions, 'cert' | 'key'> {
  readonly port: number;
  readonly path: string;
  readonly body: Buffer;
}

/** `--max-requests-inflight` and `--max-mutating-requests-inflight` of an API server, together. */
const MOST = 600;

export class ClientPool {
  readonly #options: ClientPoolOptions;
  readonly #request: Buffer;
  readonly #idle: TLSSocket[] = [];
  readonly #waiting: ((socket: TLSSocket | null) => void)[] = [];
  #open = 0;

  constructor(options: ClientPoolOptions) {
    this.#options = options;
    const { path, body } = options;
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    this.#request = Buffer.concat([Buffer.from(head), body]);
  }

  /** Whether it was answered with 200. */
  async send(): Promise<boolean> {
    const socket = this.#idle.pop() ?? (await (this.#open < MOST ? this.#connect() : this.#next()));
    if (socket === null) return false;
    const isGood = await this.#exchange(socket);
    const next = this.#waiting.shift();
    if (next !== undefined) next(socket);
    else if (!socket.destroyed) this.#idle.push(socket);
    return isGood;
  }

  #next(): Promise<TLSSocket | null> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #connect(): Promise<TLSSocket | null> {
    this.#open += 1;
    const { port, cert, key } = this.#options;
    // It is our own process that answers: there is nobody to be afraid of.
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, cert, key });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#open -= 1;
    });
    try {
      await once(socket, 'secureConnect');
    } catch {
      return null;
    }
    return socket.setNoDelay(true);
  }

  #exchange(socket: TLSSocket): Promise<boolean> {
    return new Promise((resolve) => {
      const progress = new AnswerProgress();
      const done = (isGood: boolean) => {
        socket.off('data', onData).off('close', onClose);
        resolve(isGood);
      };
      const onClose = () => done(false);
      const onData = (piece: Buffer) => {
        if (progress.take(piece)) done(progress.isGood);
      };
      socket.on('data', onData).on('close', onClose);
      socket.write(this.#request);
    });
  }
}
