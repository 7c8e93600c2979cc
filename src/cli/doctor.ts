/** `daemonward doctor` */
import { ApiClient } from '../cluster/api/api-client.ts';
import { ClusterAccessError } from '../cluster/api/connection.ts';
import { SERVICE_NAME } from '../config/identity.ts';
import { diagnose } from '../explain/doctor/diagnose.ts';
import { known } from '../explain/doctor/known.ts';
import { countsOf, jsonReport, textReport } from '../explain/doctor/report.ts';
import { findInstalled } from '../install/installed.ts';
import {
  type Arguments,
  CONFIG_FLAG,
  type Command,
  CommandError,
  EXIT,
  oneOf,
  outputFlag,
  type Terminal,
  usageError,
  valueFlag,
} from './command.ts';
import { type GatherOptions, gather } from './doctor/gather.ts';
import { learn } from './doctor/learn.ts';
import { readSchedulerFile } from './doctor/scheduler-file.ts';
import { ACCESS_FLAGS, connectionFrom } from './flags/cluster-flags.ts';
import { checked, placeOf } from './flags/registered-place.ts';
import { nameFrom, SERVICE_FLAG, urlFrom } from './flags/target-flags.ts';

const OUTPUTS = ['text', 'json'] as const;

export const doctor: Command = {
  details:
    'Looks at a live installation and says what is wrong with it, a line for each check, with the remedy: whether what is\n' +
    'registered is what render prints, whether the API server and the scheduler can verify it, how long certificates last,\n' +
    'who has called and who has not, how old its picture of the cluster is, and what runs that a rule would refuse.\n' +
    'It changes nothing. What it may not see, or cannot reach, it skips and says so. docs/doctor.md has every check.\n' +
    'Ends with 0 when nothing fails, warnings or not; 1 when something does; 3 when the cluster is not reached.',
  examples: [
    ['daemonward doctor', 'whether the installation of this cluster is well'],
    [
      'daemonward doctor --scheduler-config scheduler.yaml --output json',
      "with the scheduler's part of it, for programs",
    ],
  ],
  options: {
    config: CONFIG_FLAG,
    namespace: valueFlag(
      'NAMESPACE',
      'where Daemonward runs (default: where it is, else daemonward-system)',
      {
        short: 'n',
      },
    ),
    service: SERVICE_FLAG,
    'service-url': valueFlag(
      'https://HOST:PORT',
      'where the API server finds it (default: as it is registered)',
    ),
    url: valueFlag(
      'http://HOST:PORT',
      'the ops port of a replica (default: those of the installation, through the API server)',
      { multiple: true },
    ),
    'scheduler-config': valueFlag('FILE', "the scheduler's configuration, with its extenders"),
    ...ACCESS_FLAGS,
    output: outputFlag(OUTPUTS),
  },
  async run(args, terminal) {
    const output = oneOf(args, 'output', OUTPUTS);
    const lines = diagnose(
      await gather(await optionsFrom(args, terminal)).catch((error: unknown) => fail(args, error)),
    );
    terminal.out(output === 'json' ? jsonReport(lines) : textReport(lines));
    return countsOf(lines).failure > 0 ? EXIT.findings : EXIT.fine;
  },
};

function fail(args: Arguments, error: unknown): never {
  if (!(error instanceof ClusterAccessError)) throw error;
  throw new CommandError(`daemonward: ${args.command}: ${error.message}`, EXIT.unreachable);
}

async function optionsFrom(args: Arguments, terminal: Terminal): Promise<GatherOptions> {
  const opsUrls = args.texts('url').map((text) => opsUrl(args, text));
  const schedulerFile = schedulerFileFrom(args);
  const target = urlFrom(args, 'service-url');
  const service = nameFrom(args, 'service', SERVICE_NAME);
  const connection = await connectionFrom(args, terminal).catch((error: unknown) => fail(args, error));
  const installed = await learn(() => findInstalled(new ApiClient(connection))).catch((error: unknown) =>
    fail(args, error),
  );
  const there = installed.known ? installed.value : undefined;
  const place = placeOf(args, there);
  return {
    connection,
    configuration: checked(place.given, there?.overlays.has('arktos') ?? false, terminal.err),
    configurationIs: installed.known || args.has('config') ? known(null) : installed,
    namespace: place.namespace,
    isInstalled: args.has('namespace') || there !== undefined,
    hasSecondScheduler: there?.overlays.has('second-scheduler') ?? false,
    target,
    service,
    opsUrls,
    schedulerFile,
    now: new Date(),
  };
}

function opsUrl(args: Arguments, text: string): string {
  const isHttp = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
  if (!isHttp) throw usageError(args, `--url "${text}" must be a URL such as http://127.0.0.1:8080`);
  return text.replace(/\/+$/, '');
}

function schedulerFileFrom(args: Arguments): GatherOptions['schedulerFile'] {
  const path = args.text('scheduler-config');
  if (path === undefined) return undefined;
  const read = readSchedulerFile(path);
  if ('problem' in read) throw usageError(args, read.problem);
  return { path, content: read.content };
}
