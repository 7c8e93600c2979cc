/** Objects by their names, and what to say when there is none. */
import { hasPods } from '../cluster/partitions.ts';
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
  /** Where there are several. */
  readonly partition?: string | undefined;
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
  readonly partition: string;
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
  const { namespace, name, tenant, partition } = wanted;
  const tenants = view.partitions.filter(hasPods).map((each) => each.name);
  if (partition !== undefined && !tenants.includes(partition)) {
    return { ok: false, message: unknownPartition(partition, tenants) };
  }
  const neighbours: T[] = [];
  for (const object of all) {
    const isThere =
      object.namespace === namespace &&
      (tenant === undefined || object.tenant === tenant) &&
      (partition === undefined || object.partition === partition);
    if (isThere) neighbours.push(object);
  }
  const [value, ...others] = neighbours.filter((object) => object.name === name);
  if (value !== undefined) {
    for (const part of ['partition', 'tenant'] as const) {
      const found = new Set([value, ...others].map((object) => object[part]));
      if (found.size === 1) continue;
      const message = `several ${part}s have the ${kind} ${namespace}/${name}: name one by ${part}=${[...found].join(', ')}`;
      return { ok: false, message };
    }
  }
  if (value !== undefined) return { ok: true, value };
  const isIn = (each: string) => view.within(each).namespace(namespace, tenant) !== undefined;
  if (neighbours.length === 0 && !(partition === undefined ? tenants : [partition]).some(isIn)) {
    return { ok: false, message: `there is no namespace ${namespace}` };
  }
  const names = neighbours.map((object) => object.name);
  const known = namesWords(kind, kinds, name, names);
  return { ok: false, message: `there is no ${kind} ${name} in the namespace ${namespace}, where ${known}` };
}

/** A cluster of one API server has none of a name. */
export function unknownPartition(partition: string, known: readonly string[]): string {
  const names = known.filter((name) => name !== '');
  if (names.length === 0) return `there is no partition ${partition}: this cluster has one API server`;
  return `there is no tenant partition ${partition}; there are ${names.join(', ')}`;
}

function namesWords(kind: string, kinds: string, wanted: string, names: readonly string[]): string {
  if (names.length === 0) return `there are no ${kinds}`;
  const meant = nearest(wanted, names.slice(0, NAMES_COMPARED));
  const shown = names.toSorted().slice(0, NAMES_SHOWN);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  const there = `there ${names.length === 1 ? `is the ${kind}` : `are the ${kinds}`} ${shown.join(', ')}${more}`;
  return meant === undefined ? there : `${there}; did you mean ${meant}?`;
}
