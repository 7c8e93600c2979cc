/** The way out: say so, go on serving until nobody is sent here any more, answer what was accepted, stop. */
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from './lifecycle.ts';

/** After the last accepted request a connection may still be half way through its body; then it is cut. */
const CUT_AFTER_MS = 30_000;

/** A turn of the event loop this short had next to nothing to do, so the last look for new connections is as fresh. */
const QUIET_TURN_MS = 0.1;

/** How many turns to wait for such a one; under full load there may be none. */
const TURNS_AT_MOST = 2_000;

interface Closable {
  close: FastifyInstance['close'];
  readonly server: Pick<Server, 'close' | 'closeAllConnections'>;
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
  await quietTurn();
  const answered = new Promise((resolve) => service.server.close(resolve));
  await answered;
  clearTimeout(cut);
  await service.close();
  lifecycle.enter('stopped');
  ops.server.closeAllConnections();
  await ops.close();
}

/**
 * The kernel resets connections that it has taken and we have not, when the port closes. Each turn of the event loop
 * takes all that wait; so the port is closed right after a turn that did nothing else.
 */
async function quietTurn(): Promise<void> {
  for (let turn = 0; turn < TURNS_AT_MOST; turn += 1) {
    const begin = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    if (performance.now() - begin < QUIET_TURN_MS) return;
  }
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
