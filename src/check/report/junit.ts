/** The report as JUnit XML: each object is a test case, and what would be refused makes it fail. */
import { type CheckedObject, fails, type InputProblem, type PlacedFinding, type Report } from './report.ts';
import { messageOf, problemLine } from './text.ts';

interface Suite {
  readonly objects: CheckedObject[];
  readonly problems: InputProblem[];
}

export function junitReport(report: Report): string {
  const suites = [...suitesOf(report)];
  const failures = (objects: readonly CheckedObject[]) =>
    objects.filter(({ findings }) => findings.some(({ level }) => fails(level, report))).length;
  const counts = ({ objects, problems }: Suite) => ({
    tests: objects.length + problems.length,
    failures: failures(objects),
    errors: problems.length,
  });
  const lines = suites.flatMap(([file, suite]) => [
    `  <testsuite${attributes({ name: file, ...counts(suite) })}>`,
    ...suite.objects.flatMap((object) => objectLines(object, report)),
    ...suite.problems.flatMap((problem, index) => problemLines(problem, index)),
    '  </testsuite>',
  ]);
  const all = counts({ objects: [...report.objects], problems: [...report.problems] });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'daemonward check', ...all })}>`,
    ...lines,
    '</testsuites>',
    '',
  ].join('\n');
}

function suitesOf({ objects, problems }: Report): Map<string, Suite> {
  const suites = new Map<string, Suite>();
  const suiteOf = (file: string): Suite => {
    const suite = suites.get(file) ?? { objects: [], problems: [] };
    suites.set(file, suite);
    return suite;
  };
  for (const object of objects) suiteOf(object.place.file).objects.push(object);
  for (const problem of problems) suiteOf(problem.file).problems.push(problem);
  return suites;
}

/** One failure for all findings: some readers know only one in a test case. */
function objectLines({ place, kind, namespace, name, findings }: CheckedObject, report: Report): string[] {
  const failed = findings.filter(({ level }) => fails(level, report));
  const others = findings.filter(({ level }) => !fails(level, report));
  const testcase = `testcase${attributes({ name: `${kind} ${namespace}/${name}`, classname: place.file, file: place.file, line: place.line, time: 0 })}`;
  if (findings.length === 0) return [`    <${testcase}/>`];
  const codes = failed.map(({ finding }) => finding.code).join(', ');
  return [
    `    <${testcase}>`,
    ...(failed.length > 0
      ? [`      <failure${attributes({ message: codes, type: 'finding' })}>${textOf(failed)}</failure>`]
      : []),
    ...(others.length > 0 ? [`      <system-out>${textOf(others)}</system-out>`] : []),
    '    </testcase>',
  ];
}

function problemLines(problem: InputProblem, index: number): string[] {
  const { file, line, message } = problem;
  const name = `unreadable ${index + 1}`;
  return [
    `    <testcase${attributes({ name, classname: file, file, line: line ?? 1, time: 0 })}>`,
    `      <error${attributes({ message, type: 'unreadable' })}>${escaped(problemLine(problem))}</error>`,
    '    </testcase>',
  ];
}

function textOf(findings: readonly PlacedFinding[]): string {
  return findings
    .map((finding) => {
      const { file, line, column } = finding.place;
      return escaped(`${file}:${line}:${column}: ${finding.level}: ${messageOf(finding)}`);
    })
    .join('\n');
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML 1.0 has no way at all to write most control characters. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
