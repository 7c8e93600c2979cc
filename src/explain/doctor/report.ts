/** What the doctor found, for people and for programs. */
import { CHECKS, type CheckName, GROUPS } from './checks.ts';
import { type Line, STATUSES, type Status } from './line.ts';

export function countsOf(lines: readonly Line[]): Readonly<Record<Status, number>> {
  const counts = { ok: 0, warning: 0, failure: 0, skipped: 0 };
  for (const { status } of lines) counts[status] += 1;
  return counts;
}

const STATUS_WIDTH = Math.max(...STATUSES.map((status) => status.length));
const CHECK_WIDTH = Math.max(...Object.keys(CHECKS).map((check) => check.length));

/** A line each, below its group; what to do stands below it. */
export function textReport(lines: readonly Line[]): string {
  const groups = GROUPS.flatMap((group) => {
    const own = lines.filter(({ check }) => groupOf(check) === group);
    return own.length === 0 ? [] : [[group, ...own.flatMap(lineTexts), ''].join('\n')];
  });
  const counts = countsOf(lines);
  const sum = STATUSES.filter((status) => status === 'ok' || counts[status] > 0)
    .map((status) => `${counts[status]} ${status}`)
    .join(', ');
  return `${groups.join('\n')}\n${sum}\n`;
}

function lineTexts({ status, check, text, remedy }: Line): readonly string[] {
  const head = `  ${status.padEnd(STATUS_WIDTH)}  ${check.padEnd(CHECK_WIDTH)}  ${text}`;
  return remedy === null || remedy === ''
    ? [head]
    : [head, `${' '.repeat(STATUS_WIDTH + CHECK_WIDTH + 6)}→ ${remedy}`];
}

export function jsonReport(lines: readonly Line[]): string {
  const checks = lines.map(({ check, status, text, remedy }) => ({
    group: groupOf(check),
    check,
    status,
    text,
    remedy: remedy || null,
  }));
  return `${JSON.stringify({ counts: countsOf(lines), checks }, null, 2)}\n`;
}

function groupOf(check: CheckName) {
  return CHECKS[check].group;
}
