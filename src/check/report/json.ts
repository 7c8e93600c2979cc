/** The report for programs. Its structure is a promise: fields are added, never changed (docs/check.md). */
import { wordsOf } from './code-words.ts';
import { exitCodeOf, type InputProblem, levelCounts, type PlacedFinding, type Report } from './report.ts';

export function jsonReport(report: Report): string {
  const { objects, problems, clusterObjects, passedOver, notLookedAt } = report;
  const { error, warning, note } = levelCounts(report);
  const summary = {
    exitCode: exitCodeOf(report),
    checked: objects.length,
    errors: error,
    warnings: warning,
    notes: note,
    clusterObjects,
    passedOver,
    unreadable: problems.length,
  };
  const content = {
    apiVersion: 'daemonward.dev/v1alpha1',
    kind: 'CheckReport',
    summary,
    objects: objects.map(({ place, apiVersion, kind, namespace, name, tenant, findings }) => ({
      ...place,
      apiVersion,
      kind,
      namespace,
      name,
      tenant: { name: tenant.name, system: tenant.system, by: tenant.by },
      findings: findings.map(findingJson),
    })),
    problems: problems.map(problemJson),
    notLookedAt,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function findingJson({ finding, level, place, exemption }: PlacedFinding) {
  const { code, field, detail, remedy } = finding;
  const { title } = wordsOf(code);
  const exempted = exemption === undefined ? null : { reason: exemption.reason, expires: exemption.expires };
  return { code, level, field, line: place.line, column: place.column, title, detail, remedy, exempted };
}

function problemJson({ file, line, column, field, message }: InputProblem) {
  return { file, line: line ?? null, column: column ?? null, field, message };
}
