/** The table at the end of a run, for a terminal. */
import type { FaultsResult, SceneResult } from './result.ts';

interface Column {
  readonly title: string;
  readonly of: (result: SceneResult) => string;
}

export const COLUMNS: readonly Column[] = [
  { title: 'Scene', of: ({ scene }) => scene },
  { title: 'Held', of: ({ broken }) => (broken.length === 0 ? 'yes' : 'NO') },
  { title: 'Reviews', of: ({ reviews }) => `${reviews.sent}` },
  { title: 'unanswered', of: ({ reviews }) => `${reviews.unanswered}` },
  { title: 'wrong', of: ({ reviews }) => `${reviews.wrong}` },
  { title: 'Scheduler calls', of: ({ scheduling }) => `${scheduling.calls}` },
  { title: 'skipped', of: ({ scheduling }) => `${scheduling.skipped}` },
  { title: 'Placed', of: ({ scheduling }) => `${scheduling.placed}` },
  { title: 'unguarded', of: ({ scheduling }) => `${scheduling.unguarded}` },
  { title: 'wrongly', of: ({ scheduling }) => `${scheduling.wrong}` },
  { title: 'Starved', of: ({ starved }) => `${starved}` },
  { title: 'Recovered after', of: ({ recoveredMs }) => `${(recoveredMs / 1_000).toFixed(1)} s` },
  { title: 'Peak memory', of: ({ peakMB }) => `${peakMB} MB` },
  { title: 'Metrics showed', of: ({ metrics }) => metrics.join('; ') },
];

export function tableText({ scenes, seconds, seed }: FaultsResult): string {
  const rows = [COLUMNS.map(({ title }) => title), ...scenes.map((one) => COLUMNS.map(({ of }) => of(one)))];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const broken = scenes.filter((scene) => scene.broken.length > 0).length;
  return [...lines, '', `${scenes.length} scenes in ${seconds} s with seed ${seed}, ${broken} broken`].join(
    '\n',
  );
}
