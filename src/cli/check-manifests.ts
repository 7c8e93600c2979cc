/** Checks what was read: objects and their findings, each with its place. */
import type { PolicyAtWork } from '../admission/policy-at-work.ts';
import type { Typed, TypeProblem } from '../kube/object-schema.ts';
import type { Decision } from '../policy/decision.ts';
import type { CheckedCluster } from './check-cluster.ts';
import type { CheckInput, InputObject } from './check-input.ts';
import type { CheckedObject, InputProblem, PlacedFinding, Report } from './check-report.ts';
import { daemonSetVerdict, type ManifestVerdict, podVerdict, workloadVerdict } from './check-verdict.ts';

type Found = Omit<Report, 'strict' | 'settings'>;

/** Namespaces and classes first: they may stand behind the objects that they decide about. */
export function checkManifests(
  { objects, problems, passedOver }: CheckInput,
  cluster: CheckedCluster,
  policy: PolicyAtWork,
  defaultNamespace: string,
): Found {
  const unreadable = [...problems];
  let clusterObjects = 0;
  for (const { object, role, placeOf } of objects) {
    if (role.as !== 'namespace' && role.as !== 'priority-class') continue;
    clusterObjects += 1;
    const problem = cluster.add(role.as, object);
    if (problem !== undefined) unreadable.push(fieldProblem(problem, placeOf));
  }
  const checked: CheckedObject[] = [];
  for (const entry of objects) {
    const verdict = verdictOf(entry, policy, defaultNamespace);
    if (verdict === undefined) continue;
    if (verdict.ok) checked.push(checkedObject(entry, verdict.value));
    else unreadable.push(fieldProblem(verdict.problem, entry.placeOf));
  }
  return { objects: checked, problems: inFileOrder(unreadable), clusterObjects, passedOver };
}

function verdictOf(
  { object, role }: InputObject,
  policy: PolicyAtWork,
  defaultNamespace: string,
): Typed<ManifestVerdict> | undefined {
  if (role.as === 'daemonset') return daemonSetVerdict(object, policy, defaultNamespace);
  if (role.as === 'pod') return podVerdict(object, policy, defaultNamespace);
  if (role.as === 'workload') return workloadVerdict(object, role.template, policy, defaultNamespace);
  return undefined;
}

function checkedObject({ object, placeOf }: InputObject, verdict: ManifestVerdict): CheckedObject {
  const { namespace, name, tenant, decision } = verdict;
  const { apiVersion, kind } = object;
  const findings = placed(decision, placeOf);
  return { place: placeOf(''), apiVersion, kind, namespace, name, tenant, findings };
}

function placed(
  { denied, warned, audited, exempted }: Decision,
  placeOf: InputObject['placeOf'],
): PlacedFinding[] {
  const levels = [
    ...denied.map((finding) => ({ finding, level: 'error' as const, exemption: undefined })),
    ...warned.map((finding) => ({ finding, level: 'warning' as const, exemption: undefined })),
    ...audited.map((finding) => ({ finding, level: 'note' as const, exemption: undefined })),
    ...exempted.map(({ finding, exemption }) => ({ finding, level: 'note' as const, exemption })),
  ];
  return levels
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
