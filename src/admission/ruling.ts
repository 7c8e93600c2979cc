/** What is to become of one review, before it is put into words. */
import type { Operation } from 'fast-json-patch';
import { type Decision, NOTHING_FOUND, type Subject } from '../policy/decision.ts';
import type { Finding } from '../policy/finding.ts';
import type { Actor } from '../tenancy/actor.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { type Verdict, warningOf } from './answer.ts';
import type { PolicyAtWork } from './policy-at-work.ts';

interface About {
  readonly subject: Subject;
  readonly tenant: Tenant;
  readonly actor: Actor;
}

export interface Ruling extends About {
  readonly decision: Decision;
  readonly operations: readonly Operation[];
  readonly warnings: readonly string[];
}

export function unruled({ subject, tenant, actor }: About): Ruling {
  return { subject, tenant, actor, decision: NOTHING_FOUND, operations: [], warnings: [] };
}

export function ruling(about: About, findings: readonly Finding[], policy: PolicyAtWork): Ruling {
  return { ...unruled(about), decision: policy.decide(findings, about.subject) };
}

/** The audit log gets every code and what became of it, and whose object it was; people get what concerns them. */
export function verdictOf({ decision, operations, warnings, tenant }: Ruling): Verdict {
  const { denied, warned, audited, exempted } = decision;
  const audit: Record<string, string> = {};
  const note = (key: string, findings: readonly Finding[]) => {
    if (findings.length > 0) audit[key] = findings.map(({ code }) => code).join(',');
  };
  note('denied', denied);
  note('warned', warned);
  note('audited', audited);
  note(
    'exempted',
    exempted.map(({ finding }) => finding),
  );
  if (Object.keys(audit).length > 0) audit.tenant = tenant.name;
  return { denied, operations, audit, warnings: [...warnings, ...warned.map(warningOf)] };
}
