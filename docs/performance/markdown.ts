/** Tables and figures as the pages about speed write them. */
import type { Figure, Goal, Verdict } from '../../test/bench/result.ts';

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = line(columns.map((_, index) => (index === 0 ? '---' : '---:')));
  return [line(columns), rule, ...rows.map(line)];
}

export const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 });

/** The median, and between which values it wavered. */
export function spread({ median, from, to }: Figure): string {
  return from === to ? number(median) : `${number(median)} (${number(from)} – ${number(to)})`;
}

export function goalText(goal: Goal, unit: Verdict['unit']): string {
  const value = 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
  return `${value} ${unit}`;
}

/** What became of a goal, or that nobody could say. */
export function outcome({ measured, reached }: Verdict): string {
  if (measured === null) return 'not measured';
  return reached ? 'reached' : '**not reached**';
}
