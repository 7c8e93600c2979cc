/** The report for people and for editors: one line for each finding, then a sum. */
import { onOneLine } from '../../json/one-line.ts';
import {
  type CheckedObject,
  type InputProblem,
  LEVELS,
  type Level,
  levelCounts,
  type PlacedFinding,
  type Report,
} from './report.ts';

/** How a word is painted for a terminal; nothing is by default. */
export type Paint = (text: string, level: Level) => string;

const PLAIN: Paint = (text) => text;

export function textReport(report: Report, paint: Paint = PLAIN): string {
  const lines = [
    ...report.objects.flatMap((object) =>
      object.findings.map((finding) => findingLine(finding, object, paint)),
    ),
    ...tenancyLines(report),
    ...(report.notLookedAt.length > 0 ? [onOneLine(`not looked at: ${report.notLookedAt.join('; ')}`)] : []),
    sumLine(report),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** `DaemonSet kube-system/log-shipper` */
export function nameOf({ kind, namespace, name }: CheckedObject): string {
  return onOneLine(`${kind} ${namespace}/${name}`);
}

/** What is wrong, where, and what to do, or why it is let pass; also the message of the other forms. */
export function messageOf({ finding, exemption }: PlacedFinding): string {
  const { code, field, detail, remedy } = finding;
  const what = `${code} ${field === '' ? '' : `${field}: `}${detail}`;
  if (exemption === undefined) return onOneLine(`${what}; ${remedy}`);
  return onOneLine(`${what}; exempted until ${exemption.expires}: ${exemption.reason}`);
}

export function problemLine({ file, line, column, field, message }: InputProblem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return onOneLine([place, 'unreadable', field, message].filter((part) => part !== '').join(': '));
}

function findingLine(finding: PlacedFinding, object: CheckedObject, paint: Paint): string {
  const { file, line, column } = finding.place;
  const level = paint(finding.level, finding.level);
  return `${onOneLine(file)}:${line}:${column}: ${level}: ${nameOf(object)}: ${messageOf(finding)}`;
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
