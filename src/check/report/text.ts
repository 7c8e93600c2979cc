/** The report for people and for editors: one line for each finding, then a sum. */
import { findingText } from '../../policy/finding.ts';
import {
  type InputProblem,
  LEVELS,
  levelCounts,
  onOneLine,
  type PlacedFinding,
  type Report,
} from './report.ts';

export function textReport(report: Report): string {
  const findings = report.objects.flatMap((object) => object.findings);
  const lines = [...findings.map(findingLine), ...tenancyLines(report), sumLine(report)];
  return lines.map((line) => `${line}\n`).join('');
}

/** What is wrong, where, and what to do, or why it is let pass; also the message of the other forms. */
export function messageOf({ finding, exemption }: PlacedFinding): string {
  if (exemption === undefined) return onOneLine(findingText(finding));
  const { code, field, detail } = finding;
  const where = field === '' ? '' : `${field}: `;
  return onOneLine(`${code} ${where}${detail}; exempted until ${exemption.expires}: ${exemption.reason}`);
}

export function problemLine({ file, line, column, field, message }: InputProblem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return onOneLine([place, 'unreadable', field, message].filter((part) => part !== '').join(': '));
}

function findingLine(finding: PlacedFinding): string {
  const { file, line, column } = finding.place;
  return `${onOneLine(file)}:${line}:${column}: ${finding.level}: ${messageOf(finding)}`;
}

/** Whose an object is decides more than anything else, so that a guess is said. */
function tenancyLines({ objects, settings }: Report): string[] {
  const unknown = objects.filter(({ tenant }) => tenant.by === 'unknown');
  if (unknown.length === 0) return [];
  const { flavor, unknown: taken } = settings.tenancy;
  const namespaces = [...new Set(unknown.map(({ namespace }) => namespace))].sort();
  const missing =
    flavor === 'arktos'
      ? 'metadata.tenant is missing'
      : 'neither the input nor a snapshot has the Namespace with a mark of its tenant';
  const consequence =
    taken === 'system' ? 'the system tenant' : namespaces.length > 1 ? 'tenants' : 'a tenant';
  return [
    onOneLine(
      `tenancy unknown for ${namespaces.join(', ')}: ${missing}; taken for ${consequence} (tenancy.unknown)`,
    ),
  ];
}

function sumLine(report: Report): string {
  const counts = levelCounts(report);
  const sum = LEVELS.reduce((total, level) => total + counts[level], 0);
  const levels = LEVELS.filter((level) => counts[level] > 0).map((level) => amount(counts[level], level));
  const { objects, clusterObjects, passedOver, problems } = report;
  return [
    `${amount(objects.length, 'object')} checked`,
    `${amount(sum, 'finding')}${levels.length > 0 ? ` (${levels.join(', ')})` : ''}`,
    ...(clusterObjects > 0 ? [`${clusterObjects} taken as part of the cluster`] : []),
    `${amount(passedOver, 'other')} passed over`,
    ...(problems.length > 0 ? [`${problems.length} unreadable`] : []),
  ].join(', ');
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
