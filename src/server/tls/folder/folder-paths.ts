/** The files of the folder that Daemonward keeps. */
import { join } from 'node:path';
import type { CLIENTS } from '../../../config/identity.ts';
import type { PairFiles } from './private-files.ts';

export type Client = keyof typeof CLIENTS;

export const CLIENT_KEYS: readonly Client[] = ['scheduler', 'apiserver', 'debug'];

export function pathsIn(directory: string) {
  const path = (name: string) => join(directory, name);
  return { ca: path('ca.crt'), caKey: path('ca.key'), cert: path('tls.crt'), key: path('tls.key') };
}

/** The authority that signs callers. */
export function clientsAuthorityIn(directory: string): PairFiles {
  return pairIn(directory, 'clients-ca');
}

export function clientIn(directory: string, client: Client): PairFiles {
  return pairIn(directory, client);
}

function pairIn(directory: string, name: string): PairFiles {
  return { cert: join(directory, `${name}.crt`), key: join(directory, `${name}.key`) };
}
