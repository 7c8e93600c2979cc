/** What a registration is about: resources, and conditions that need no question to Daemonward. */

import type { Flavor } from '../../kube/flavor.ts';
import { TARGET_NODE_ANNOTATION, TOLERATE_NOT_READY_ANNOTATION } from '../../kube/metadata/annotations.ts';
import { ORDER_GROUP, ORDER_PLURAL, ORDER_VERSION } from '../../kube/orders.ts';
import { KRUISE_GROUP } from '../../kube/workloads/daemon-kinds.ts';
import { DEFAULT_SCHEDULER } from '../../kube/workloads/pod-defaults.ts';
import { WORKLOAD_RESOURCES } from '../../kube/workloads/workload-kinds.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import type { PolicySettings } from '../../policy/settings.ts';
import { anyOf, celString, isOneOf, type NamedExpression } from './cel.ts';

type Operations = readonly ('CREATE' | 'UPDATE' | 'DELETE')[];

export type ResourceRule = ReturnType<typeof resourceRule>;

/** Who asks. */
export const USER = 'request.userInfo.username';

const KRUISE_VERSIONS = ['v1alpha1', 'v1beta1'];

/**
 * Arktos comes from Kubernetes 1.15, which still serves the older groups. A rule for a group that the cluster does not
 * serve costs nothing, and is there before somebody installs it.
 */
const DAEMON_SET_GROUPS: Readonly<Record<Flavor, Readonly<Record<string, readonly string[]>>>> = {
  kubernetes: { apps: ['v1'], [KRUISE_GROUP]: KRUISE_VERSIONS },
  arktos: { apps: ['v1', 'v1beta2'], extensions: ['v1beta1'], [KRUISE_GROUP]: KRUISE_VERSIONS },
};

export function daemonSetRules({ tenancy }: PolicySettings, operations: Operations): ResourceRule[] {
  return Object.entries(DAEMON_SET_GROUPS[tenancy.flavor]).map(([group, apiVersions]) =>
    resourceRule(group, apiVersions, ['daemonsets'], operations),
  );
}

/** DaemonSets, and what else takes a place on every node. */
export function daemonRules(settings: PolicySettings, operations: Operations): ResourceRule[] {
  return [
    ...daemonSetRules(settings, operations),
    resourceRule(KRUISE_GROUP, KRUISE_VERSIONS, ['broadcastjobs'], operations),
  ];
}

export function orderRules(operations: Operations): ResourceRule[] {
  return [resourceRule(ORDER_GROUP, [ORDER_VERSION], [ORDER_PLURAL], operations)];
}

export function podRules(operations: Operations = ['CREATE']): ResourceRule[] {
  return [resourceRule('', ['v1'], ['pods'], operations)];
}

/** Both ways to bind a pod to a node: below the pod, and beside it. */
export function bindingRules(): ResourceRule[] {
  return [resourceRule('', ['v1'], ['pods/binding', 'bindings'], ['CREATE'])];
}

/** From Kubernetes 1.33 on; an older one has no such writes. */
export function resizeRules(): ResourceRule[] {
  return [resourceRule('', ['v1'], ['pods/resize'], ['UPDATE'])];
}

export function workloadRules(): ResourceRule[] {
  return WORKLOAD_RESOURCES.map(({ group, version, resources }) =>
    resourceRule(group, [version], resources, ['CREATE', 'UPDATE']),
  );
}

function resourceRule(
  group: string,
  apiVersions: readonly string[],
  resources: readonly string[],
  operations: Operations,
) {
  return { apiGroups: [group], apiVersions, resources, operations, scope: 'Namespaced' };
}

/**
 * No rule has anything to say to them about DaemonSets, and about pods only what the policies say too: so they never
 * wait for Daemonward, and daemons come up and namespaces go away without it.
 */
export function notByAController({ controllers }: PolicySettings['tenancy']): NamedExpression[] {
  if (controllers.length === 0) return [];
  return [{ name: 'not-by-a-controller', expression: `!(${isOneOf(USER, controllers)})` }];
}

const SPEC_CHANGES = 'object.?spec != oldObject.?spec';

/** Where controllers share a user, what removes objects is among them: that does not wait for Daemonward either. */
export function notBySharedRemoval({ sharedControllers }: PolicySettings['tenancy']): NamedExpression[] {
  if (sharedControllers.length === 0) return [];
  const removes = `(request.operation == "DELETE" || (request.operation == "UPDATE" && !(${SPEC_CHANGES})))`;
  const expression = `!(${isOneOf(USER, sharedControllers)} &&\n${removes})`;
  return [{ name: 'not-by-a-shared-controller', expression }];
}

/** Labels, annotations and finalizers can be changed without Daemonward, unless it matters who does it. */
export function worthValidating({ modes }: PolicySettings): NamedExpression {
  const whoMatters = modes.DW102 === 'off' ? [] : ['!has(oldObject.metadata.deletionTimestamp)'];
  const expression = anyOf(['request.operation != "UPDATE"', ...whoMatters, SPEC_CHANGES]);
  return { name: 'changes-what-runs', expression };
}

export function worthCompleting(): NamedExpression {
  const asked = (object: string) =>
    `${object}.metadata.?annotations[?${celString(TOLERATE_NOT_READY_ANNOTATION)}]`;
  const expression = anyOf([
    'request.operation != "UPDATE"',
    SPEC_CHANGES,
    `${asked('object')} != ${asked('oldObject')}`,
  ]);
  return { name: 'changes-what-runs', expression };
}

/** The tenant rules of DaemonSets and Orders are about these writes, and no other. */
export function bringsSomethingNew(): NamedExpression {
  const expression = `request.operation == "CREATE" ||\n(!has(oldObject.metadata.deletionTimestamp) && ${SPEC_CHANGES})`;
  return { name: 'changes-what-runs', expression };
}

export function namesATargetNode(): NamedExpression {
  const expression = `${celString(TARGET_NODE_ANNOTATION)} in object.metadata.?annotations.orValue({})`;
  return { name: 'names-a-target-node', expression };
}

/** Pods that a scheduler with turns is to place; who names a target node is asked about already. */
export function waitsForATurn({ fairness }: PolicySettings): NamedExpression[] {
  const scheduler = `object.spec.?schedulerName.orValue(${celString(DEFAULT_SCHEDULER)})`;
  const expression = [
    'object.spec.?nodeName.orValue("") == ""',
    isOneOf(scheduler, fairness.schedulers),
    `!(${namesATargetNode().expression})`,
  ].join(' &&\n');
  return [{ name: 'waits-for-a-turn', expression }];
}

/** The shrinks among them are few, and cheaper to answer than to tell apart in CEL. */
export function resizes(): NamedExpression {
  return { name: 'changes-what-runs', expression: SPEC_CHANGES };
}

export const RESIZE_CODE = 'DW508' satisfies ReasonCode;
