/** What the rules say of one object of a manifest: the same functions as in the webhook, with nobody asking. */
import jsonPatch from 'fast-json-patch';
import { completeDaemonSet } from '../daemons/complete-daemonset.ts';
import { fieldBelow, valueAt } from '../json/path.ts';
import { isBroadcastJob } from '../kube/daemon-kinds.ts';
import { readDaemonSet, readPod, type Typed } from '../kube/object-schema.ts';
import type { DaemonSet, ObjectMeta } from '../kube/objects.ts';
import type { CompiledPolicy } from '../policy/compiled-policy.ts';
import type { Decision } from '../policy/decision.ts';
import { judgeDaemonSet } from '../policy/judge.ts';
import { podFindings } from '../policy/rules/pods.ts';
import type { InputObject } from './input.ts';
import type { ManifestObject } from './manifest/objects.ts';
import type { CheckedObject } from './report/report.ts';

export interface JudgedObject extends Pick<CheckedObject, 'namespace' | 'name' | 'tenant'> {
  readonly decision: Decision;
}

/** Undefined for what no rule is about. */
export function judgeObject(
  { object, role }: InputObject,
  policy: CompiledPolicy,
  defaultNamespace: string,
): Typed<JudgedObject> | undefined {
  const aboutOf = (metadata: ObjectMeta | null | undefined) => {
    const namespace = metadata?.namespace || defaultNamespace;
    const name = metadata?.name || metadata?.generateName || '';
    return { namespace, name, tenant: policy.tenantOf(namespace, metadata?.tenant ?? undefined) };
  };
  if (role.as === 'daemonset') return judgeManifest(object, policy, aboutOf);
  if (role.as === 'pod') return judgePods(object, [], policy, aboutOf);
  if (role.as === 'workload') return judgePods(object, role.template, policy, aboutOf);
  return undefined;
}

type AboutOf = (metadata: ObjectMeta | null | undefined) => Omit<JudgedObject, 'decision'>;

function judgeManifest(
  { content }: ManifestObject,
  policy: CompiledPolicy,
  aboutOf: AboutOf,
): Typed<JudgedObject> {
  const typed = readDaemonSet(content);
  if (!typed.ok) return typed;
  const about = aboutOf(typed.value.metadata);
  const { tenant } = about;
  const isCompleted = tenant.system && !isBroadcastJob(typed.value);
  const object = isCompleted ? completed(typed.value, policy) : typed.value;
  const change = { operation: 'CREATE', object, old: undefined, tenant, actor: undefined } as const;
  const findings = judgeDaemonSet(change, policy);
  return { ok: true, value: { ...about, decision: policy.decide(findings, about, tenant) } };
}

/** The mutating hook comes first, and completes the system's templates. */
function completed(daemonSet: DaemonSet, { settings }: CompiledPolicy): DaemonSet {
  const operations = completeDaemonSet(daemonSet, undefined, settings.daemons.defaultPriorityClass);
  return jsonPatch.applyPatch(daemonSet, operations, false, false).newDocument;
}

/** A pod, or with a template those that a workload will make: of them only what a rule about pods looks at. */
function judgePods(
  { content }: ManifestObject,
  template: readonly string[],
  policy: CompiledPolicy,
  aboutOf: AboutOf,
): Typed<JudgedObject> {
  const isPod = template.length === 0;
  const placed = (field: string) =>
    field.startsWith('spec') ? fieldBelow(template.join('.'), field) : field;
  const templateSpec = (field: string) => valueAt(content, [...template, 'spec', field]);
  const spec = { priorityClassName: templateSpec('priorityClassName'), nodeName: templateSpec('nodeName') };
  const typed = readPod(isPod ? content : { metadata: content.metadata, spec });
  if (!typed.ok) return { ok: false, problem: { ...typed.problem, field: placed(typed.problem.field) } };
  const { metadata } = typed.value;
  const about = aboutOf(metadata);
  const pod = {
    metadata: metadata ?? {},
    spec: typed.value.spec ?? {},
    old: undefined,
    tenant: about.tenant,
    actor: undefined,
  };
  const findings = podFindings(pod, policy).map((finding) => ({
    ...finding,
    field: placed(finding.field),
  }));
  // Exemptions go by the names of the pods, which begin so.
  const subject = isPod ? about : { namespace: about.namespace, name: `${about.name}-` };
  return { ok: true, value: { ...about, decision: policy.decide(findings, subject, about.tenant) } };
}
