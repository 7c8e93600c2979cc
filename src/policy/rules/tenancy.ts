/** DW101 and DW102: may this tenant have a DaemonSet, and may this person write it. */
import { isDeepStrictEqual } from 'node:util';
import type { DaemonSet } from '../../kube/objects.ts';
import { DAEMON_SET } from '../../kube/workloads/daemon-kinds.ts';
import { type Actor, isClusterAdmin, isController, isSharedController } from '../../tenancy/actor.ts';
import type { Tenant } from '../../tenancy/tenant.ts';
import type { Finding } from '../finding.ts';
import type { PolicySettings } from '../settings.ts';

/** Of a DaemonSet, or of what takes a place on every node in another way. */
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
function outsideFindings(change: DaemonSetChange): Finding[] {
  const { operation, object, old, tenant } = change;
  if (tenant.system || operation === 'DELETE') return [];
  if (operation === 'UPDATE' && (isBeingDeleted(old) || leavesTheSpec(change))) return [];
  const whose =
    tenant.by === 'unknown' ? 'to no tenant that is known' : `to the tenant ${JSON.stringify(tenant.name)}`;
  const kind = object?.kind || DAEMON_SET;
  const detail = `the namespace belongs ${whose}, and only the system tenant may run a ${kind}`;
  return [{ code: 'DW101', field: 'metadata.namespace', detail }];
}

function adminFindings(change: DaemonSetChange, { tenancy }: PolicySettings): Finding[] {
  const { old, tenant, actor } = change;
  if (!tenant.system || actor === undefined || isBeingDeleted(old)) return [];
  if (isClusterAdmin(actor, tenancy) || isController(actor, tenancy)) return [];
  // The garbage collector and the namespace controller are among those that share it; none of them changes a spec.
  if (isSharedController(actor, tenancy) && (change.operation === 'DELETE' || leavesTheSpec(change)))
    return [];
  const detail = `${JSON.stringify(actor.username)} is not a cluster admin`;
  return [{ code: 'DW102', field: '', detail }];
}

function leavesTheSpec({ operation, object, old }: DaemonSetChange): boolean {
  return operation === 'UPDATE' && isDeepStrictEqual(object?.spec, old?.spec);
}

/** Finalizers are taken off on the way out, by anybody who put them there. */
function isBeingDeleted(daemonSet: DaemonSet | undefined): boolean {
  return Boolean(daemonSet?.metadata?.deletionTimestamp);
}
