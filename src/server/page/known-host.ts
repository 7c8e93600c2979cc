/**
 * By which names a browser may ask for the page. Any site can have a name that leads to 127.0.0.1, and its scripts may
 * then read what is answered there (DNS rebinding): so a name that only somebody outside can have given is not answered.
 */
import { isIP } from 'node:net';
import { HttpError } from '../http/errors.ts';

/** Names that no public DNS gives: of this machine, of a Service or a pod within the cluster, of a private network. */
const WITHIN = /^(?:localhost|[a-z0-9-]+)$|\.(?:localhost|svc|local|internal|home\.arpa|test)$/;

function isKnownHost(host: string | undefined): boolean {
  // HTTP/1.0 and scripts may leave it out; no browser does.
  if (host === undefined) return true;
  const name = host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  return isIP(name) > 0 || WITHIN.test(name);
}

export function checkHost(host: string | undefined): void {
  if (isKnownHost(host)) return;
  throw new HttpError('unknown-host', 'ask by an address, by localhost, or by a name of the cluster');
}

/** Where a browser of this machine comes from, and whatever is forwarded to it; no other machine does. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(?:127\.|::1$|::ffff:127\.)/.test(address);
}
