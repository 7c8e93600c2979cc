/** `daemonward render` */
import { ClusterAccessError } from '../cluster/api/connection.ts';
import { hasPods } from '../cluster/partitions.ts';
import { SERVICE_NAMESPACE } from '../config/identity.ts';
import type { Configuration } from '../config/schema/schema.ts';
import { DEFAULT_SCHEDULER } from '../kube/workloads/pod-defaults.ts';
import type { RenderOptions } from '../render/options.ts';
import { type Credentials, render as renderText } from '../render/render.ts';
import { CLIENT_FILES } from '../render/scheduler/client.ts';
import { PROFILES } from '../render/scheduler/extender.ts';
import { caBundleFor, NO_CA } from '../server/tls/ca-bundle.ts';
import { CertificateError } from '../server/tls/certificate-source.ts';
import { type GivenClient, NO_CLIENT, schedulerClient } from '../server/tls/scheduler-client.ts';
import { bundleOf } from '../server/tls/secret/certificate-set.ts';
import { readSecret } from '../server/tls/secret/read-secret.ts';
import {
  type Arguments,
  CONFIG_FLAG,
  type Command,
  CommandError,
  EXIT,
  oneOf,
  outputFlag,
  switchFlag,
  type Terminal,
  usageError,
  valueFlag,
} from './command.ts';
import { configurationFrom, warningsOf } from './flags/configuration.ts';
import {
  ARKTOS_FLAG,
  CA_FLAG,
  nameFrom,
  namespaceFrom,
  SERVICE_FLAG,
  targetFrom,
  URL_FLAG,
  urlFrom,
} from './flags/target-flags.ts';

const OUTPUTS = ['yaml', 'json'] as const;

export const render: Command = {
  details:
    "For kubectl apply -f -, with the scheduler's part as a comment; --scheduler prints that part alone, for the file of its\n" +
    '--config. What is printed follows the configuration: print and apply it again when tenancy, rules or exemptions\n' +
    'change. The CA is that of --ca, else of server.tls.caFile, else the one in server.tls.directory. With server.tls.secret\n' +
    'the registrations are printed without one, for Daemonward to fill in, and --scheduler reads the Secret in the cluster;\n' +
    'so do the registrations of partitions after the first tenant partition, where nobody fills it in.\n' +
    'With --scheduler the output holds a private key, that of the certificate which the scheduler shows: by default\n' +
    'scheduler.crt of server.tls.directory.\n' +
    '\n' +
    "docs/webhooks.md says what each object does, docs/scheduler.md where the scheduler's part belongs, and both what\n" +
    'happens while Daemonward is down.',
  options: {
    config: CONFIG_FLAG,
    namespace: valueFlag(
      'NAMESPACE',
      'where Daemonward runs (default: that of server.namespace, else daemonward-system; with --url none)',
      { short: 'n' },
    ),
    service: SERVICE_FLAG,
    url: URL_FLAG,
    ca: CA_FLAG,
    partition: valueFlag(
      'NAME',
      'with cluster.partitions: the tenant partition whose API server and scheduler this is for',
    ),
    scheduler: switchFlag('print the `extenders:` of the scheduler alone, to be put into its configuration'),
    'second-scheduler': valueFlag(
      'NAME',
      "print the configuration of a scheduler beside the cluster's own, for pods that name it",
    ),
    profile: valueFlag(PROFILES.join('|'), 'what the scheduler asks, see docs/scheduler.md (default: lean)'),
    'no-bind': switchFlag(
      'leave out bindVerb: for kube-scheduler before 1.30, which takes our answer for a failure',
    ),
    'scheduler-url': valueFlag(
      'https://HOST:PORT',
      'how the scheduler reaches it, when not as the API server does',
    ),
    'client-cert': valueFlag(
      'FILE|none',
      'the certificate that the scheduler shows, in PEM; none leaves it out. Needs --client-key',
    ),
    'client-key': valueFlag('FILE', 'its private key'),
    'client-by-file': switchFlag(
      `print where the two are on the scheduler's machine instead of their content (default: ${CLIENT_FILES.certFile} and .key)`,
    ),
    arktos: ARKTOS_FLAG,
    output: outputFlag(OUTPUTS),
  },
  examples: [
    ['daemonward render --config daemonward.yaml | kubectl apply -f -', 'register the webhooks and policies'],
    ['daemonward render --scheduler >> scheduler-config.yaml', 'the part of the scheduler'],
    [
      'daemonward render --config daemonward.yaml --partition blue --url https://HOST:PORT | kubectl --context blue apply -f -',
      'the same for one of several API servers',
    ],
  ],
  async run(args, terminal) {
    const start = configurationFrom(args, args.has('arktos') ? 'arktos' : undefined);
    const { configuration } = start;
    const options = optionsFrom(args, configuration);
    if (options.what.kind === 'second-scheduler' && configuration.cluster.flavor === 'arktos') {
      const { name } = options.what;
      throw usageError(
        args,
        `--second-scheduler is not for Arktos; start one there with the Policy of --scheduler, --scheduler-name ${name} and --lock-object-name ${name}`,
      );
    }
    const now = new Date();
    const credentials = await credentialsFrom(args, options, configuration, {
      now,
      environment: terminal.environment,
    });
    const { text, notes } = renderText(options, configuration, credentials, now);
    for (const line of [...warningsOf(start), ...notes]) terminal.err(`${line}\n`);
    terminal.out(text);
    return EXIT.fine;
  },
};

async function credentialsFrom(
  args: Arguments,
  { what, namespace, target: { partition } }: RenderOptions,
  configuration: Configuration,
  { now, environment }: Surroundings,
): Promise<Credentials> {
  const client = {
    cert: args.text('client-cert'),
    key: args.text('client-key'),
    // What is for kubectl never holds a key, not even in a comment.
    byFile: args.has('client-by-file') || what.kind === 'registrations',
  };
  if ((client.cert === undefined || client.cert === NO_CLIENT) !== (client.key === undefined)) {
    throw usageError(args, '--client-cert and --client-key go together');
  }
  const isAsked = client.cert !== undefined || args.has('client-by-file');
  const isNeeded = isAsked || configuration.server.clients.scheduler.mode !== 'off';
  const name = configuration.server.tls.secret;
  const ca = args.text('ca');
  // The holder of the Lease keeps it current; printed, it would be as old as the file that it was printed to.
  const isKept =
    name !== undefined &&
    ca === undefined &&
    what.kind === 'registrations' &&
    isHome(partition, configuration);
  const place = { namespace: namespace ?? SERVICE_NAMESPACE, name: name ?? '' };
  const isRead = name !== undefined && !isKept && (ca === undefined || (isNeeded && isOurs(client)));
  try {
    const set = isRead ? await readSecret(place, configuration, environment) : null;
    return {
      caBundle:
        set && ca === undefined
          ? base64Of(bundleOf(set.serving))
          : caBundleFor(isKept ? NO_CA : ca, configuration, now),
      client: isNeeded ? schedulerClient(client, configuration, now, set?.clients.scheduler) : null,
    };
  } catch (error) {
    if (error instanceof ClusterAccessError) {
      throw new CommandError(`daemonward: ${args.command}: ${error.message}`, EXIT.unreachable);
    }
    throw error instanceof CertificateError ? usageError(args, error.message) : error;
  }
}

/** Where Daemonward writes: in other partitions nobody fills the CA in. */
function isHome(partition: string | undefined, { cluster }: Configuration): boolean {
  return partition === undefined || partition === cluster.partitions.find(hasPods)?.name;
}

interface Surroundings {
  readonly now: Date;
  readonly environment: Terminal['environment'];
}

/** Whether the scheduler is given the certificate that we have made for it. */
function isOurs({ cert, byFile }: GivenClient): boolean {
  return cert === undefined && !byFile;
}

function base64Of(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Where pods go that name no scheduler, and whose lease the cluster's own scheduler holds. */
const TAKEN_NAMES = [DEFAULT_SCHEDULER, 'kube-scheduler'];

/** The flags, checked against each other. */
function optionsFrom(args: Arguments, { server, cluster }: Configuration): RenderOptions {
  const output = oneOf(args, 'output', OUTPUTS);
  const what = whatFrom(args);
  const options: RenderOptions = {
    output,
    target: { ...targetFrom(args, server.namespace), ...partitionFrom(args, cluster.partitions) },
    namespace: namespaceFrom(args, server.namespace),
    profile: oneOf(args, 'profile', PROFILES),
    witness: !args.has('no-bind'),
    schedulerUrl: urlFrom(args, 'scheduler-url')?.url,
    what,
  };
  // Of the registrations it is a comment, and JSON has none.
  const unheard = ['profile', 'scheduler-url', 'no-bind'].find((flag) => args.has(flag));
  if (unheard !== undefined && what.kind === 'registrations' && output === 'json') {
    throw usageError(
      args,
      `--${unheard} is about the scheduler, of which JSON says nothing without --scheduler or --second-scheduler`,
    );
  }
  return options;
}

/** What is applied to one API server names its partition: it would be wrong at every other one. */
function partitionFrom(
  args: Arguments,
  partitions: Configuration['cluster']['partitions'],
): Pick<RenderOptions['target'], 'partition'> {
  const partition = args.text('partition');
  const names = partitions.filter(hasPods).map(({ name }) => name);
  if (names.length === 0) {
    if (partition === undefined) return {};
    throw usageError(args, `--partition ${partition}: cluster.partitions of the configuration has none`);
  }
  if (partition !== undefined && names.includes(partition)) return { partition };
  const found = partition === undefined ? '' : `, found "${partition}"`;
  throw usageError(
    args,
    `--partition must be a tenant partition of the configuration, one of ${names.join(', ')}${found}`,
  );
}

function whatFrom(args: Arguments): RenderOptions['what'] {
  if (!args.has('second-scheduler')) return { kind: args.has('scheduler') ? 'scheduler' : 'registrations' };
  if (args.has('scheduler')) throw usageError(args, 'give --scheduler or --second-scheduler, not both');
  const name = nameFrom(args, 'second-scheduler', '');
  if (TAKEN_NAMES.includes(name)) {
    throw usageError(args, `--second-scheduler "${name}" is the cluster's own scheduler; name another`);
  }
  return { kind: 'second-scheduler', name };
}
