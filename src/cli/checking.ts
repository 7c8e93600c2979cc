/** What `daemonward check` does: from the settings to the exit code. */
import { policyAtWork } from '../admission/policy-at-work.ts';
import { SnapshotError } from '../cluster/snapshot-problem.ts';
import { problemText } from '../config/problem.ts';
import { dnsLabelProblems } from '../kube/names.ts';
import { type CheckedCluster, clusterFor } from './check-cluster.ts';
import { readInput } from './check-input.ts';
import { checkManifests } from './check-manifests.ts';
import { exitCodeOf, type Report } from './check-report.ts';
import { type Arguments, EXIT, type ExitCode, type Terminal, UsageError } from './command.ts';
import { settingsFrom } from './configuration.ts';
import { policySettings } from './policy-settings.ts';
import { jsonReport } from './report-json.ts';
import { junitReport } from './report-junit.ts';
import { sarifReport } from './report-sarif.ts';
import { problemLine, textReport } from './report-text.ts';

const WRITERS: Readonly<Record<string, (report: Report) => string>> = {
  text: textReport,
  json: jsonReport,
  sarif: sarifReport,
  junit: junitReport,
};

/** Where kubectl puts what names no namespace. */
const DEFAULT_NAMESPACE = 'default';

export async function runCheck(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const { write, defaultNamespace, files } = usage(args);
  const loaded = settingsFrom(args);
  if (!loaded.ok) {
    terminal.err(loaded.lines.map((line) => `${line}\n`).join(''));
    return EXIT.usage;
  }
  const cluster = openCluster(args.texts('snapshot'));
  const warnings = [...(loaded.file?.loaded.warnings.map(problemText) ?? []), ...cluster.warnings];
  for (const warning of warnings) terminal.err(`${warning}\n`);

  const input = await readInput(files, terminal);
  const settings = policySettings(loaded.configuration);
  const now = new Date();
  const { view } = cluster;
  const policy = policyAtWork({ settings: () => settings, view, now: () => now, observe: () => {} })();
  const found = checkManifests(input, cluster, policy, defaultNamespace);
  const report: Report = { ...found, settings, strict: args.has('strict') };
  for (const problem of report.problems) terminal.err(`${problemLine(problem)}\n`);
  terminal.out(write(report));
  return exitCodeOf(report);
}

function usage(args: Arguments) {
  const files = args.texts('filename');
  if (files.length === 0) {
    throw new UsageError('check: -f is missing: a file, a folder, or - for standard input');
  }
  const output = args.text('output') ?? 'text';
  const write = Object.hasOwn(WRITERS, output) ? WRITERS[output] : undefined;
  if (write === undefined) {
    const forms = Object.keys(WRITERS).join(', ');
    throw new UsageError(`check: --output must be one of ${forms}, found "${output}"`);
  }
  const defaultNamespace = args.text('namespace') ?? DEFAULT_NAMESPACE;
  const [wrong] = dnsLabelProblems(defaultNamespace);
  if (wrong !== undefined) throw new UsageError(`check: --namespace ${wrong}, found "${defaultNamespace}"`);
  return { files, write, defaultNamespace };
}

function openCluster(snapshots: readonly string[]): CheckedCluster {
  try {
    return clusterFor(snapshots);
  } catch (error) {
    throw error instanceof SnapshotError ? new UsageError(`check: ${error.message}`) : error;
  }
}
