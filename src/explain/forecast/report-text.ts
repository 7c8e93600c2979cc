/** A forecast for a terminal. */
import { findingText } from '../../policy/finding.ts';
import { countWords, table } from '../text/lines.ts';
import type { ForecastReport, NodeForecast } from './report.ts';

/** Who is evicted on one node, before the line becomes longer than a screen. */
const VICTIMS_IN_LINE = 3;

export function forecastText(report: ForecastReport): string {
  const { namespace, name } = report.daemonSet;
  const requests = Object.entries(report.requests).filter(([resource]) => resource !== 'pods');
  const asks = requests.map(([resource, amount]) => `${amount} ${resource}`).join(', ') || 'nothing';
  const preemption = report.preempts ? '' : ', never preempts';
  const lines = [
    `DaemonSet ${namespace}/${name} (${report.change}): asks for ${asks}; priority ${report.priority}${preemption}`,
    ...placeLines(report),
    ...titled('not on others, because of', report.ineligible, ({ reason, nodes }) => [String(nodes), reason]),
    ...titled('in the way', report.lacking, ({ what, nodes }) => [String(nodes), what]),
    ...takesLine(report),
    ...report.overlappingSelectors.map((other) => `its selector and that of ${other} overlap`),
    ...report.samePorts.map(
      ({ daemonSet, ports, nodes }) =>
        `${daemonSet} wants ${ports.join(', ')} too, on ${countWords(nodes, 'node')}`,
    ),
    ...(report.notWeighed.length > 0 ? [`not looked at: ${report.notWeighed.join(', ')}`] : []),
    ...nodeLines(report.byNode),
    ...report.findings.map(findingText),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function placeLines({ nodes, leaves, evicted }: ForecastReport): string[] {
  const places: [number, string][] = [
    [nodes.runs, 'runs already'],
    [nodes.fits, 'fits'],
    [nodes.soon, 'fits once pods have gone that are on their way out'],
    [
      nodes.preempts,
      `evicts others: ${countWords(evicted.pods, 'pod')} of ${countWords(evicted.tenants, 'tenant')}`,
    ],
    [nodes.waits, 'has no room'],
    [nodes.never, 'would not fit on the empty node'],
    [leaves, 'leaves, because it does not belong there any more'],
  ];
  const shown = places.filter(([count]) => count > 0);
  const sum = `belongs on ${nodes.eligible} of ${countWords(nodes.all, 'node')}`;
  return [sum, ...table(shown.map(([count, what]) => [String(count), what]))];
}

function takesLine({ takes }: ForecastReport): string[] {
  const parts = takes
    .filter(({ resource }) => resource !== 'pods')
    .map(({ resource, amount: sum, percent }) => `${sum} ${resource} (${percent} %)`);
  return parts.length === 0 ? [] : [`takes of the cluster: ${parts.join(', ')}`];
}

function nodeLines(nodes: readonly NodeForecast[]): string[] {
  return titled('nodes', nodes, ({ node, state, why = [], evicts = [] }) => {
    const named = evicts.slice(0, VICTIMS_IN_LINE).map(({ pod }) => pod);
    const more = evicts.length > named.length ? ` and ${evicts.length - named.length} more` : '';
    const victims = named.length > 0 ? `; evicts ${named.join(', ')}${more}` : '';
    return [node, state, `${why.join(', ')}${victims}`];
  });
}

/** A title, and below it a line for each row; nothing when there is no row. */
function titled<T>(title: string, rows: readonly T[], columnsOf: (row: T) => readonly string[]): string[] {
  return rows.length === 0 ? [] : [title, ...table(rows.map(columnsOf))];
}
