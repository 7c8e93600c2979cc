/** The policy with its settings compiled, ready for one review after another, and what is told of each. */
import type { ClusterView } from '../cluster/view.ts';
import { type Decision, decide, type Subject } from '../policy/decision.ts';
import { createExemptionFinder } from '../policy/exemptions.ts';
import type { Finding } from '../policy/finding.ts';
import type { PolicySettings } from '../policy/settings.ts';
import type { Actor } from '../tenancy/actor.ts';
import { createTenantResolver, type Tenant } from '../tenancy/tenant.ts';
import type { Review } from './review.ts';

export interface AdmissionEvent {
  readonly path: string;
  readonly uid: string;
  readonly subject: Subject;
  readonly tenant: Tenant;
  readonly username: string;
  readonly dryRun: boolean;
  readonly decision: Decision;
  readonly patched: boolean;
}

export interface AdmissionContext {
  /** The settings of this moment: they may change while the process runs. */
  settings(): PolicySettings;
  readonly view: ClusterView;
  now(): Date;
  observe(event: AdmissionEvent): void;
}

export interface PolicyAtWork {
  readonly settings: PolicySettings;
  readonly view: ClusterView;
  tenantOf(namespace: string, objectTenant: string | undefined): Tenant;
  decide(findings: readonly Finding[], subject: Subject): Decision;
}

/** Compiles anew only when the settings are others than before. */
export function policyAtWork(context: AdmissionContext): () => PolicyAtWork {
  let current: PolicyAtWork | undefined;
  return () => {
    const settings = context.settings();
    if (current?.settings !== settings) current = compile(settings, context);
    return current;
  };
}

function compile(settings: PolicySettings, { view, now }: AdmissionContext): PolicyAtWork {
  const resolve = createTenantResolver(settings.tenancy);
  const exemptionFor = createExemptionFinder(settings.exemptions);
  return {
    settings,
    view,
    tenantOf: (namespace, objectTenant) =>
      resolve({ namespace, objectTenant, record: view.namespace(namespace) }),
    decide: (findings, subject) => decide(findings, subject, settings.modes, exemptionFor, now()),
  };
}

export function actorOf({ userInfo }: Review['request']): Actor {
  return { username: userInfo?.username ?? '', groups: userInfo?.groups ?? [] };
}
