/** What the rules say of one object of a manifest: the same functions as in the webhook, with nobody asking. */
import type { PolicyAtWork } from '../admission/policy-at-work.ts';
import { isObject } from '../cluster/fields.ts';
import { readDaemonSet, readPod, type Typed } from '../kube/object-schema.ts';
import type { DaemonSet, Maybe, ObjectMeta } from '../kube/objects.ts';
import type { Decision } from '../policy/decision.ts';
import { judgeDaemonSet } from '../policy/judge.ts';
import { podTenancyFindings } from '../policy/tenancy.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { fieldBelow, type ManifestObject } from './manifest-objects.ts';
import { withNullTextsEmpty } from './null-texts.ts';

export interface ManifestVerdict {
  readonly namespace: string;
  readonly name: string;
  readonly tenant: Tenant;
  readonly decision: Decision;
}

export function daemonSetVerdict(
  { content }: ManifestObject,
  policy: PolicyAtWork,
  defaultNamespace: string,
): Typed<ManifestVerdict> {
  const typed = readDaemonSet(withNullTextsEmpty(content));
  if (!typed.ok) return typed;
  const about = aboutOf(typed.value.metadata, policy, defaultNamespace);
  const object = completed(typed.value, about.tenant, policy);
  const findings = judgeDaemonSet(
    { operation: 'CREATE', object, old: undefined, tenant: about.tenant, actor: undefined },
    policy,
  );
  return { ok: true, value: { ...about, decision: policy.decide(findings, about) } };
}

/** The mutating hook comes first: it gives the system's DaemonSets the configured class. */
function completed(daemonSet: DaemonSet, tenant: Tenant, { settings }: PolicyAtWork): DaemonSet {
  const { spec } = daemonSet;
  const pod = spec?.template?.spec;
  const className = settings.daemons.defaultPriorityClass;
  if (!tenant.system || !pod || pod.priorityClassName || className === undefined) return daemonSet;
  return {
    ...daemonSet,
    spec: { ...spec, template: { ...spec.template, spec: { ...pod, priorityClassName: className } } },
  };
}

export function podVerdict(
  { content }: ManifestObject,
  policy: PolicyAtWork,
  defaultNamespace: string,
): Typed<ManifestVerdict> {
  const typed = readPod(withNullTextsEmpty(content));
  if (!typed.ok) return typed;
  const { metadata, spec } = typed.value;
  const about = aboutOf(metadata, policy, defaultNamespace);
  const pod = { metadata: metadata ?? {}, spec: spec ?? {}, tenant: about.tenant, actor: undefined };
  const findings = podTenancyFindings(pod, policy.settings);
  return { ok: true, value: { ...about, decision: policy.decide(findings, about) } };
}

/** The pods that a workload will make: only their class is looked at, for DW103. */
export function workloadVerdict(
  { content }: ManifestObject,
  template: readonly string[],
  policy: PolicyAtWork,
  defaultNamespace: string,
): Typed<ManifestVerdict> {
  const path = template.join('.');
  const spec = { priorityClassName: valueAt(content, [...template, 'spec', 'priorityClassName']) };
  const owner = readPod(withNullTextsEmpty({ metadata: content.metadata }));
  if (!owner.ok) return owner;
  const pod = readPod(withNullTextsEmpty({ spec }));
  if (!pod.ok) return { ok: false, problem: { ...pod.problem, field: fieldBelow(path, pod.problem.field) } };
  const about = aboutOf(owner.value.metadata, policy, defaultNamespace);
  const findings = podTenancyFindings(
    { metadata: {}, spec: pod.value.spec ?? {}, tenant: about.tenant, actor: undefined },
    policy.settings,
  ).map((finding) => ({ ...finding, field: fieldBelow(path, finding.field) }));
  // Exemptions go by the names of the pods, which begin so.
  const subject = { namespace: about.namespace, name: `${about.name}-` };
  return { ok: true, value: { ...about, decision: policy.decide(findings, subject) } };
}

function aboutOf(metadata: Maybe<ObjectMeta>, policy: PolicyAtWork, defaultNamespace: string) {
  const namespace = metadata?.namespace || defaultNamespace;
  const name = metadata?.name || metadata?.generateName || '';
  return { namespace, name, tenant: policy.tenantOf(namespace, metadata?.tenant ?? undefined) };
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), root);
}
