/** What a run of the end-to-end tests on one Kubernetes said, and the table of all of them for the docs. */

export interface VersionRun {
  readonly version: string;
  /** Null when it did not get to its closing line: the control plane could not be built, or was ended from outside. */
  readonly outcome: { readonly passed: number; readonly failed: number } | null;
  readonly milliseconds: number;
}

/** As `test/closing-line.ts` writes it; the last one counts. */
const CLOSING_LINE = /^(\d+) passed, (\d+) failed$/gm;

const MINUTE_MS = 60_000;

export function outcomeIn(output: string): VersionRun['outcome'] {
  const [, passed, failed] = [...output.matchAll(CLOSING_LINE)].at(-1) ?? [];
  return passed === undefined || failed === undefined
    ? null
    : { passed: Number(passed), failed: Number(failed) };
}

export function succeeded({ outcome }: VersionRun): boolean {
  return outcome !== null && outcome.failed === 0 && outcome.passed > 0;
}

/** Markdown, the newest version first. `day` is that of the runs: 2030-01-31. */
export function versionsTable(runs: readonly VersionRun[], daemonward: string, day: string): string {
  const newestFirst = runs.toSorted((one, other) =>
    other.version.localeCompare(one.version, 'en', { numeric: true }),
  );
  const rows = newestFirst.map(({ version, outcome, milliseconds }) => {
    const counts = outcome === null ? 'not run to its end | ' : `${outcome.passed} | ${outcome.failed}`;
    return `| ${version} | ${counts} | ${Math.ceil(milliseconds / MINUTE_MS)} min | ${daemonward} | ${day} |`;
  });
  return [
    '| Kubernetes | Passed | Failed | Took | Daemonward | Day |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
