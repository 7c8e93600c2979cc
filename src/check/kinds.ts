/** What a check does with an object, by its group and kind. */

import { groupKindOf, type TypeMeta } from '../kube/metadata/type-meta.ts';
import { ORDER_GROUP, ORDER_KIND } from '../kube/orders.ts';
import { isDaemonKind } from '../kube/workloads/daemon-kinds.ts';
import { templatePathOf } from '../kube/workloads/workload-kinds.ts';

export type Role =
  | { readonly as: 'daemonset' | 'pod' | 'order' | 'namespace' | 'priority-class' | 'other' }
  /** Makes pods from a template, which stands at this path. */
  | { readonly as: 'workload'; readonly template: readonly string[] };

const ROLES: Readonly<Record<string, Role>> = {
  '/Pod': { as: 'pod' },
  [`${ORDER_GROUP}/${ORDER_KIND}`]: { as: 'order' },
  '/Namespace': { as: 'namespace' },
  'scheduling.k8s.io/PriorityClass': { as: 'priority-class' },
};

const OTHER: Role = { as: 'other' };

export function roleOf(type: TypeMeta): Role {
  if (isDaemonKind(type)) return { as: 'daemonset' };
  const template = templatePathOf(type);
  if (template !== undefined) return { as: 'workload', template };
  const key = groupKindOf(type);
  return Object.hasOwn(ROLES, key) ? (ROLES[key] ?? OTHER) : OTHER;
}

/** Below this a document is parsed whatever it holds: a slip in it is worth a word. */
const WORTH_SKIPPING = 32 * 1024;

/**
 * Large documents of a kind that has no rule, told by their unindented lines: charts carry megabytes of custom resource
 * definitions, and parsing those would take nearly all of the time.
 */
export function isLargeOther(text: string): boolean {
  if (text.length < WORTH_SKIPPING) return false;
  const kinds = [...text.matchAll(/^kind:[ \t]*([A-Za-z]+)[ \t\r]*$/gm)].map(([, kind = '']) => kind);
  const versions = [...text.matchAll(/^apiVersion:[ \t]*([\w./-]+)[ \t\r]*$/gm)].map(
    ([, version = '']) => version,
  );
  const [kind = ''] = kinds;
  const [apiVersion = ''] = versions;
  if (kinds.length !== 1 || versions.length !== 1 || kind.endsWith('List')) return false;
  return roleOf({ apiVersion, kind }).as === 'other';
}
