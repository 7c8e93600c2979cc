/** The policy with its settings compiled, ready for one object after another. */
import { createTenantResolver, type Tenant } from '../tenancy/tenant.ts';
import { type Decision, decide, type Subject } from './decision.ts';
import { createExemptionFinder } from './exemptions.ts';
import type { Finding } from './finding.ts';
import type { PolicyView } from './policy-view.ts';
import type { PolicySettings } from './settings.ts';

export interface CompiledPolicy {
  readonly settings: PolicySettings;
  readonly view: PolicyView;
  tenantOf(namespace: string, objectTenant: string | undefined): Tenant;
  decide(findings: readonly Finding[], subject: Subject, tenant: Tenant): Decision;
}

export function compilePolicy(settings: PolicySettings, view: PolicyView, now: () => Date): CompiledPolicy {
  const resolve = createTenantResolver(settings.tenancy);
  const exemptionFor = createExemptionFinder(settings.exemptions);
  return {
    settings,
    view,
    tenantOf: (namespace, objectTenant) =>
      resolve({ namespace, objectTenant, record: view.namespace(namespace) }),
    decide: (findings, subject, tenant) =>
      decide(findings, subject, tenant, settings.modes, exemptionFor, now()),
  };
}
