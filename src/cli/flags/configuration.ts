/** The configuration that the flags of a command name: its file, and what they override. */
import { isInPod } from '../../cluster/api/credentials.ts';
import { problemText } from '../../config/diagnose/problem.ts';
import type { StartConfiguration } from '../../config/live.ts';
import { loadConfiguration } from '../../config/load.ts';
import { EVERY_ADDRESS, LOOPBACK } from '../../config/ops-address.ts';
import { ownNamespace } from '../../config/own-namespace.ts';
import {
  type Configuration,
  defaultConfiguration,
  exampleSnapshot,
  type Flavor,
  withDefaults,
} from '../../config/schema/schema.ts';
import { type Arguments, CommandError, EXIT, type Terminal, usageError } from '../command.ts';

const LARGEST_PORT = 65_535;

const EVERYBODY = {
  scheduler: { mode: 'off', names: [] },
  admission: { mode: 'off', names: [] },
} as const;

/** The flavor decides some defaults: a flag has its say before they are filled in. */
export function configurationFrom(args: Arguments, flavor?: Flavor): StartConfiguration {
  const path = args.text('config');
  if (path === '') throw usageError(args, '--config needs the name of a file');
  const cluster = flavor === undefined ? {} : { flavor };
  if (path === undefined) {
    const { apiVersion, kind } = defaultConfiguration();
    return { configuration: withDefaults({ apiVersion, kind, cluster }), file: null };
  }
  const loaded = loadConfiguration(path, cluster);
  if (!loaded.ok) throw new CommandError(loaded.problems.map(problemText).join('\n'), EXIT.usage);
  const { configuration } = loaded;
  return {
    configuration: { ...configuration, cluster: { ...configuration.cluster, ...cluster } },
    file: { path, loaded },
  };
}

export function warningsOf({ file }: StartConfiguration): readonly string[] {
  return (file?.loaded.warnings ?? []).map(problemText);
}

/** What the flags of `serve` say instead of the file, and what the surroundings say where it is silent. */
export function withServeFlags(
  configuration: Configuration,
  args: Arguments,
  environment: Terminal['environment'],
  exists?: (path: string) => boolean,
): Configuration {
  const { server, ops, cluster } = configuration;
  const { clients } = server;
  const snapshots = [...args.texts('snapshot'), ...(args.has('example') ? [exampleSnapshot] : [])];
  return {
    ...configuration,
    server: {
      ...server,
      port: portFrom(args, 'port') ?? server.port,
      namespace: server.namespace ?? ownNamespace(environment),
      // Nobody's scheduler asks about the example: whoever tries it needs no certificate.
      clients: args.has('example') ? { ...clients, ...EVERYBODY } : clients,
    },
    ops: {
      ...ops,
      address: ops.address ?? (isInPod(environment, exists) ? EVERY_ADDRESS : LOOPBACK),
      port: portFrom(args, 'ops-port') ?? ops.port,
    },
    cluster: snapshots.length > 0 ? { ...cluster, source: 'snapshot', snapshots } : cluster,
  };
}

function portFrom(args: Arguments, flag: string): number | undefined {
  const text = args.text(flag);
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > LARGEST_PORT) {
    throw usageError(args, `--${flag} must be a whole number from 0 to ${LARGEST_PORT}, found "${text}"`);
  }
  return port;
}
