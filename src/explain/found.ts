/** Objects by their names, and what to say when there is none. */
import type { SlimDaemonSet, SlimNode, SlimPod } from '../cluster/records.ts';
import type { ClusterView } from '../cluster/view.ts';
import { nearest } from '../config/diagnose/spelling.ts';

export type Found<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

/** An object of a namespace; the tenant is named on Arktos alone. */
export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
  readonly tenant?: string | undefined;
}

/** Names that help somebody who has mistyped one. */
const NAMES_SHOWN = 10;

/** Spelling is compared with so many names at the most: a namespace may have thousands of pods. */
const NAMES_COMPARED = 2_000;

export function findDaemonSet(wanted: ObjectName, view: ClusterView): Found<SlimDaemonSet> {
  return findNamed('DaemonSet', 'DaemonSets', wanted, view.daemonSets(), view);
}

export function findPod(wanted: ObjectName, view: ClusterView): Found<SlimPod> {
  return findNamed('pod', 'pods', wanted, view.pods(), view);
}

export function findNode(name: string, view: ClusterView): Found<SlimNode> {
  const value = view.node(name);
  if (value !== undefined) return { ok: true, value };
  const names = Array.from(view.nodes(), (node) => node.name);
  return { ok: false, message: `there is no node ${name}; ${namesWords('node', 'nodes', name, names)}` };
}

interface Named {
  readonly namespace: string;
  readonly name: string;
  readonly tenant: string;
}

function findNamed<T extends Named>(
  kind: string,
  kinds: string,
  wanted: ObjectName,
  all: Iterable<T>,
  view: ClusterView,
): Found<T> {
  const { namespace, name, tenant } = wanted;
  const neighbours: T[] = [];
  for (const object of all) {
    const isThere = object.namespace === namespace && (tenant === undefined || object.tenant === tenant);
    if (isThere) neighbours.push(object);
  }
  const [value, ...others] = neighbours.filter((object) => object.name === name);
  const [other] = others;
  if (value !== undefined && other !== undefined && other.tenant !== value.tenant) {
    const tenants = [value, ...others].map((object) => object.tenant).join(', ');
    return {
      ok: false,
      message: `several tenants have the ${kind} ${namespace}/${name}: name one by tenant=${tenants}`,
    };
  }
  if (value !== undefined) return { ok: true, value };
  if (neighbours.length === 0 && view.namespace(namespace, tenant) === undefined) {
    return { ok: false, message: `there is no namespace ${namespace}` };
  }
  const names = neighbours.map((object) => object.name);
  const known = namesWords(kind, kinds, name, names);
  return { ok: false, message: `there is no ${kind} ${name} in the namespace ${namespace}, where ${known}` };
}

function namesWords(kind: string, kinds: string, wanted: string, names: readonly string[]): string {
  if (names.length === 0) return `there are no ${kinds}`;
  const meant = nearest(wanted, names.slice(0, NAMES_COMPARED));
  const shown = names.toSorted().slice(0, NAMES_SHOWN);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  const there = `there ${names.length === 1 ? `is the ${kind}` : `are the ${kinds}`} ${shown.join(', ')}${more}`;
  return meant === undefined ? there : `${there}; did you mean ${meant}?`;
}
