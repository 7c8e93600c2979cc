/** Callers that are anywhere in their requests when the service is told to end: each of them gets its answer. */

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { type Random, seededRandom } from '../snapshot/random.ts';
import { ADMISSION_PATHS, reviewOf } from './reviews.ts';
import { startTestService } from './service.ts';

const SEEDS = [1, 2, 3];
const CALLERS = 12;
/** How much later the rest of a request may come: before the port is closed, and long after. */
const LATER_MS = [0, 1, 10, 60, 200] as const;

const BODY = JSON.stringify(reviewOf());

function headFor(path: string): string {
  const length = Buffer.byteLength(BODY);
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}

function answeredIn(text: string): number {
  return text.match(/HTTP\/1\.1 200 /g)?.length ?? 0;
}

interface Caller {
  readonly socket: TLSSocket;
  /** All that it was sent, at the end. */
  readonly answers: Promise<string>;
  readonly requests: number;
  finish(): Promise<void>;
}

/** Has had some answers already, and has sent the head of one more request, and any part of its body. */
async function callerOn(socket: TLSSocket, random: Random): Promise<Caller> {
  const paths: readonly [string, ...string[]] = ['/validate/daemonsets', ...ADMISSION_PATHS];
  const before = random.below(3);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const answers = new Promise<string>((resolve) => {
    socket.on('error', (error) => resolve(`${text}\n${error.message}`)).on('close', () => resolve(text));
  });
  for (let count = 1; count <= before; count += 1) {
    socket.write(headFor(random.pick(paths)) + BODY);
    while (answeredIn(text) < count) await once(socket, 'data');
  }
  const sent = random.pick([0, 1, random.below(BODY.length), BODY.length - 1, BODY.length]);
  const later = random.pick(LATER_MS);
  await new Promise<void>((resolve) => {
    socket.write(headFor(random.pick(paths)) + BODY.slice(0, sent), () => resolve());
  });
  const finish = async () => {
    await sleep(later);
    socket.write(BODY.slice(sent));
  };
  return { socket, answers, requests: before + 1, finish };
}

test.each(SEEDS)(
  'whoever has sent the head of a request is answered after the end was asked for: %i',
  async (seed) => {
    const random = seededRandom(seed);
    const service = await startTestService();
    const sockets = await Promise.all(Array.from({ length: CALLERS }, () => service.socket()));
    const callers = await Promise.all(sockets.map((socket) => callerOn(socket, random)));

    const stopped = service.stop(0, new AbortController().signal);
    await Promise.all(callers.map(({ finish }) => finish()));
    const answers = await Promise.all(callers.map((caller) => caller.answers));
    await stopped;

    const answered = answers.map(answeredIn);
    expect(answered).toEqual(callers.map(({ requests }) => requests));
  },
);
