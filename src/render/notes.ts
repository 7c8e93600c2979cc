/** What `daemonward render` says beside its output: things that would fail silently later. */
import { DEFAULT_NAMES } from '../config/identity.ts';
import type { Configuration } from '../config/schema/schema.ts';
import type { RenderOptions } from './options.ts';
import { holdsKey, type SchedulerClient } from './scheduler/client.ts';
import { hostOf, type Target } from './target.ts';

/** One line each. */
export function renderNotes(
  options: RenderOptions,
  configuration: Configuration,
  client: SchedulerClient | null,
): string[] {
  return [
    ...missingName(configuration, options.target),
    ...unknownHost(options),
    ...unknownScheduler(options, configuration),
    ...clientNotes(options, configuration, client),
  ].map((text) => `note: ${text}`);
}

/** Callers look for exactly this name in the certificate; without it every call would fail. */
function missingName({ server }: Configuration, target: Target): string[] {
  const { certFile, names } = server.tls;
  const host = hostOf(target);
  const known = [...DEFAULT_NAMES, server.address, ...names].some((name) => covers(name, host));
  if (certFile !== undefined || known) return [];
  return [`the certificate that Daemonward makes itself has no name ${host}; add it to server.tls.names`];
}

/** A wildcard stands for one label. */
function covers(name: string, host: string): boolean {
  return name === host || (name.startsWith('*.') && name.slice(1) === host.slice(host.indexOf('.')));
}

/** The block is ignorable: a scheduler that cannot look the name up goes on without a word. */
function unknownHost({ what, target, schedulerUrl }: RenderOptions): string[] {
  if (what.kind !== 'scheduler' || schedulerUrl !== undefined || 'url' in target) return [];
  return [
    `kube-scheduler on the host's network does not know ${hostOf(target)}; give --scheduler-url https://CLUSTER-IP`,
  ];
}

function unknownScheduler({ what }: RenderOptions, { daemons }: Configuration): string[] {
  if (what.kind !== 'second-scheduler' || daemons.schedulers.includes(what.name)) return [];
  return [
    `daemons.schedulers of the configuration has no ${what.name}; add it, or DW405 warns of its daemons`,
  ];
}

/** The block is ignorable: a scheduler whose calls are refused goes on without a word. */
function clientNotes(
  { what }: RenderOptions,
  { server }: Configuration,
  client: SchedulerClient | null,
): string[] {
  const { mode, names } = server.clients.scheduler;
  if (what.kind === 'registrations') return [];
  if (client === null) {
    if (mode !== 'enforce') return [];
    return [
      'there is no client certificate in it; with server.clients.scheduler.mode enforce its calls are refused',
    ];
  }
  if (!holdsKey(client)) return [];
  const isKnown = !('names' in client) || client.names.some((name) => names.includes(name));
  return [
    "this holds the scheduler's private key; keep it in a file of mode 0600 or in a Secret, or print paths with --client-by-file",
    ...(isKnown
      ? []
      : ['the client certificate has none of the names in server.clients.scheduler.names; add one']),
  ];
}
