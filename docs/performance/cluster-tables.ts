/** What `npm run bench:cluster` measured, as tables. */
import type { ClusterResult, Extender, Placing } from '../../test/bench/cluster/result.ts';
import type { Figure } from '../../test/bench/result.ts';
import { goalText, number, outcome, spread, table } from './markdown.ts';

export function clusterTables({ placing, creating, verdicts }: ClusterResult): string[] {
  const groups = Map.groupBy(placing, titleOf);
  return [
    '### Goals on a real scheduler',
    '',
    ...table(
      ['What', 'Goal', 'Measured', 'Outcome'],
      verdicts.map((verdict) => [
        verdict.what,
        verdict.goal === undefined ? '' : goalText(verdict.goal, verdict.unit),
        times(verdict.measured),
        outcome(verdict),
      ]),
    ),
    '',
    ...[...groups].flatMap(([title, rows]) => [`### ${title}`, '', ...placingTable(rows), '']),
    '### Creating, at a real API server',
    '',
    ...table(
      ['What', 'Without, median ms', 'With, median ms', 'Times', 'Without, p99 ms', 'With, p99 ms'],
      creating.map(({ what, without, with: ours, times: ratio }) => [
        what,
        spread(without.p50Ms),
        spread(ours.p50Ms),
        spread(ratio),
        spread(without.p99Ms),
        spread(ours.p99Ms),
      ]),
    ),
  ];
}

function times(figure: Figure | null): string {
  return figure === null ? '–' : spread(figure);
}

function titleOf({ stock, clients, pods }: Placing): string {
  const { nodes, daemonSets, bound, orders } = stock;
  const daemons =
    daemonSets === 0
      ? 'no DaemonSets'
      : `${daemonSets} DaemonSets ${bound ? 'in place' : 'missing'} everywhere`;
  const ordered = orders === 0 ? '' : `, ${orders} Orders`;
  const rates = clients === 'own' ? 'the scheduler at its own rates' : 'fast clients';
  return `${number(nodes)} nodes, ${daemons}${ordered}, ${rates}, ${number(pods)} pods`;
}

function placingTable(rows: readonly Placing[]): string[] {
  return table(
    [
      'Extender',
      'Pods/s',
      'against none',
      'against the pass-through filter',
      'CPU of the scheduler a pod, µs',
      'of the extender, µs',
    ],
    rows.map((row) => [
      extenderText(row.extender),
      spread(row.podsPerSecond),
      times(row.timesNone),
      times(row.timesPassThrough),
      spread(row.schedulerCpuUs),
      row.extender.kind === 'none' ? '' : spread(row.extenderCpuUs),
    ]),
  );
}

function extenderText(extender: Extender): string {
  switch (extender.kind) {
    case 'none':
      return 'none';
    case 'pass-through':
      return extender.asked === 'filter' ? 'pass-through, filter only' : 'pass-through, asked as `lean`';
    case 'daemonward':
      return `Daemonward, ${extender.mode}, \`${extender.profile}\``;
  }
}
