/** Which of the view's kinds an object of the API is, by group and kind. */
import { apiGroupOf } from '../kube/owners.ts';
import type { ObjectKind } from './records.ts';

/** Old clusters and Arktos still serve DaemonSets in `extensions`. */
const KINDS: Readonly<Record<string, ObjectKind>> = {
  '/Node': 'nodes',
  '/Pod': 'pods',
  '/Namespace': 'namespaces',
  'apps/DaemonSet': 'daemonSets',
  'extensions/DaemonSet': 'daemonSets',
  'scheduling.k8s.io/PriorityClass': 'priorityClasses',
};

const LIST_SUFFIX = 'List';

/** Any version will do: the fields that we read are the same in all of them. */
export function objectKindOf(apiVersion: string, kind: string): ObjectKind | undefined {
  return KINDS[`${apiGroupOf(apiVersion)}/${kind}`];
}

/** A kind with its group, as kubectl names resources: `Widget.example.com`. */
export function qualifiedKind(apiVersion: string, kind: string): string {
  const group = apiGroupOf(apiVersion);
  return group === '' ? kind : `${kind}.${group}`;
}

export function isListKind(kind: string): boolean {
  return kind.endsWith(LIST_SUFFIX);
}

/**
 * A list by its kind and its items. Some kinds end in `List` and are none (`AllowList`): without items only the lists of
 * the view's own kinds, which may be empty, are taken for lists.
 */
export function isList(apiVersion: string, kind: string, items: unknown): boolean {
  if (!isListKind(kind)) return false;
  const itemKind = itemKindOf(kind);
  return items !== undefined || itemKind === '' || objectKindOf(apiVersion, itemKind) !== undefined;
}

/** The kind of a list's items: `NodeList` holds Nodes, a plain `List` says nothing. */
export function itemKindOf(listKind: string): string {
  return isListKind(listKind) ? listKind.slice(0, -LIST_SUFFIX.length) : '';
}
