/** The rules that hold between settings. */
import { isIP, SocketAddress } from 'node:net';
import { type Path, valueAt } from '../../json/path.ts';
import { EVERY_ADDRESS, EVERY_IPV4_ADDRESS, LOOPBACK } from '../ops-address.ts';
import { type Configuration, defaultConfiguration } from '../schema/schema.ts';
import { LARGEST_EXTENDER_LIMIT_BYTES } from '../schema/server-settings.ts';
import { expiryOf } from '../schema/times.ts';
import { partitionMistakes } from './partition-rules.ts';
import type { Mistake } from './problem.ts';
import { tenancyMistakes, unusedSystemTenants } from './tenancy-rules.ts';

const CERT_FILE = ['server', 'tls', 'certFile'];
const KEY_FILE = ['server', 'tls', 'keyFile'];
const CA_FILE = ['server', 'tls', 'caFile'];
const SECRET = ['server', 'tls', 'secret'];
/** What only concerns certificates that Daemonward makes itself. */
const DIRECTORY = ['server', 'tls', 'directory'];
const OVERLAP = ['server', 'tls', 'overlapSeconds'];
const SELF_MADE_ONLY = [DIRECTORY, ['server', 'tls', 'names'], SECRET, OVERLAP];

const SERVER_PORT = ['server', 'port'];
const OPS_PORT = ['ops', 'port'];

const EXTENDER_LIMIT = ['server', 'extenderLimitBytes'];

const STALE_AFTER = ['cluster', 'staleAfterSeconds'];
const WATCH_IDLE = ['cluster', 'watchIdleSeconds'];

/** A pattern that is nothing but wildcards. */
const MATCHES_ALL = /^\*+$/;
const EVERY_NAMESPACE =
  "matches every namespace: each one without a tenant's mark will count as the platform's own";

/** Addresses that stand for all addresses of the machine. */
const ANY_ADDRESSES = [EVERY_ADDRESS, EVERY_IPV4_ADDRESS];

/** Mistakes that no single value shows, in a document of which any part may be wrong. */
export function ruleMistakes(document: unknown): Mistake[] {
  return [
    ...certificateMistakes(document),
    ...portMistakes(document),
    ...byteMistakes(document),
    ...tenancyMistakes(document),
    ...partitionMistakes(document),
    ...fairnessMistakes(document),
  ];
}

const FAIRNESS_MODE = ['fairness', 'mode'];

/** Its pods know no gates, and its schedulers none either. */
function fairnessMistakes(document: unknown): Mistake[] {
  if (valueAt(document, FAIRNESS_MODE) !== 'on') return [];
  const mistake = (why: string): Mistake => ({
    path: FAIRNESS_MODE,
    about: 'value',
    message: `${why}; set it to off, or leave it out`,
  });
  const partitions = valueAt(document, ['cluster', 'partitions']);
  return [
    ...(valueAt(document, ['cluster', 'flavor']) === 'arktos'
      ? [mistake('is for Kubernetes: Arktos comes from Kubernetes 1.15, whose pods have no scheduling gates')]
      : []),
    ...(Array.isArray(partitions) && partitions.length > 0
      ? [mistake('is for one API server: the schedulers of cluster.partitions have a queue each')]
      : []),
  ];
}

/** What is allowed and most likely not what was meant, at a time in milliseconds. */
export function ruleWarnings(document: unknown, configuration: Configuration, now: number): Mistake[] {
  const { tenancy, exemptions } = configuration;
  const everyNamespace = positionsOf(tenancy.systemNamespaces, (pattern) => MATCHES_ALL.test(pattern));
  const expired = positionsOf(
    exemptions,
    ({ expires }) => (expiryOf(expires) ?? Number.POSITIVE_INFINITY) <= now,
  );
  return [
    ...unusedSettings(document),
    ...staleSettings(document, configuration),
    ...unusedSystemTenants(configuration),
    ...nobodyMayCall(configuration),
    ...everyNamespace.map((position) => warning(['tenancy', 'systemNamespaces', position], EVERY_NAMESPACE)),
    ...expired.map((position) =>
      warning(['exemptions', position, 'expires'], 'has expired and has no effect'),
    ),
  ];
}

function warning(path: Path, message: string): Mistake {
  return { path, about: 'value', message };
}

function positionsOf<T>(items: readonly T[], test: (item: T) => boolean): number[] {
  return items.flatMap((item, position) => (test(item) ? [position] : []));
}

function staleSettings(document: unknown, { cluster }: Configuration): Mistake[] {
  if (cluster.staleAfterSeconds > cluster.watchIdleSeconds) return [];
  const path = valueAt(document, STALE_AFTER) === undefined ? WATCH_IDLE : STALE_AFTER;
  return [
    warning(path, 'a quiet cluster will count as stale: staleAfterSeconds should be above watchIdleSeconds'),
  ];
}

function nobodyMayCall({ server }: Configuration): Mistake[] {
  return (['scheduler', 'admission'] as const)
    .filter((doors) => server.clients[doors].mode === 'enforce' && server.clients[doors].names.length === 0)
    .map((doors) => warning(['server', 'clients', doors, 'names'], 'is empty: nobody may call'));
}

function unusedSettings(document: unknown): Mistake[] {
  const isGiven = (path: Path) => valueAt(document, path) !== undefined;
  const unused = (paths: readonly Path[], because: string): Mistake[] =>
    paths
      .filter(isGiven)
      .map((path) => ({ path, about: 'key', message: `has no effect, because ${because}` }));
  if (isGiven(CERT_FILE)) return unused(SELF_MADE_ONLY, 'server.tls.certFile is given');
  return isGiven(SECRET)
    ? unused([DIRECTORY], 'server.tls.secret is given')
    : unused([OVERLAP], 'server.tls.secret is not given');
}

function certificateMistakes(document: unknown): Mistake[] {
  const [cert, key, ca] = [CERT_FILE, KEY_FILE, CA_FILE].map((path) => valueAt(document, path) !== undefined);
  if (cert !== key) {
    const [given, missing] = cert ? [CERT_FILE, KEY_FILE] : [KEY_FILE, CERT_FILE];
    const message = 'is missing: certFile and keyFile go together';
    return [{ path: missing, about: 'missing-key', message, pointAt: given }];
  }
  const message = 'has no use without certFile and keyFile';
  return ca && !cert ? [{ path: CA_FILE, about: 'key', message }] : [];
}

/** Each budget has to hold the largest body of its doors, or that would never be answered. */
const BUDGETS = [
  ['reviewsInFlightLimitBytes', 'reviewLimitBytes'],
  ['callsInFlightLimitBytes', 'extenderLimitBytes'],
  ['callsInFlightLimitBytes', 'wholeNodesLimitBytes'],
] as const;

function byteMistakes(document: unknown): Mistake[] {
  const { server } = defaultConfiguration();
  const given = (key: keyof typeof server) => Number(valueAt(document, ['server', key]) ?? server[key]);
  const small = BUDGETS.filter(([budget, limit]) => given(budget) < given(limit)).map(
    ([budget, limit]): Mistake => {
      const [key, words] =
        valueAt(document, ['server', limit]) === undefined
          ? [budget, `must not be below server.${limit}`]
          : [limit, `must not be above server.${budget}`];
      const message = `${words}, found a budget of ${given(budget)} for bodies of ${given(limit)}`;
      return { path: ['server', key], about: 'value', message };
    },
  );
  return [...small, ...formerExtenderLimit(valueAt(document, EXTENDER_LIMIT))];
}

/** It used to be the limit of whole nodes too. */
function formerExtenderLimit(value: unknown): Mistake[] {
  if (typeof value !== 'number' || value <= LARGEST_EXTENDER_LIMIT_BYTES) return [];
  const message = 'is for names of nodes only: server.wholeNodesLimitBytes is the limit of whole nodes';
  return [{ path: EXTENDER_LIMIT, about: 'value', message }];
}

function portMistakes(document: unknown): Mistake[] {
  const { server, ops } = defaultConfiguration();
  const [port, opsPort] = [valueAt(document, SERVER_PORT), valueAt(document, OPS_PORT)];
  const address = valueAt(document, ['server', 'address']) ?? server.address;
  const opsAddress = valueAt(document, ['ops', 'address']) ?? LOOPBACK;
  const both = opsPort ?? ops.port;
  // Zero stands for any free port.
  const isSame = both !== 0 && typeof both === 'number' && both === (port ?? server.port);
  if (!isSame || !overlap(String(address), String(opsAddress))) return [];
  const [path, other] = opsPort === undefined ? [SERVER_PORT, 'ops'] : [OPS_PORT, 'server'];
  return [{ path, about: 'value', message: `must differ from ${other}.port, found ${both} for both` }];
}

/** Whether one port on both addresses is one port too many; names are not looked up. */
function overlap(one: string, other: string): boolean {
  const addresses = [one, other].map(canonical);
  return addresses[0] === addresses[1] || addresses.some((address) => ANY_ADDRESSES.includes(address));
}

/** An IPv6 address has many spellings, and an IPv4 address one as IPv6 too. With a zone only its machine knows. */
function canonical(address: string): string {
  if (isIP(address) !== 6 || address.includes('%')) return address.toLowerCase();
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}
