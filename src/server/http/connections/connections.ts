/** The open connections of a server, so that it can be left: Node itself does not know those without a request. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A server over TLS emits `secureConnection`; one without never does. */
type ConnectionSource = Pick<Server, 'on' | 'prependListener'>;

export interface Connections {
  /** Closes those on which no request is being read or answered. */
  closeIdle(): void;
  closeAll(): void;
  /** Those that are open now are closed with their next answer, which carries `Connection: close`. */
  renew(): void;
}

export function trackConnections(server: ConnectionSource): Connections {
  /** TCP: also those whose handshake has not ended, which HTTP never hears of. */
  const transports = trackOpen();
  const secured = trackOpen();
  const busy = new Map<Socket, number>();
  const leaving = new WeakSet<Socket>();
  server.on('connection', transports.add);
  server.on('secureConnection', secured.add);
  // Before the application, which may have answered when it returns.
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    if (leaving.has(socket)) response.setHeader('connection', 'close');
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.on('close', () => {
      const left = (busy.get(socket) ?? 1) - 1;
      if (left === 0) busy.delete(socket);
      else busy.set(socket, left);
    });
  });
  return {
    closeIdle: () => {
      for (const socket of secured.open) if (!busy.has(socket)) socket.destroy();
    },
    renew: () => {
      for (const socket of secured.open) leaving.add(socket);
    },
    closeAll: () => {
      for (const socket of [...secured.open, ...transports.open]) socket.destroy();
    },
  };
}

function trackOpen(): { readonly open: ReadonlySet<Socket>; add(socket: Socket): void } {
  const open = new Set<Socket>();
  return {
    open,
    add: (socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    },
  };
}
