/** What the rules say of one object of a manifest: the same functions as in the webhook, with nobody asking. */
import { completedDaemonSet } from '../daemons/complete-daemonset.ts';
import type { JsonObject } from '../json/object.ts';
import { readDaemonSet, readOrder, readPod, type Typed } from '../kube/object-schema.ts';
import type { ObjectMeta } from '../kube/objects.ts';
import { isBroadcastJob } from '../kube/workloads/daemon-kinds.ts';
import { readWorkload } from '../kube/workloads/workload.ts';
import type { CompiledPolicy } from '../policy/compiled-policy.ts';
import { type Decision, withoutVainAdvice } from '../policy/decision.ts';
import { judgeDaemonSet } from '../policy/judge.ts';
import { judgeWorkload } from '../policy/judge-workload.ts';
import { orderFindings } from '../policy/rules/orders.ts';
import { podFindings } from '../policy/rules/pods.ts';
import type { Role } from './kinds.ts';
import type { CheckedObject } from './report/report.ts';

export interface JudgedObject extends Pick<CheckedObject, 'namespace' | 'name' | 'tenant'> {
  readonly decision: Decision;
}

/** Undefined for what no rule is about. */
export function judgeObject(
  content: JsonObject,
  role: Role,
  policy: CompiledPolicy,
  defaultNamespace: string,
): Typed<JudgedObject> | undefined {
  const aboutOf = (metadata: ObjectMeta | null | undefined) => {
    const namespace = metadata?.namespace || defaultNamespace;
    const name = metadata?.name || metadata?.generateName || '';
    return { namespace, name, tenant: policy.tenantOf(namespace, metadata?.tenant ?? undefined) };
  };
  if (role.as === 'daemonset') return judgeManifest(content, policy, aboutOf);
  if (role.as === 'pod') return judgePod(content, policy, aboutOf);
  if (role.as === 'order') return judgeOrder(content, policy, aboutOf);
  if (role.as === 'workload') return judgeTemplate(content, policy, aboutOf);
  return undefined;
}

type AboutOf = (metadata: ObjectMeta | null | undefined) => Omit<JudgedObject, 'decision'>;

function judgeManifest(content: JsonObject, policy: CompiledPolicy, aboutOf: AboutOf): Typed<JudgedObject> {
  const typed = readDaemonSet(content);
  if (!typed.ok) return typed;
  const about = aboutOf(typed.value.metadata);
  const { tenant } = about;
  const isCompleted = tenant.system && !isBroadcastJob(typed.value);
  // The mutating hook comes first, and completes the system's templates.
  const object = isCompleted
    ? completedDaemonSet(typed.value, policy.settings.daemons.defaultPriorityClass)
    : typed.value;
  const change = { operation: 'CREATE', object, old: undefined, tenant, actor: undefined } as const;
  const findings = judgeDaemonSet(change, policy);
  return {
    ok: true,
    value: { ...about, decision: withoutVainAdvice(policy.decide(findings, about, tenant)) },
  };
}

function judgePod(content: JsonObject, policy: CompiledPolicy, aboutOf: AboutOf): Typed<JudgedObject> {
  const typed = readPod(content);
  if (!typed.ok) return typed;
  const metadata = typed.value.metadata ?? {};
  const about = aboutOf(metadata);
  const { tenant } = about;
  const pod = { metadata, spec: typed.value.spec ?? {}, old: undefined, tenant, actor: undefined };
  return { ok: true, value: { ...about, decision: policy.decide(podFindings(pod, policy), about, tenant) } };
}

function judgeOrder(content: JsonObject, policy: CompiledPolicy, aboutOf: AboutOf): Typed<JudgedObject> {
  const typed = readOrder(content);
  if (!typed.ok) return typed;
  const about = aboutOf(typed.value.metadata);
  const { tenant } = about;
  const change = { operation: 'CREATE', object: typed.value, old: undefined, tenant } as const;
  return {
    ok: true,
    value: { ...about, decision: policy.decide(orderFindings(change, policy), about, tenant) },
  };
}

function judgeTemplate(content: JsonObject, policy: CompiledPolicy, aboutOf: AboutOf): Typed<JudgedObject> {
  const typed = readWorkload(content);
  if (!typed.ok) return typed;
  const about = aboutOf(typed.value.metadata);
  return { ok: true, value: { ...about, decision: judgeWorkload(typed.value, about, about.tenant, policy) } };
}
