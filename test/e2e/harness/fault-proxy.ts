/** Stands between Daemonward and the real API server, and breaks connections in the ways that networks do. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentFor, type Credentials } from './request.ts';

/**
 * `pass`: as it comes. `cut`: a watch is broken off in the middle of its next line. `silence`: nothing is passed on any
 * more and nothing is closed, as when a cable is pulled; new requests hang too. `expired`: a watch asks for a version of
 * long ago, so that the server itself answers 410. `late`: everything comes, some time after it happened. `garbled`: what a
 * watch brings is not what was sent.
 */
export type Fault = 'pass' | 'cut' | 'silence' | 'expired' | 'late' | 'garbled';

export interface FaultProxy {
  readonly url: string;
  set(fault: Fault): void;
  /** Called before each page of a list but the first; the page waits for it. */
  beforeNextPage(action: (() => Promise<void>) | undefined): void;
  /** Requests so far, by what they were. */
  readonly seen: { lists: number; watches: number };
  close(): Promise<void>;
}

/** The middle of a line: no event of a watch is this short. */
const BYTES_BEFORE_CUT = 40;

/** Far more than one watch is ever behind another on a healthy network. */
const LATE_BY_MS = 300;

/** The first version that an etcd ever has. */
const VERSION_OF_LONG_AGO = '1';

export async function startFaultProxy(target: string, credentials: Credentials): Promise<FaultProxy> {
  const agent = agentFor(credentials);
  let fault: Fault = 'pass';
  let pageAction: (() => Promise<void>) | undefined;
  const seen = { lists: 0, watches: 0 };

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', target);
    const isWatch = url.searchParams.has('watch');
    if (isWatch) seen.watches += 1;
    else seen.lists += 1;
    if (fault === 'silence') return;
    if (isWatch && fault === 'expired') url.searchParams.set('resourceVersion', VERSION_OF_LONG_AGO);
    if (url.searchParams.has('continue')) await pageAction?.();
    const upstream = request(url, { agent, headers: { accept: 'application/json' } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' });
      outgoing.flushHeaders();
      const later = inOrder();
      answer.on('data', (chunk: Buffer) => {
        if (fault === 'silence') return;
        if (fault === 'cut' && isWatch) {
          outgoing.write(chunk.subarray(0, BYTES_BEFORE_CUT), () => outgoing.destroy());
          upstream.destroy();
          return;
        }
        const sent = fault === 'garbled' && isWatch ? garbled(chunk) : chunk;
        later(fault === 'late' ? LATE_BY_MS : 0, () => outgoing.write(sent));
      });
      answer.on('end', () => {
        if (fault !== 'silence') later(fault === 'late' ? LATE_BY_MS : 0, () => outgoing.end());
      });
      answer.on('error', () => outgoing.destroy());
    });
    upstream.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstream.destroy());
    upstream.end();
  }

  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    seen,
    set: (next) => {
      fault = next;
    },
    beforeNextPage: (action) => {
      pageAction = action;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

/** Does each after its time, and never before the one that came earlier: no network turns bytes of one connection around. */
function inOrder(): (afterMs: number, action: () => void) => void {
  let before: Promise<unknown> = Promise.resolve();
  return (afterMs, action) => {
    before = Promise.all([before, sleep(afterMs)]).then(action);
  };
}

/** Every other byte is another one, line ends as well: text that is neither JSON nor, mostly, UTF-8. */
function garbled(chunk: Buffer): Buffer {
  const spoilt = Buffer.from(chunk);
  for (let index = 0; index < spoilt.length; index += 2) spoilt[index] = (spoilt[index] ?? 0) ^ 0xa5;
  return Buffer.concat([spoilt, Buffer.from('\n')]);
}

function portOf(server: Server): number {
  const address = server.address();
  return isAddress(address) ? address.port : 0;
}

function isAddress(address: ReturnType<Server['address']>): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
