/** Callers with good and bad certificates, for tests of who is let in. */
import { CLIENTS } from '../../src/config/identity.ts';
import { type Configuration, defaultConfiguration } from '../../src/config/schema/schema.ts';
import { makeAuthority, makeClient, makeLeaf } from '../../src/server/tls/authority.ts';
import type { Shown, TestService } from './service.ts';

type Clients = Configuration['server']['clients'];

/** The defaults, but for who may call. */
export function configurationWith(clients: Partial<Clients>): Configuration {
  const configuration = defaultConfiguration();
  const { server } = configuration;
  return { ...configuration, server: { ...server, clients: { ...server.clients, ...clients } } };
}

/** A certificate is good for a year from the day on which it is made. */
const TWO_YEARS_MS = 2 * 365 * 24 * 60 * 60 * 1000;

const NOW = () => new Date();
const LONG_AGO = () => new Date(Date.now() - TWO_YEARS_MS);
const FAR_OFF = () => new Date(Date.now() + TWO_YEARS_MS);

export interface BadCaller {
  readonly who: string;
  readonly status: number;
  readonly code: string;
  readonly message: RegExp;
  shown(service: TestService): Promise<Shown>;
}

const NAME = CLIENTS.scheduler;

export const BAD_CALLERS: readonly BadCaller[] = [
  {
    who: 'no certificate',
    status: 401,
    code: 'client-certificate-missing',
    message: /showed no client certificate; .*--cert certs\/debug\.crt --key certs\/debug\.key/,
    shown: async () => ({}),
  },
  {
    who: 'one that has ended',
    status: 401,
    code: 'client-certificate-expired',
    message: /of CN=daemonward-scheduler ended at \d{4}-\d\d-\d\dT/,
    shown: ({ clientsAuthority }) => makeClient(clientsAuthority, NAME, LONG_AGO()),
  },
  {
    who: 'one that has not begun',
    status: 401,
    code: 'client-certificate-untrusted',
    message: /is not valid yet; compare the clocks/,
    shown: ({ clientsAuthority }) => makeClient(clientsAuthority, NAME, FAR_OFF()),
  },
  {
    who: 'one of another authority with the same name',
    status: 401,
    code: 'client-certificate-untrusted',
    message: /was not signed by an authority of server\.clients\.caFile/,
    shown: async () => makeClient(await makeAuthority(NOW(), 'Daemonward clients CA'), NAME, NOW()),
  },
  {
    who: 'an authority as its own caller',
    status: 401,
    code: 'client-certificate-untrusted',
    message: /is not one for clients/,
    shown: () => makeAuthority(NOW(), NAME),
  },
  {
    who: 'one that was made for a server',
    status: 401,
    code: 'client-certificate-untrusted',
    message: /is not one for clients: it needs the extended key usage clientAuth/,
    shown: ({ clientsAuthority }) => makeLeaf(clientsAuthority, [NAME], NOW()),
  },
  {
    who: 'a good one with another name',
    status: 403,
    code: 'client-name-unknown',
    message: /of CN=somebody has none of the names in server\.clients\.\w+\.names/,
    shown: ({ clientsAuthority }) => makeClient(clientsAuthority, 'somebody', NOW()),
  },
];
