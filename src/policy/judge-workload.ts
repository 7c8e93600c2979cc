/** What is said of a workload: nothing refuses it, but its pods may be, and then nobody sees the refusal. */
import { fieldBelow } from '../json/path.ts';
import type { Workload } from '../kube/workloads/workload.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { CompiledPolicy } from './compiled-policy.ts';
import type { Decision, Subject } from './decision.ts';
import type { Finding } from './finding.ts';
import { podFindings } from './rules/pods.ts';

export function judgeWorkload(
  { template, spec }: Workload,
  subject: Subject,
  tenant: Tenant,
  policy: CompiledPolicy,
): Decision {
  const pod = { metadata: {}, spec, old: undefined, tenant, actor: undefined };
  const path = template.join('.');
  const findings = podFindings(pod, policy).map((finding) => ({
    ...finding,
    field: fieldBelow(path, finding.field),
  }));
  // Exemptions go by the names of the pods, which begin so.
  const decision = policy.decide(findings, { ...subject, name: `${subject.name}-` }, tenant);
  return { ...decision, denied: [], warned: [...decision.denied.map(ofItsPods), ...decision.warned] };
}

function ofItsPods(finding: Finding): Finding {
  return { ...finding, detail: `its pods will be refused: ${finding.detail}` };
}
