/** `daemonward check` */
import { check as checkManifests } from '../check/check.ts';
import { problemLine, REPORTS } from '../check/report/forms.ts';
import { exitCodeOf } from '../check/report/report.ts';
import { SnapshotError } from '../cluster/snapshot/problem.ts';
import { KUBERNETES_VERSIONS, type KubernetesVersion } from '../kube/openapi/api-types.ts';
import { policySettings } from '../policy/settings.ts';
import { checkExpectations } from './check-expectations.ts';
import {
  type Arguments,
  CONFIG_FLAG,
  type Command,
  outputFlag,
  switchFlag,
  usageError,
  valueFlag,
} from './command.ts';
import { configurationFrom, warningsOf } from './flags/configuration.ts';
import { namespaceFrom } from './flags/namespace-flag.ts';
import { progressOn } from './terminal/progress.ts';
import { painterFor } from './terminal/screen.ts';

export const check: Command = {
  details:
    'Reads DaemonSets, pods and pod templates from files, folders or standard input: YAML or JSON, lists, several\n' +
    'documents, what helm template or kustomize build print. Namespaces and PriorityClasses among them count as part of\n' +
    'the cluster. Ends with 0 when nothing would be refused, 1 when something would, 2 when something cannot be read.',
  options: {
    filename: valueFlag('FILE|DIR|-', 'what to check, - for standard input', { short: 'f', multiple: true }),
    config: CONFIG_FLAG,
    snapshot: valueFlag('FILE', 'the cluster to check against (docs/snapshots.md)', { multiple: true }),
    namespace: valueFlag('NS', 'the namespace of objects that name none (default: default)', { short: 'n' }),
    output: outputFlag(Object.keys(REPORTS)),
    strict: switchFlag('warnings fail as well'),
    expect: switchFlag(
      '-f names files expect.yaml, or folders with some: say whether the codes in them are found, and no others',
    ),
    'kubernetes-version': valueFlag(
      KUBERNETES_VERSIONS.join('|'),
      `whose fields and types count (default: ${KUBERNETES_VERSIONS[0]})`,
    ),
  },
  examples: [
    ['daemonward check -f manifests/', 'everything below a folder'],
    ['helm template my-chart | daemonward check -f - --namespace monitoring', 'what a chart renders to'],
    [
      'daemonward check -f agent.yaml --snapshot cluster.yaml --strict',
      'by the namespaces and classes of a cluster, and warnings fail too',
    ],
    ['daemonward check -f manifests/ -o sarif > check.sarif', 'for the code host to show beside the lines'],
    ['daemonward check --expect -f policies/', 'whether manifests get the codes that expect.yaml says'],
  ],
  async run(args, terminal) {
    const files = args.texts('filename');
    if (files.length === 0)
      throw usageError(args, '-f is missing: a file, a folder, or - for standard input');
    const start = configurationFrom(args);
    const options = {
      files,
      snapshots: args.texts('snapshot'),
      defaultNamespace: namespaceFrom(args),
      settings: policySettings(start.configuration),
      kubernetesVersion: versionFrom(args),
      strict: args.has('strict'),
      now: new Date(),
      standardInput: terminal.input,
    };
    const snapshotsFail = (error: unknown): never => {
      throw error instanceof SnapshotError ? usageError(args, error.message) : error;
    };
    if (args.has('expect')) return checkExpectations(args, terminal, options).catch(snapshotsFail);
    const output = args.text('output') ?? 'text';
    const write = Object.hasOwn(REPORTS, output) ? REPORTS[output] : undefined;
    if (write === undefined) {
      const forms = Object.keys(REPORTS).join(', ');
      throw usageError(args, `--output must be one of ${forms}, found "${output}"`);
    }
    const progress = progressOn(terminal);
    const { report, warnings } = await checkManifests({
      ...options,
      reading: (file) => progress.at(`checking ${file}`),
    }).catch(snapshotsFail);
    progress.clear();
    const lines = [...warningsOf(start), ...warnings, ...report.problems.map(problemLine)];
    for (const line of lines) terminal.err(`${line}\n`);
    const paint = painterFor(args, terminal);
    terminal.out(write(report, (text, level) => paint(text, LEVEL_STYLES[level])));
    return exitCodeOf(report);
  },
};

const LEVEL_STYLES = { error: 'red', warning: 'yellow', note: 'dim' } as const;

/** `v1.36.3` is `1.36`: a patch adds no field. */
const PATCH = /^v?(\d+\.\d+)(?:\.\d+.*)?$/;

function versionFrom(args: Arguments): KubernetesVersion {
  const [newest] = KUBERNETES_VERSIONS;
  const given = args.text('kubernetes-version') ?? newest;
  const minor = PATCH.exec(given)?.[1];
  const version = KUBERNETES_VERSIONS.find((known) => known === minor);
  if (version !== undefined) return version;
  const known = KUBERNETES_VERSIONS.join(', ');
  throw usageError(args, `--kubernetes-version must be one of ${known}, found "${given}"`);
}
