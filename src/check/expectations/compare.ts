/** What a suite expects beside what a check has found. */
import {
  type CheckedObject,
  fails,
  type InputProblem,
  type PlacedFinding,
  type Report,
} from '../report/report.ts';
import { nameOf } from '../report/text.ts';
import type { ExpectedCase, Suite } from './suite.ts';

export interface ComparedCase {
  readonly suite: string;
  readonly line: number;
  readonly file: string;
  readonly object: string | undefined;
  readonly expected: readonly string[];
  readonly missing: readonly string[];
  /** Found and not expected. */
  readonly surplus: readonly PlacedFinding[];
  /** Why the case could not be compared; empty when it could. */
  readonly problem: string;
}

/** The report has to be of the files of the suite, with warnings that fail. */
export function compareSuite(suite: Suite, { objects, problems }: Report): ComparedCase[] {
  return suite.cases.map((expected) => {
    const about = { suite: suite.path, line: expected.line, file: expected.file, object: expected.object };
    const inFile = objects.filter(({ place }) => place.file === expected.file);
    const chosen = inFile.filter(
      (object) => expected.object === undefined || nameOf(object) === expected.object,
    );
    const problem = problemOf(expected, chosen, inFile, problems);
    const found = chosen.flatMap(({ findings }) =>
      findings.filter(({ level }) => fails(level, { strict: true })),
    );
    const codes = new Set<string>(found.map(({ finding }) => finding.code));
    const isComparable = problem === '';
    return {
      ...about,
      expected: expected.codes,
      missing: isComparable ? expected.codes.filter((code) => !codes.has(code)) : [],
      surplus: isComparable ? found.filter(({ finding }) => !expected.codes.includes(finding.code)) : [],
      problem,
    };
  });
}

export function differs({ missing, surplus, problem }: ComparedCase): boolean {
  return missing.length > 0 || surplus.length > 0 || problem !== '';
}

function problemOf(
  { file, object }: ExpectedCase,
  chosen: readonly CheckedObject[],
  inFile: readonly CheckedObject[],
  problems: readonly InputProblem[],
): string {
  const unreadable = problems.find((problem) => problem.file === file);
  if (unreadable !== undefined) return `cannot be read: ${unreadable.message}`;
  if (chosen.length > 0) return '';
  if (object === undefined) return 'holds nothing that is checked';
  const names = inFile.map(nameOf).join(', ');
  return `has no ${object}${names === '' ? '' : `, but ${names}`}`;
}
