/** How a comparison is told: what is as expected in a line each, what differs as a difference. */
import { onOneLine } from '../../json/one-line.ts';
import { messageOf } from '../report/text.ts';
import { type ComparedCase, differs } from './compare.ts';

export function expectationsText(cases: readonly ComparedCase[]): string {
  const wrong = cases.filter(differs).length;
  const lines = [
    ...cases.flatMap(caseLines),
    `${cases.length} ${cases.length === 1 ? 'case' : 'cases'}, ${wrong === 0 ? 'all as expected' : `${wrong} ${wrong === 1 ? 'differs' : 'differ'}`}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function caseLines(compared: ComparedCase): string[] {
  const { suite, line, file, object, expected, missing, surplus, problem } = compared;
  const what = onOneLine(`${file}${object === undefined ? '' : ` ${object}`}`);
  if (!differs(compared)) return [`ok       ${what}: ${expected.join(', ') || 'nothing'}`];
  return [
    `DIFFERS  ${onOneLine(suite)}:${line}: ${what}${problem === '' ? '' : `: ${onOneLine(problem)}`}`,
    ...missing.map((code) => `  - ${code} is expected and not found`),
    ...surplus.map((finding) => `  + ${messageOf(finding)} (${finding.level}, not expected)`),
  ];
}

export function expectationsJson(cases: readonly ComparedCase[]): string {
  const content = {
    apiVersion: 'daemonward.dev/v1alpha1',
    kind: 'ExpectationsReport',
    summary: { cases: cases.length, differing: cases.filter(differs).length },
    cases: cases.map((compared) => ({
      suite: compared.suite,
      line: compared.line,
      file: compared.file,
      object: compared.object ?? null,
      expected: compared.expected,
      isAsExpected: !differs(compared),
      missing: compared.missing,
      surplus: compared.surplus.map(({ finding, level }) => ({
        code: finding.code,
        level,
        field: finding.field,
        detail: finding.detail,
      })),
      problem: compared.problem,
    })),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
