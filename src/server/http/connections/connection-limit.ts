/**
 * No more connections than a number, and still an open door: beyond it, one that is not being answered is closed for the
 * new one. Node's own `maxConnections` turns the new one away, so that whoever holds enough idle ones shuts out the API
 * server.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A server over TLS emits `connection` with the socket below TLS, and `request` with the one above. */
type ConnectionSource = Pick<Server, 'on'>;

/**
 * Those that never had an answer go first, the oldest before the others: a caller sends its request as soon as it is
 * connected. Then those that have had none for longest: Go opens another one when an idle one has gone. One whose request
 * has arrived is never closed, and when all are such the new one is.
 */
export function limitConnections(server: ConnectionSource, most: number, closed: () => void): void {
  const open = new Map<string, Socket>();
  const unproven = new Set<string>();
  const proven = new Set<string>();

  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket);
    open.set(key, socket);
    socket.once('close', () => {
      open.delete(key);
      unproven.delete(key);
      proven.delete(key);
    });
    if (open.size > most) {
      const spare = firstOf(unproven) ?? firstOf(proven) ?? key;
      unproven.delete(spare);
      proven.delete(spare);
      open.get(spare)?.destroy();
      closed();
    }
    if (!socket.destroyed) unproven.add(key);
  });

  server.on('request', (request, response) => {
    const key = keyOf(request.socket);
    // Half-sent bodies may be many and last: until it is whole, a request does not keep its connection open.
    request.on('end', () => {
      unproven.delete(key);
      proven.delete(key);
    });
    response.on('close', () => {
      unproven.delete(key);
      proven.delete(key);
      if (open.has(key) && response.writableFinished) proven.add(key);
    });
  });
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function firstOf(keys: ReadonlySet<string>): string | undefined {
  for (const key of keys) return key;
  return undefined;
}
