/** The shapes that the texts of explanations are made of. */
import type { RuleVerdict } from '../rule-verdict.ts';

const INDENT = '  ';

/** Columns as wide as their widest entry. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    `${INDENT}${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}

const VERDICT_MARKS = { yes: 'yes', no: 'NO', note: '-' } as const satisfies Record<
  RuleVerdict['verdict'],
  string
>;

/** One line a rule, and below them what to do about those that keep the daemon away. */
export function ruleLines(rules: readonly RuleVerdict[]): string[] {
  const rows = rules.map(({ rule, verdict, code, words }) => [
    rule,
    VERDICT_MARKS[verdict],
    code === undefined || words.startsWith(code) ? words : `${code} ${words}`,
  ]);
  const remedies = [...new Set(rules.flatMap(({ remedy }) => remedy ?? []))];
  return [...table(rows), ...remedies.map((remedy) => `${INDENT}what to do: ${remedy}`)];
}

export function amountWords(amounts: Readonly<Record<string, string>>): string {
  const parts = Object.entries(amounts).map(([resource, amount]) =>
    resource === 'pods' && amount === '1' ? 'a place among the pods' : `${amount} ${resource}`,
  );
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

/** @example countWords(1, 'node') // '1 node' */
export function countWords(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** What cannot be relied on is said first. */
export function problemLines(problem: string | null): string[] {
  return problem === null ? [] : [`The view of the cluster cannot be relied on: ${problem}`, ''];
}
