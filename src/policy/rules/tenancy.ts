/** DW1xx: may this tenant have it, and may this person do it. */
import { isDeepStrictEqual } from 'node:util';
import type { DaemonSet, ObjectMeta, PodSpec } from '../../kube/objects.ts';
import { controllingDaemonSet } from '../../kube/owners.ts';
import { isSystemPriorityClass } from '../../kube/priority.ts';
import { type Actor, isClusterAdmin, isController } from '../../tenancy/actor.ts';
import type { Tenant } from '../../tenancy/tenant.ts';
import type { Finding } from '../finding.ts';
import type { PolicySettings } from '../settings.ts';

export interface DaemonSetChange {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly object: DaemonSet | undefined;
  readonly old: DaemonSet | undefined;
  readonly tenant: Tenant;
  /** Undefined where nobody asks: a file in CI. */
  readonly actor: Actor | undefined;
}

export function daemonSetTenancyFindings(change: DaemonSetChange, settings: PolicySettings): Finding[] {
  return [...outsideFindings(change), ...adminFindings(change, settings)];
}

/** Whoever asks: the object's tenant decides. What is there already can be deleted, and its metadata changed. */
function outsideFindings({ operation, object, old, tenant }: DaemonSetChange): Finding[] {
  if (tenant.system || operation === 'DELETE') return [];
  if (operation === 'UPDATE' && (isBeingDeleted(old) || isDeepStrictEqual(object?.spec, old?.spec)))
    return [];
  const whose =
    tenant.by === 'unknown' ? 'to no tenant that is known' : `to the tenant ${JSON.stringify(tenant.name)}`;
  const detail = `the namespace belongs ${whose}, and only the system tenant may run a DaemonSet`;
  return [{ code: 'DW101', field: 'metadata.namespace', detail }];
}

function adminFindings({ old, tenant, actor }: DaemonSetChange, { tenancy }: PolicySettings): Finding[] {
  if (!tenant.system || actor === undefined || isBeingDeleted(old)) return [];
  if (isClusterAdmin(actor, tenancy) || isController(actor, tenancy)) return [];
  const detail = `${JSON.stringify(actor.username)} is not a cluster admin`;
  return [{ code: 'DW102', field: '', detail }];
}

/** Finalizers are taken off on the way out, by anybody who put them there. */
function isBeingDeleted(daemonSet: DaemonSet | undefined): boolean {
  return Boolean(daemonSet?.metadata?.deletionTimestamp);
}

export interface NewPod {
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
  readonly tenant: Tenant;
  readonly actor: Actor | undefined;
}

/** What a controller makes it makes for an object that has been judged, or was there before us: it always passes. */
export function podTenancyFindings(pod: NewPod, settings: PolicySettings): Finding[] {
  const { actor, tenant, metadata, spec } = pod;
  if (actor !== undefined && isMadeByController(pod, actor, settings)) return [];
  const findings: Finding[] = [];
  const className = spec.priorityClassName ?? '';
  if (!tenant.system && isSystemPriorityClass(className)) {
    const detail = `${className} is reserved to the system tenant, and this pod belongs to ${JSON.stringify(tenant.name)}`;
    findings.push({ code: 'DW103', field: 'spec.priorityClassName', detail });
  }
  const owner = controllingDaemonSet(metadata);
  if (owner !== null && actor !== undefined) {
    const detail = `names the DaemonSet ${JSON.stringify(owner.name ?? '')}, and ${JSON.stringify(actor.username)} is not its controller`;
    findings.push({ code: 'DW104', field: 'metadata.ownerReferences', detail });
  }
  return findings;
}

/** On Arktos every tenant can have a service account of the controller's name; only the system's is the controller. */
export function isMadeByController(
  pod: Pick<NewPod, 'tenant'>,
  actor: Actor,
  { tenancy }: PolicySettings,
): boolean {
  return isController(actor, tenancy) && (tenancy.flavor !== 'arktos' || pod.tenant.system);
}
