/** `daemonward forecast` */
import { type CheckInput, readInput } from '../check/input.ts';
import { problemLine } from '../check/report/forms.ts';
import { createProjector } from '../cluster/projection/projector.ts';
import type { ClusterStore } from '../cluster/store/store.ts';
import { Forecast } from '../explain/forecast/forecast.ts';
import { manifestQuestion } from '../explain/forecast/manifest-question.ts';
import { type ForecastReport, reportOf } from '../explain/forecast/report.ts';
import { forecastText } from '../explain/forecast/report-text.ts';
import { ENTRIES_SHOWN, MOST_ENTRIES_SHOWN, type Scene } from '../explain/scene.ts';
import { clusterFrom, SNAPSHOT_FLAGS } from './cluster/offline-cluster.ts';
import { offlineScene } from './cluster/offline-scene.ts';
import {
  CONFIG_FLAG,
  type Command,
  CommandError,
  EXIT,
  oneOf,
  outputFlag,
  switchFlag,
  usageError,
  valueFlag,
} from './command.ts';
import { configurationFrom, warningsOf } from './flags/configuration.ts';
import { namespaceFrom } from './flags/namespace-flag.ts';
import { shownText } from './terminal/screen.ts';

const OUTPUTS = ['text', 'json'] as const;

export const forecast: Command = {
  details:
    'Reads DaemonSets from files, folders or standard input, and says of each what it will do on every node of a cluster: where\n' +
    'it belongs and why not elsewhere, where it fits, whom it would evict, where it cannot run. The cluster is the one of your\n' +
    'kubeconfig, read once, or a snapshot. One that the cluster has already is compared with its pods that run. Namespaces and\n' +
    'PriorityClasses among the manifests count as part of the cluster.\n' +
    'Ends with 0 when each runs on every node where it belongs and evicts nobody, 1 when not, 2 when something cannot be read,\n' +
    '3 when the cluster is not reached.',
  examples: [
    [
      'daemonward forecast -f daemonset.yaml --snapshot cluster.json',
      'what it would do on every node of a snapshot',
    ],
    [
      'daemonward forecast -f daemonset.yaml --output json',
      'the same of the cluster of the kubeconfig, for programs',
    ],
  ],
  options: {
    filename: valueFlag('FILE|DIR|-', 'what to forecast, - for standard input', {
      short: 'f',
      multiple: true,
    }),
    namespace: valueFlag(
      'NS',
      'the namespace of objects that name none (default: that of the context, or default)',
      { short: 'n' },
    ),
    all: switchFlag('show every node, and not only the first of those in trouble'),
    output: outputFlag(OUTPUTS),
    config: CONFIG_FLAG,
    ...SNAPSHOT_FLAGS,
  },
  async run(args, terminal) {
    const files = args.texts('filename');
    if (files.length === 0) {
      throw usageError(args, '-f is missing: a file, a folder, or - for standard input');
    }
    const output = oneOf(args, 'output', OUTPUTS);
    const start = configurationFrom(args);
    for (const line of warningsOf(start)) terminal.err(`${line}\n`);
    const input = await readInput(files, terminal.input);
    // A flag that is wrong is said before the cluster is read.
    namespaceFrom(args);
    const cluster = await clusterFrom(args, terminal, start.configuration);
    if (cluster === undefined) {
      const how = 'give --snapshot, --example or --kubeconfig';
      throw new CommandError(`daemonward: forecast: there is no cluster: ${how}`, EXIT.unreachable);
    }
    const { store: view } = cluster;
    const namespace = namespaceFrom(args, cluster.namespace);
    const problems = [...input.problems.map(problemLine), ...takeAlong(input, view)];
    const scene = offlineScene(view, start.configuration, Date.now());
    const nodesShown = args.has('all') ? MOST_ENTRIES_SHOWN : ENTRIES_SHOWN;
    const { reports, unreadable } = reportsOn(input, { scene, namespace, nodesShown });
    problems.push(...unreadable);
    for (const line of problems) terminal.err(`${line}\n`);
    if (reports.length === 0 && problems.length === 0) {
      throw usageError(args, 'there is no DaemonSet in what -f names');
    }
    terminal.out(
      output === 'text'
        ? shownText(reports.map(forecastText).join('\n'), terminal)
        : `${JSON.stringify({ forecasts: reports }, null, 2)}\n`,
    );
    if (problems.length > 0) return EXIT.usage;
    return reports.some(({ findings }) => findings.length > 0) ? EXIT.findings : EXIT.fine;
  },
};

interface Wanted {
  readonly scene: Scene;
  readonly namespace: string;
  readonly nodesShown: number;
}

function reportsOn({ objects }: CheckInput, { scene, namespace, nodesShown }: Wanted) {
  const { view, ledger, rules } = scene;
  const reports: ForecastReport[] = [];
  const unreadable: string[] = [];
  for (const { object, role, placeOf } of objects) {
    if (role.as !== 'daemonset') continue;
    const read = manifestQuestion(object.content, namespace, rules);
    if (read.ok) {
      const whole = new Forecast(read.question, { view, ledger, rules });
      whole.finish();
      reports.push(reportOf(whole, view, rules, nodesShown));
    } else unreadable.push(problemLine({ ...placeOf(read.path), field: read.path, message: read.problem }));
  }
  return { reports, unreadable };
}

/** What the manifests bring along decides about what is in them. The answer is what cannot be read. */
function takeAlong({ objects }: CheckInput, store: ClusterStore): string[] {
  const projector = createProjector();
  return objects.flatMap(({ object, role, placeOf }) => {
    const kind =
      role.as === 'namespace' ? 'namespaces' : role.as === 'priority-class' ? 'priorityClasses' : undefined;
    if (kind === undefined) return [];
    const projected = projector[kind](object.content);
    if (!projected.ok) {
      const { path, problem } = projected;
      return [problemLine({ ...placeOf(path), field: path, message: problem })];
    }
    store.put(kind, projected.record);
    return [];
  });
}
