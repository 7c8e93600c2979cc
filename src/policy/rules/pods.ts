/** DW103 to DW106: pods that claim what belongs to the system tenant, its priorities, its daemons or its choice of nodes. */
import { defaultPriorityClass } from '../../cluster/default-priority.ts';
import { isMirrorPod } from '../../kube/metadata/annotations.ts';
import { controllingDaemon } from '../../kube/metadata/owners.ts';
import type { ObjectMeta, Pod, PodSpec } from '../../kube/objects.ts';
import { isSystemPriorityClass } from '../../kube/priority.ts';
import {
  type Actor,
  isController,
  isNode,
  isScheduler,
  isServiceAccount,
  isSharedController,
} from '../../tenancy/actor.ts';
import type { Tenant } from '../../tenancy/tenant.ts';
import type { Finding } from '../finding.ts';
import type { PolicyContext } from '../judge.ts';
import type { PolicyView } from '../policy-view.ts';
import type { PolicySettings } from '../settings.ts';

export interface PodChange {
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
  /** Undefined when the pod is new. */
  readonly old: Pod | undefined;
  readonly tenant: Tenant;
  /** Undefined where nobody asks: a file in CI. */
  readonly actor: Actor | undefined;
}

/** What a controller makes it makes for an object that has been judged, or was there before us: it always passes. */
export function podFindings(pod: PodChange, { settings, view }: PolicyContext): Finding[] {
  if (pod.actor !== undefined && isMadeByController(pod, pod.actor, settings)) return [];
  return [
    ...classFindings(pod),
    ...ownerFindings(pod),
    ...nodeFindings(pod, settings),
    ...ceilingFindings(pod, settings, view),
  ];
}

/** The class of a pod cannot change. */
function classFindings({ spec, old, tenant }: PodChange): Finding[] {
  const className = spec.priorityClassName ?? '';
  if (tenant.system || old !== undefined || !isSystemPriorityClass(className)) return [];
  const detail = `${className} is reserved to the system tenant, and this pod belongs to ${JSON.stringify(tenant.name)}`;
  return [{ code: 'DW103', field: 'spec.priorityClassName', detail }];
}

/** An owner that was there before is old news; a new claim is a claim. */
function ownerFindings({ metadata, old, actor }: PodChange): Finding[] {
  const owner = controllingDaemon(metadata);
  if (owner === null || actor === undefined) return [];
  if (old !== undefined && controllingDaemon(old.metadata) !== null) return [];
  const detail = `names the ${owner.kind} ${JSON.stringify(owner.name ?? '')}, and ${JSON.stringify(actor.username)} is not its controller`;
  return [{ code: 'DW104', field: 'metadata.ownerReferences', detail }];
}

/** A pod that names its node never meets the scheduler: neither holds nor taints nor a cordon keep it out. */
function nodeFindings(pod: PodChange, settings: PolicySettings): Finding[] {
  const { metadata, spec, old, tenant, actor } = pod;
  const node = spec.nodeName ?? '';
  if (tenant.system || node === '' || node === old?.spec?.nodeName) return [];
  if (actor !== undefined && mayChooseNodes(actor, settings)) return [];
  // Anybody can write the annotation, and nobody but the kubelet of that node is that user.
  if (actor !== undefined && isMirrorPod(metadata) && isNode(actor, node)) return [];
  return [{ code: 'DW105', field: 'spec.nodeName', detail: `names ${JSON.stringify(node)}` }];
}

export interface NewBinding {
  readonly node: string;
  readonly tenant: Tenant;
  readonly actor: Actor;
}

/** The other way to give a pod a node. */
export function bindingFindings({ node, tenant, actor }: NewBinding, settings: PolicySettings): Finding[] {
  if (tenant.system || mayChooseNodes(actor, settings)) return [];
  const detail = `binds the pod to ${JSON.stringify(node)}, and ${JSON.stringify(actor.username)} is no scheduler`;
  return [{ code: 'DW105', field: 'target.name', detail }];
}

/** On Arktos every tenant can have a service account of the scheduler's name. */
function mayChooseNodes(actor: Actor, { tenancy }: PolicySettings): boolean {
  return isScheduler(actor, tenancy) && (tenancy.flavor !== 'arktos' || !isServiceAccount(actor));
}

/** The classes of the system have a rule of their own; where that is off, they are merely high. */
function ceilingFindings(
  { spec, old, tenant }: PodChange,
  { daemons, modes }: PolicySettings,
  view: PolicyView | undefined,
): Finding[] {
  const className = spec.priorityClassName ?? '';
  if (tenant.system || old !== undefined) return [];
  if (modes.DW103 !== 'off' && isSystemPriorityClass(className)) return [];
  const priority = spec.priority ?? priorityOf(className, view);
  const ceiling = daemons.tenantPriorityCeiling;
  if (priority === undefined || priority <= ceiling) return [];
  const what = className === '' ? 'is not set, and the default' : className;
  const detail = `${what} has the value ${priority}, and tenants may use up to ${ceiling}`;
  return [{ code: 'DW106', field: 'spec.priorityClassName', detail }];
}

/** What the API server will make of a class; in a review it has done so already. */
function priorityOf(className: string, view: PolicyView | undefined): number | undefined {
  if (view === undefined) return undefined;
  return (className === '' ? defaultPriorityClass(view) : view.priorityClass(className))?.value;
}

/**
 * On Arktos every tenant can have a service account of the controller's name; only the system's is the controller. A user
 * that controllers share makes everybody's pods: it counts for daemons of the system alone.
 */
export function isMadeByController(
  { tenant, metadata }: Pick<PodChange, 'tenant' | 'metadata'>,
  actor: Actor,
  { tenancy }: PolicySettings,
): boolean {
  if (isController(actor, tenancy)) return tenancy.flavor !== 'arktos' || tenant.system;
  return isSharedController(actor, tenancy) && tenant.system && controllingDaemon(metadata) !== null;
}
