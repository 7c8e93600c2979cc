/** Checks manifests by the rules of the webhook: files and settings in, a report out. */
import type { TypeProblem } from '../kube/object-schema.ts';
import { compilePolicy } from '../policy/compiled-policy.ts';
import type { Decision } from '../policy/decision.ts';
import type { PolicySettings } from '../policy/settings.ts';
import { clusterFor } from './cluster.ts';
import { type InputObject, readInput } from './input.ts';
import { judgeObject } from './judge-object.ts';
import type { ReadInput } from './manifest/text.ts';
import type { CheckedObject, InputProblem, PlacedFinding, Report } from './report/report.ts';

export interface CheckOptions {
  /** Files, folders, or `-` for standard input. */
  readonly files: readonly string[];
  /** The cluster to check against; none means that only the manifests say what it is like. */
  readonly snapshots: readonly string[];
  /** Where objects are that name no namespace. */
  readonly defaultNamespace: string;
  readonly settings: PolicySettings;
  /** Warnings fail as well. */
  readonly strict: boolean;
  readonly now: Date;
  readonly standardInput: ReadInput;
}

export interface Checked {
  readonly report: Report;
  /** Of the snapshots. */
  readonly warnings: readonly string[];
}

/** Throws a SnapshotError. Everything else that cannot be read is a problem in the report. */
export async function check(options: CheckOptions): Promise<Checked> {
  const { files, snapshots, defaultNamespace, settings, strict, now, standardInput } = options;
  const cluster = clusterFor(snapshots);
  const policy = compilePolicy(settings, cluster.view, () => now);
  const input = await readInput(files, standardInput);
  const problems = [...input.problems];
  let clusterObjects = 0;
  // Namespaces and classes first: they may stand behind the objects that they decide about.
  for (const { object, role, placeOf } of input.objects) {
    if (role.as !== 'namespace' && role.as !== 'priority-class') continue;
    clusterObjects += 1;
    const problem = cluster.add(role.as, object);
    if (problem !== undefined) problems.push(fieldProblem(problem, placeOf));
  }
  const objects: CheckedObject[] = [];
  for (const entry of input.objects) {
    const judged = judgeObject(entry, policy, defaultNamespace);
    if (judged === undefined) continue;
    if (judged.ok) {
      const { apiVersion, kind } = entry.object;
      const { decision, ...about } = judged.value;
      const place = entry.placeOf('');
      objects.push({ place, apiVersion, kind, ...about, findings: placed(decision, entry) });
    } else problems.push(fieldProblem(judged.problem, entry.placeOf));
  }
  const { passedOver } = input;
  const report = { objects, problems: inFileOrder(problems), clusterObjects, passedOver, strict, settings };
  return { report, warnings: cluster.warnings };
}

function placed({ denied, warned, audited, exempted }: Decision, { placeOf }: InputObject): PlacedFinding[] {
  return [
    ...denied.map((finding) => ({ finding, level: 'error' as const, exemption: undefined })),
    ...warned.map((finding) => ({ finding, level: 'warning' as const, exemption: undefined })),
    ...audited.map((finding) => ({ finding, level: 'note' as const, exemption: undefined })),
    ...exempted.map(({ finding, exemption }) => ({ finding, level: 'note' as const, exemption })),
  ]
    .map((entry) => ({ ...entry, place: placeOf(entry.finding.field) }))
    .sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
}

/** Unquoted text that YAML reads as something else is by far the most common cause. */
const QUOTE_HINT = ' (in YAML, quote it)';

function fieldProblem({ field, expectation }: TypeProblem, placeOf: InputObject['placeOf']): InputProblem {
  const hint = expectation === 'must be string' ? QUOTE_HINT : '';
  return { ...placeOf(field), field, message: `${expectation}${hint}` };
}

function inFileOrder(problems: readonly InputProblem[]): InputProblem[] {
  const byFile = Map.groupBy(problems, ({ file }) => file);
  return [...byFile.values()].flatMap((group) => group.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)));
}
