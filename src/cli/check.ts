/** `daemonward check` */
import { check as checkManifests } from '../check/check.ts';
import { problemLine, REPORTS } from '../check/report/forms.ts';
import { exitCodeOf } from '../check/report/report.ts';
import { SnapshotError } from '../cluster/snapshot/problem.ts';
import { dnsLabelProblems } from '../kube/names.ts';
import { policySettings } from '../policy/settings.ts';
import {
  type Arguments,
  CONFIG_FLAG,
  type Command,
  outputFlag,
  switchFlag,
  usageError,
  valueFlag,
} from './command.ts';
import { configurationFrom, warningsOf } from './configuration.ts';

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
  },
  async run(args, terminal) {
    const files = args.texts('filename');
    if (files.length === 0)
      throw usageError(args, '-f is missing: a file, a folder, or - for standard input');
    const output = args.text('output') ?? 'text';
    const write = Object.hasOwn(REPORTS, output) ? REPORTS[output] : undefined;
    if (write === undefined) {
      const forms = Object.keys(REPORTS).join(', ');
      throw usageError(args, `--output must be one of ${forms}, found "${output}"`);
    }
    const start = configurationFrom(args);
    const { report, warnings } = await checkManifests({
      files,
      snapshots: args.texts('snapshot'),
      defaultNamespace: namespaceFrom(args),
      settings: policySettings(start.configuration),
      strict: args.has('strict'),
      now: new Date(),
      standardInput: terminal.input,
    }).catch((error: unknown) => {
      throw error instanceof SnapshotError ? usageError(args, error.message) : error;
    });
    const lines = [...warningsOf(start), ...warnings, ...report.problems.map(problemLine)];
    for (const line of lines) terminal.err(`${line}\n`);
    terminal.out(write(report));
    return exitCodeOf(report);
  },
};

/** Where kubectl puts what names no namespace. */
const DEFAULT_NAMESPACE = 'default';

function namespaceFrom(args: Arguments): string {
  const namespace = args.text('namespace') ?? DEFAULT_NAMESPACE;
  const [wrong] = dnsLabelProblems(namespace);
  if (wrong !== undefined) throw usageError(args, `--namespace ${wrong}, found "${namespace}"`);
  return namespace;
}
