/** The way out: say so, go on serving until nobody is sent here any more, answer what was accepted, stop. */
import type { Server } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Lifecycle } from '../../lifecycle.ts';
import type { Connections } from './connections.ts';

/** A connection that was just made has this long to send its request; one that stays silent is closed. */
const SILENT_AT_MOST_MS = 1_000;

/** Whoever is half way through a body by then is cut off: together with the drain it has to stay below the 30 s that
 * Kubernetes gives a pod to end. */
const CUT_AFTER_MS = 10_000;

/** How long to wait for a moment in which nobody comes; somebody who only wants to hurt may leave none. */
const QUIET_WITHIN_MS = 2_000;

interface Closable {
  close(): PromiseLike<unknown>;
  readonly server: Pick<Server, 'close' | 'closeAllConnections' | 'on' | 'removeListener'>;
}

export interface DrainOptions {
  readonly lifecycle: Lifecycle;
  readonly service: Closable;
  readonly connections: Connections;
  readonly ops: Closable;
  readonly drainSeconds: number;
  /** Ends the waiting early, for somebody at a keyboard who presses Ctrl-C again. */
  readonly hurry: AbortSignal;
}

/**
 * API servers go on using their connections to a terminating pod (kubernetes #127335), so the socket stays open while
 * the endpoint leaves the rotation. Answers carry `Connection: close` meanwhile, and readiness is off.
 */
export async function drain(options: DrainOptions): Promise<void> {
  const { lifecycle, service, connections, ops, drainSeconds, hurry } = options;
  lifecycle.phase = 'draining';
  await sleep(drainSeconds * 1000, undefined, { signal: hurry }).catch(() => {});
  await quietTurn(service.server);
  const answered = new Promise((resolve) => service.server.close(resolve));
  const silent = setTimeout(connections.closeIdle, SILENT_AT_MOST_MS);
  const cut = setTimeout(connections.closeAll, CUT_AFTER_MS);
  hurry.addEventListener('abort', connections.closeAll);
  if (hurry.aborted) connections.closeAll();
  await answered;
  hurry.removeEventListener('abort', connections.closeAll);
  clearTimeout(silent);
  clearTimeout(cut);
  await service.close();
  lifecycle.phase = 'stopped';
  ops.server.closeAllConnections();
  await ops.close();
}

/**
 * The kernel resets connections that it has taken and we have not, when the port closes. A turn of the event loop takes one
 * of them (libuv 1.45 and newer), or all; so the port is closed right after a turn in which none came.
 */
async function quietTurn(server: Closable['server']): Promise<void> {
  const deadline = performance.now() + QUIET_WITHIN_MS;
  let came = 0;
  const count = () => {
    came += 1;
  };
  server.on('connection', count);
  do {
    came = 0;
    await setImmediate();
  } while (came > 0 && performance.now() < deadline);
  server.removeListener('connection', count);
}
