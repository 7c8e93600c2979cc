/** The way out: say so, go on serving until nobody is sent here any more, answer what was accepted, stop. */
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from './lifecycle.ts';

/** After the last accepted request a connection may still be half way through its body; then it is cut. */
const CUT_AFTER_MS = 30_000;

interface Closable {
  close: FastifyInstance['close'];
  readonly server: Pick<Server, 'closeAllConnections'>;
}

export interface DrainOptions {
  readonly lifecycle: Lifecycle;
  readonly service: Closable;
  readonly ops: Closable;
  readonly drainSeconds: number;
  /** Ends the waiting early, for somebody at a keyboard who presses Ctrl-C again. */
  readonly hurry: AbortSignal;
}

/**
 * API servers go on using their connections to a terminating pod (kubernetes #127335), so the socket stays open while
 * the endpoint leaves the rotation. Answers carry `Connection: close` meanwhile, and readiness is off.
 */
export async function drain({ lifecycle, service, ops, drainSeconds, hurry }: DrainOptions): Promise<void> {
  lifecycle.enter('draining');
  await pause(drainSeconds * 1000, hurry);
  const cut = setTimeout(() => service.server.closeAllConnections(), hurry.aborted ? 0 : CUT_AFTER_MS);
  await service.close();
  clearTimeout(cut);
  lifecycle.enter('stopped');
  ops.server.closeAllConnections();
  await ops.close();
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      resolve();
    }
  });
}
