/** The pages that are made from tables of the code. A test keeps each equal to what is made here. */
import { stringify } from 'yaml';
import { commandHelp, type NamedCommand, overview } from '../src/cli/help.ts';
import { allCommands } from '../src/cli/run.ts';
import { SERVICE_NAME, SERVICE_NAMESPACE } from '../src/config/identity.ts';
import { configurationSchema } from '../src/config/schema/settings.ts';
import {
  FAMILIES,
  REASON_CODES,
  REASONS,
  type ReasonCode,
  type ReasonEntry,
  SCHEDULING_REASONS,
} from '../src/policy/reasons.ts';
import { HTTP_ERRORS } from '../src/server/http/errors.ts';
import { METRICS } from '../src/server/observe/metrics.ts';
import { alertFile, alertsOf } from './alerts.ts';
import { configurationPage } from './configuration-page.ts';
import { doctorPage } from './doctor-page.ts';
import { faultsPage } from './faults-page.ts';
import { mutationPage } from './mutation-page.ts';
import { PICTURE, performancePage, performancePicture, readBench } from './performance/page.ts';
import { scalePage, scalePicture } from './scale-page.ts';
import { soakPage } from './soak-page.ts';
import { soakPicture } from './soak-picture.ts';

const COMMANDS = await allCommands();
const BENCH = readBench();

/** File name, seen from docs/ → content. */
export const PAGES: Readonly<Record<string, () => string>> = {
  'cli.md': () => commandsPage(COMMANDS),
  'configuration.md': () => configurationPage(configurationSchema),
  'doctor.md': doctorPage,
  'faults.md': () => faultsPage(),
  'http-errors.md': httpErrorsPage,
  'metrics.md': metricsPage,
  'mutation.md': () => mutationPage(),
  'partitions-scale.md': () => scalePage(),
  'images/partitions-scale.svg': () => scalePicture(),
  'performance.md': () => performancePage(),
  ...(BENCH && { [PICTURE]: () => performancePicture(BENCH) }),
  'reasons.md': reasonsPage,
  'soak.md': () => soakPage(),
  'images/soak.svg': () => soakPicture(),
  '../manifests/monitoring/prometheus-rule.yaml': prometheusRule,
};

function httpErrorsPage(): string {
  const rows = Object.entries(HTTP_ERRORS).map(([code, { status, when }]) => [
    `\`${code}\``,
    `${status}`,
    when,
  ]);
  return page(
    'Errors over HTTP',
    'What is wrong with a request is answered as `{"error": {"code": "…", "message": "…"}}`.',
    ['Code', 'Status', 'When'],
    rows,
  );
}

function metricsPage(): string {
  const rows = Object.values(METRICS).map(({ name, type, labels, help }) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
    alertsOf(name).join(', '),
  ]);
  return page(
    'Metrics',
    '`GET /metrics` on the ops port. Beside these there are the usual `process_*` and `nodejs_*` ones. The alerts are in\n' +
      '[manifests/monitoring](../manifests/monitoring/README.md); a metric that none reads is in the dashboard, or for whoever\n' +
      'looks for a cause.',
    ['Name', 'Type', 'Labels', 'Meaning', 'Alert'],
    rows,
  );
}

/** For Prometheus' operator, which reads the same groups as a resource. */
function prometheusRule(): string {
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: {
      name: 'daemonward',
      namespace: SERVICE_NAMESPACE,
      labels: { 'app.kubernetes.io/name': SERVICE_NAME },
    },
    spec: alertFile(),
  };
  return `# Made of alerts.yaml by \`npm run docs\`; do not edit.\n${stringify(rule, { lineWidth: 0 })}`;
}

function page(
  title: string,
  head: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [line(columns), line(columns.map(() => '---')), ...rows.map(line)];
  return [`# ${title}`, '', 'Made by `npm run docs`; do not edit.', '', head, '', ...table, ''].join('\n');
}

function reasonsPage(): string {
  const ofFamily = (prefix: string) => REASON_CODES.filter((code) => code.startsWith(prefix));
  const { DW5: scheduling, ...others } = FAMILIES;
  const sections = Object.entries(others).flatMap(([prefix, family]) => [
    `## ${family}`,
    '',
    ...ofFamily(prefix).flatMap(reasonSection),
  ]);
  return [
    '# Reason codes',
    '',
    'Made by `npm run docs`; do not edit.',
    '',
    'Every decision carries its code: in the denial, the warning, the audit annotation, the log line, the metric',
    '`daemonward_findings_total` and the output of `daemonward check`. `rules.<code>` in the configuration sets the mode:',
    '`off`, `audit` (count and log), `warn` (allow, with a warning) or `enforce` (refuse).',
    '',
    ...sections,
    `## ${scheduling}`,
    '',
    'DW501 to DW507 are said to the scheduler about a node, counted in `daemonward_scheduler_refusals_total`, and turned on by',
    'one setting for all; the others are rules as those above.',
    '',
    ...Object.entries(SCHEDULING_REASONS).flatMap(([code, { title, setting, ...rest }]) =>
      section(code, `**${title}** (\`${setting}\`)`, rest),
    ),
    ...ofFamily('DW5').flatMap(reasonSection),
  ].join('\n');
}

function reasonSection(code: ReasonCode): string[] {
  const { title, mode, ...rest } = REASONS[code];
  return section(code, `**${title}** (default: \`${mode}\`)`, rest);
}

function section(
  code: string,
  title: string,
  { cause, example, remedy }: Pick<ReasonEntry, 'cause' | 'example' | 'remedy'>,
): string[] {
  return [`### ${code}`, '', title, '', cause, '', `- Example: ${example}`, `- Remedy: ${remedy}`, ''];
}

function commandsPage(commands: readonly NamedCommand[]): string {
  const sections = commands.flatMap((command) => [
    `## ${command.name}`,
    '',
    '```',
    commandHelp(command).trimEnd(),
    '```',
    '',
  ]);
  return ['# The command line', '', '```', overview(commands).trimEnd(), '```', '', ...sections].join('\n');
}
