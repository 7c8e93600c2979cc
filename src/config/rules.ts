/** The rules that hold between settings, checked on whatever part of a document makes sense already. */
import { addressesOverlap } from './addresses.ts';
import { expiryOf } from './expiry.ts';
import { type KeyPath, valueAt } from './key-path.ts';
import { isMapping } from './mapping.ts';
import type { Finding } from './problem.ts';
import { defaultConfiguration } from './schema.ts';

const CERT_FILE = ['server', 'tls', 'certFile'];
const KEY_FILE = ['server', 'tls', 'keyFile'];
const CA_FILE = ['server', 'tls', 'caFile'];
/** What only concerns certificates that Daemonward makes itself. */
const SELF_MADE_ONLY = [
  ['server', 'tls', 'directory'],
  ['server', 'tls', 'names'],
];

const STALE_AFTER = ['cluster', 'staleAfterSeconds'];
const WATCH_IDLE = ['cluster', 'watchIdleSeconds'];

const SYSTEM_NAMESPACES = ['tenancy', 'systemNamespaces'];
const EXEMPTIONS = ['exemptions'];
/** A pattern that is nothing but wildcards. */
const MATCHES_ALL = /^\*+$/;

/** Mistakes that no single value shows. */
export function ruleFindings(document: unknown): Finding[] {
  return [...certificateFindings(document), ...portFindings(document)];
}

/** What is allowed and most likely not what was meant, at a time in milliseconds. */
export function ruleWarnings(document: unknown, now: number): Finding[] {
  return [
    ...unusedFindings(document),
    ...stalenessFindings(document),
    ...namespaceFindings(document),
    ...expiryFindings(document, now),
  ];
}

function namespaceFindings(document: unknown): Finding[] {
  return itemsAt(document, SYSTEM_NAMESPACES).flatMap((pattern, position): Finding[] => {
    const message =
      "matches every namespace: each one without a tenant's mark will count as the platform's own";
    return typeof pattern === 'string' && MATCHES_ALL.test(pattern)
      ? [{ path: [...SYSTEM_NAMESPACES, position], about: 'value', message }]
      : [];
  });
}

function expiryFindings(document: unknown, now: number): Finding[] {
  return itemsAt(document, EXEMPTIONS).flatMap((exemption, position): Finding[] => {
    const expires = valueAt(exemption, ['expires']);
    const end = typeof expires === 'string' ? expiryOf(expires) : undefined;
    const path = [...EXEMPTIONS, position, 'expires'];
    return end !== undefined && end <= now
      ? [{ path, about: 'value', message: 'has expired and has no effect' }]
      : [];
  });
}

function stalenessFindings(document: unknown): Finding[] {
  const defaults = defaultConfiguration().cluster;
  const [staleAfter, idle] = [STALE_AFTER, WATCH_IDLE].map((path) => valueAt(document, path));
  const staleAfterSeconds = staleAfter ?? defaults.staleAfterSeconds;
  const watchIdleSeconds = idle ?? defaults.watchIdleSeconds;
  if (typeof staleAfterSeconds !== 'number' || typeof watchIdleSeconds !== 'number') {
    return [];
  }
  if (staleAfterSeconds > watchIdleSeconds) {
    return [];
  }
  const path = staleAfter === undefined ? WATCH_IDLE : STALE_AFTER;
  const message = 'a quiet cluster will count as stale: staleAfterSeconds should be above watchIdleSeconds';
  return [{ path, about: 'value', message }];
}

/** What has no effect. */
function unusedFindings(document: unknown): Finding[] {
  if (valueAt(document, CERT_FILE) === undefined) {
    return [];
  }
  return SELF_MADE_ONLY.filter((path) => valueAt(document, path) !== undefined).map((path) => ({
    path,
    about: 'unknown-key',
    message: 'has no effect, because server.tls.certFile is given',
  }));
}

function certificateFindings(document: unknown): Finding[] {
  const [cert, key, ca] = [CERT_FILE, KEY_FILE, CA_FILE].map((path) => valueAt(document, path) !== undefined);
  if (cert !== key) {
    const [given, missing] = cert ? [CERT_FILE, KEY_FILE] : [KEY_FILE, CERT_FILE];
    const message = 'is missing: certFile and keyFile go together';
    return [{ path: missing, about: 'missing-key', message, pointAt: given }];
  }
  if (ca && !cert) {
    const message = 'has no use without certFile and keyFile';
    return [{ path: CA_FILE, about: 'unknown-key', message }];
  }
  return [];
}

function portFindings(document: unknown): Finding[] {
  const service = listenerOf(document, 'server');
  const ops = listenerOf(document, 'ops');
  const samePort = service.port === ops.port && typeof ops.port === 'number' && ops.port !== 0;
  const overlap = addressesOverlap(String(service.address), String(ops.address));
  if (!samePort || !overlap) {
    return [];
  }
  const [path, other] = ops.portGiven ? [['ops', 'port'], 'server.port'] : [['server', 'port'], 'ops.port'];
  return [{ path, about: 'value', message: `must differ from ${other}, found ${ops.port} for both` }];
}

function listenerOf(document: unknown, section: 'server' | 'ops') {
  const defaults = defaultConfiguration()[section];
  const given = valueAt(document, [section]);
  const listener = isMapping(given) ? given : {};
  return {
    address: listener.address ?? defaults.address,
    port: listener.port ?? defaults.port,
    portGiven: listener.port !== undefined,
  };
}

function itemsAt(document: unknown, path: KeyPath): readonly unknown[] {
  const list = valueAt(document, path);
  return Array.isArray(list) ? list : [];
}
