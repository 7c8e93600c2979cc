/**
 * One tenant's reviews, from a process of their own: forked with a port, a path and files for body, certificate and key. It is told
 * what to send, and says how it went.
 */
import { readFileSync } from 'node:fs';
import { isObject } from '../../../src/json/object.ts';
import { ClientPool } from './client-pool.ts';
import { openLoop } from './open-loop.ts';

/** What the process is told. */
export type Order =
  /** So many a second, whether answers come or not, for so long. */
  | { readonly send: 'steadily'; readonly rate: number; readonly seconds: number }
  /** As fast as answers come, over so many connections, until it is told to stop. */
  | { readonly send: 'greedily'; readonly connections: number; readonly seconds: number };

export interface Outcome {
  /** From the sending of each to the end of its answer. */
  readonly milliseconds: readonly number[];
  readonly failed: number;
  readonly seconds: number;
}

const [port = '', path = '', bodyFile = '', certFile = '', keyFile = ''] = process.argv.slice(2);
const pool = new ClientPool({
  port: Number(port),
  path,
  body: readFileSync(bodyFile),
  ...(certFile === '' ? {} : { cert: readFileSync(certFile), key: readFileSync(keyFile) }),
});

async function greedily(connections: number, seconds: number): Promise<Outcome> {
  const begin = performance.now();
  const until = begin + seconds * 1_000;
  const milliseconds: number[] = [];
  let failed = 0;
  const one = async () => {
    while (performance.now() < until) {
      const sent = performance.now();
      if (await pool.send()) milliseconds.push(performance.now() - sent);
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return { milliseconds, failed, seconds: (performance.now() - begin) / 1_000 };
}

async function carryOut(order: Order): Promise<Outcome> {
  if (order.send === 'greedily') return greedily(order.connections, order.seconds);
  return openLoop({ rate: order.rate, seconds: order.seconds, send: () => pool.send() });
}

function isOrder(message: unknown): message is Order {
  return isObject(message) && (message.send === 'steadily' || message.send === 'greedily');
}

process.on('message', async (message: unknown) => {
  if (isOrder(message)) process.send?.(await carryOut(message));
});
process.send?.('ready');
