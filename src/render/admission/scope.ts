/** What a registration is about: resources, namespaces, and conditions that need no question to Daemonward. */
import { TARGET_NODE_ANNOTATION, TOLERATE_NOT_READY_ANNOTATION } from '../../kube/annotations.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import type { PolicySettings } from '../../policy/settings.ts';
import { isPattern } from '../../tenancy/pattern.ts';
import { anyOf, celString, isOneOf, matchesAny, type NamedExpression } from './cel.ts';

type Operations = readonly ('CREATE' | 'UPDATE' | 'DELETE')[];

export type ResourceRule = ReturnType<typeof resourceRule>;

/** The API server itself sets this label, and nobody can change it. */
const NAME_LABEL = 'kubernetes.io/metadata.name';

/** Kruise has DaemonSets of its own, by another controller. */
const KUBERNETES_GROUPS = { apps: ['v1'], 'apps.kruise.io': ['v1alpha1', 'v1beta1'] };
/** Arktos comes from Kubernetes 1.15, which still serves the older ones. */
const ARKTOS_GROUPS = { apps: ['v1', 'v1beta2'], extensions: ['v1beta1'] };

export function daemonSetRules({ tenancy }: PolicySettings, operations: Operations): ResourceRule[] {
  const groups = tenancy.flavor === 'arktos' ? ARKTOS_GROUPS : KUBERNETES_GROUPS;
  return Object.entries(groups).map(([group, apiVersions]) =>
    resourceRule(group, apiVersions, 'daemonsets', operations),
  );
}

export function podRules(operations: Operations = ['CREATE']): ResourceRule[] {
  return [resourceRule('', ['v1'], 'pods', operations)];
}

/** From Kubernetes 1.33 on; an older one has no such writes. */
export function resizeRules(): ResourceRule[] {
  return [resourceRule('', ['v1'], 'pods/resize', ['UPDATE'])];
}

function resourceRule(
  group: string,
  apiVersions: readonly string[],
  resource: string,
  operations: Operations,
) {
  return { apiGroups: [group], apiVersions, resources: [resource], operations, scope: 'Namespaced' };
}

export interface Namespaces {
  readonly selector: ReturnType<typeof selector>;
  /** For what a selector cannot say: patterns. */
  readonly conditions: readonly NamedExpression[];
}

export function except(names: readonly string[]) {
  return selector('NotIn', names);
}

function selector(operator: 'In' | 'NotIn', names: readonly string[]) {
  return { matchExpressions: [{ key: NAME_LABEL, operator, values: [...new Set(names)].toSorted() }] };
}

/** All but the system's, by name, and Daemonward's own: what must start before Daemonward can. */
export function outsideTheSystem({ systemNamespaces }: PolicySettings['tenancy'], own: string): Namespaces {
  const patterns = systemNamespaces.filter(isPattern);
  const expression = `!(${matchesAny('request.namespace', patterns)})`;
  return {
    selector: except([own, ...systemNamespaces.filter((name) => !isPattern(name))]),
    conditions: patterns.length === 0 ? [] : [{ name: 'outside-the-system', expression }],
  };
}

/** The system's, by name, without Daemonward's own; undefined when there are none. */
export function insideTheSystem(
  { systemNamespaces }: PolicySettings['tenancy'],
  own: string,
): Namespaces | undefined {
  const others = systemNamespaces.filter((name) => name !== own);
  if (others.length === 0) return undefined;
  if (!others.some(isPattern)) return { selector: selector('In', others), conditions: [] };
  const expression = matchesAny('request.namespace', others);
  return { selector: except([own]), conditions: [{ name: 'inside-the-system', expression }] };
}

/**
 * No rule has anything to say to them about DaemonSets, and about pods only what the policies say too: so they never
 * wait for Daemonward, and daemons come up and namespaces go away without it.
 */
export function notByAController({ controllers }: PolicySettings['tenancy']): NamedExpression[] {
  if (controllers.length === 0) return [];
  return [
    { name: 'not-by-a-controller', expression: `!(${isOneOf('request.userInfo.username', controllers)})` },
  ];
}

const SPEC_CHANGES = 'object.?spec != oldObject.?spec';

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

/** The tenant rule of a DaemonSet is about these writes, and no other. */
export function bringsADaemon(): NamedExpression {
  const expression = `request.operation == "CREATE" ||\n(!has(oldObject.metadata.deletionTimestamp) && ${SPEC_CHANGES})`;
  return { name: 'changes-what-runs', expression };
}

export function namesATargetNode(): NamedExpression {
  const expression = `${celString(TARGET_NODE_ANNOTATION)} in object.metadata.?annotations.orValue({})`;
  return { name: 'names-a-target-node', expression };
}

/** The shrinks among them are few, and cheaper to answer than to tell apart in CEL. */
export function resizes(): NamedExpression {
  return { name: 'changes-what-runs', expression: SPEC_CHANGES };
}

export const RESIZE_CODE = 'DW508' satisfies ReasonCode;

export const POD_CODES = ['DW103', 'DW104'] as const satisfies readonly ReasonCode[];

/** A claim that was there before is old news: pods are patched and adopted all the time. */
function claims(object: string): string {
  return (
    `${object}.metadata.?ownerReferences.orValue([]).exists(owner,\n` +
    '  owner.?controller.orValue(false) && owner.kind == "DaemonSet" && owner.apiVersion.startsWith("apps/"))'
  );
}

/** For each rule about pods, what a pod must have to break it. */
export const POD_CONDITIONS: Readonly<Record<(typeof POD_CODES)[number], NamedExpression>> = {
  DW103: {
    name: 'has-a-system-priority-class',
    expression:
      'request.operation == "CREATE" && object.spec.?priorityClassName.orValue("").startsWith("system-")',
  },
  DW104: {
    name: 'claims-a-daemonset',
    expression: `${claims('object')} &&\n(request.operation == "CREATE" || !${claims('oldObject')})`,
  },
};

/** Ordinary pods, nearly all there are, are never sent. */
export function worthValidatingPod({ modes }: PolicySettings): NamedExpression {
  const tests = POD_CODES.filter((code) => modes[code] !== 'off').map(
    (code) => `(${POD_CONDITIONS[code].expression})`,
  );
  return { name: 'could-break-a-rule', expression: anyOf(tests) };
}
