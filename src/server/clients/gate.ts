/** Stands before a door: looks at who comes before anything of the request is read. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Configuration } from '../../config/schema/schema.ts';
import { HttpError } from '../http/errors.ts';
import { type Caller, callerOn } from './caller.ts';
import { type CallerError, type Doors, judgeCaller } from './judge-caller.ts';

/** A caller that did not show what it should. */
export interface UnknownCaller {
  readonly path: string;
  readonly code: CallerError;
  readonly outcome: 'refused' | 'audited';
  readonly address: string;
  /** Null without a certificate. */
  readonly subject: string | null;
}

export interface CallerObserver {
  unknown(caller: UnknownCaller): void;
  /** One of the names of the settings: for each connection at its first request, and now and then while it is used. */
  known(name: string, caller: Caller): void;
}

/** What is to be answered instead, or null. */
export type Gate = (request: IncomingMessage, path: string) => HttpError | null;

/**
 * The rest of such a request is still taken from the connection, so that a scheduler that lacks its certificate can go on
 * using it: as much as the names of ten thousand nodes. Whoever sends more, or does not say how much, has to come again.
 */
const DISCARDED_BYTES = 1_048_576;

/** A connection of a scheduler lasts for days: so often it is told of again that the caller still calls by it. */
const TOLD_EVERY_MS = 600_000;

/** What is known of a connection. */
interface Shown {
  readonly caller: Caller | null;
  toldAt: number;
}

export interface GateParts {
  readonly clients: Configuration['server']['clients'];
  readonly observer: CallerObserver;
  /** In ms since 1970. */
  now(): number;
}

/** For each kind of doors its gate; undefined where everybody may come in. */
export function clientGates({ clients, observer, now }: GateParts): (doors: Doors) => Gate | undefined {
  // A certificate is shown once for a connection, and read once.
  const connections = new WeakMap<Socket, Shown>();
  return (doors) => {
    const { mode, names } = clients[doors];
    if (mode === 'off') return undefined;
    const outcome = mode === 'enforce' ? 'refused' : 'audited';
    return ({ socket, headers }, path) => {
      const shown = connections.get(socket) ?? { caller: callerOn(socket), toldAt: Number.NEGATIVE_INFINITY };
      connections.set(socket, shown);
      const { caller } = shown;
      const at = now();
      const refusal = judgeCaller(caller, { doors, names }, at);
      if (refusal === null) {
        if (at - shown.toldAt < TOLD_EVERY_MS) return null;
        shown.toldAt = at;
        tell(caller, names, observer);
        return null;
      }
      const { code, message } = refusal;
      const address = addressOf(socket);
      observer.unknown({ path, code, outcome, address, subject: caller?.subject ?? null });
      return outcome === 'refused'
        ? new HttpError(code, message, { closes: isLong(headers), isLogged: true })
        : null;
    };
  };
}

/** A port of IPv6 that takes IPv4 too shows its callers as `::ffff:10.0.0.1`. */
function addressOf({ remoteAddress = '' }: IncomingMessage['socket']): string {
  return remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');
}

function tell(caller: Caller | null, names: readonly string[], observer: CallerObserver): void {
  const name = caller?.names.find((candidate) => names.includes(candidate));
  if (caller !== null && name !== undefined) observer.known(name, caller);
}

function isLong(headers: IncomingMessage['headers']): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > DISCARDED_BYTES;
}
