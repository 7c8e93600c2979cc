/** Checks manifests by the rules of the webhook: files and settings in, a report out. */
import type { TypeProblem } from '../kube/object-schema.ts';
import { type ApiTypes, apiTypes, type KubernetesVersion } from '../kube/openapi/api-types.ts';
import { withOrders } from '../orders/api/order-types.ts';
import { compilePolicy } from '../policy/compiled-policy.ts';
import type { PolicySettings } from '../policy/settings.ts';
import { decodeManifest } from './apiserver/decoded-object.ts';
import { checkObject } from './check-object.ts';
import { clusterFor } from './cluster.ts';
import { Gaps } from './gaps.ts';
import { type InputObject, readInput } from './input.ts';
import type { ReadInput } from './manifest/text.ts';
import type { CheckedObject, InputProblem, Report } from './report/report.ts';

export interface CheckOptions {
  /** Files, folders, or `-` for standard input. */
  readonly files: readonly string[];
  /** The cluster to check against; none means that only the manifests say what it is like. */
  readonly snapshots: readonly string[];
  /** Where objects are that name no namespace. */
  readonly defaultNamespace: string;
  readonly settings: PolicySettings;
  /** Whose fields and types count. */
  readonly kubernetesVersion: KubernetesVersion;
  /** Warnings fail as well. */
  readonly strict: boolean;
  readonly now: Date;
  readonly standardInput: ReadInput;
  /** Told of each file before it is read. */
  reading?(file: string): void;
}

export interface Checked {
  readonly report: Report;
  /** Of the snapshots. */
  readonly warnings: readonly string[];
}

/** Throws a SnapshotError. Everything else that cannot be read is a problem in the report. */
export async function check(options: CheckOptions): Promise<Checked> {
  const { files, snapshots, settings, strict, now, standardInput } = options;
  const cluster = clusterFor(snapshots);
  const policy = compilePolicy(settings, cluster.view.within(''), () => now);
  const input = await readInput(files, standardInput, options.reading);
  const types = await typesFor(options);
  const problems = [...input.problems];
  let clusterObjects = 0;
  // Namespaces and classes first: they may stand behind the objects that they decide about.
  for (const { object, role, placeOf } of input.objects) {
    if (role.as !== 'namespace' && role.as !== 'priority-class') continue;
    clusterObjects += 1;
    const problem = cluster.add(role.as, object);
    const { findings } = decodeManifest(object, types);
    const mistakes = findings.map(({ field, detail }) => ({ field, expectation: detail }));
    // Whoever takes it in stops at the first field of a wrong type.
    const isNew = problem !== undefined && !findings.some(({ code }) => code === 'wrong-type');
    for (const mistake of [...mistakes, ...(isNew ? [problem] : [])]) {
      problems.push(fieldProblem(mistake, placeOf));
    }
  }
  const gaps = new Gaps(settings, snapshots.length > 0, policy.view);
  const objects: CheckedObject[] = [];
  for (const entry of input.objects) {
    const judged = checkObject(entry, policy, types, options.defaultNamespace);
    if (judged === undefined) continue;
    if (!judged.ok) problems.push(fieldProblem(judged.problem, entry.placeOf));
    else {
      objects.push(judged.value.checked);
      gaps.add(entry, judged.value);
    }
  }
  const { passedOver } = input;
  const report = {
    objects,
    problems: inFileOrder(problems),
    clusterObjects,
    passedOver,
    notLookedAt: gaps.sentences(),
    strict,
    settings,
  };
  return { report, warnings: cluster.warnings };
}

/** The types of Kubernetes; Arktos has fields of its own, and nobody has recorded them. */
async function typesFor({ settings, kubernetesVersion }: CheckOptions): Promise<ApiTypes | undefined> {
  return settings.tenancy.flavor === 'arktos' ? undefined : withOrders(await apiTypes(kubernetesVersion));
}

function fieldProblem({ field, expectation }: TypeProblem, placeOf: InputObject['placeOf']): InputProblem {
  return { ...placeOf(field), field, message: expectation };
}

function inFileOrder(problems: readonly InputProblem[]): InputProblem[] {
  const byFile = Map.groupBy(problems, ({ file }) => file);
  return [...byFile.values()].flatMap((group) => group.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)));
}
