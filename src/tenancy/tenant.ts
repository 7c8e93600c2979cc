/** Whose object is it: what the namespace is called and how it is marked. A mark may take the system's rights away; it
 * gives them only where no other mark speaks against it. */
import type { SlimNamespace } from '../cluster/records.ts';
import type { Flavor } from '../kube/flavor.ts';
import type { Labels } from '../kube/objects.ts';
import { isPattern, namePattern } from './pattern.ts';

export interface TenancySettings {
  /** Arktos has the tenant in the object itself, and each tenant has a kube-system of its own. */
  readonly flavor: Flavor;
  readonly labels: readonly string[];
  readonly labelSuffixes: readonly string[];
  readonly annotations: readonly string[];
  readonly systemTenants: readonly string[];
  readonly systemNamespaces: readonly string[];
  readonly unknown: 'tenant' | 'system';
}

export interface Tenant {
  readonly name: string;
  readonly system: boolean;
  /** What decided: the object (Arktos), a mark of the namespace, its name, or nothing. */
  readonly by: 'object' | 'label' | 'label-suffix' | 'annotation' | 'namespace' | 'unknown';
}

export interface Whereabouts {
  readonly namespace: string;
  /** `metadata.tenant`, where it can be trusted: the validating hook, or the old object. */
  readonly objectTenant: string | undefined;
  /** Undefined when the view does not know the namespace (yet). */
  readonly record: SlimNamespace | undefined;
}

/** Never looks at labels of the object itself: those are written by its author. */
export type TenantResolver = (where: Whereabouts) => Tenant;

/** The one tenant of Arktos that is the system; no other can have its name. */
const ARKTOS_SYSTEM = 'system';

/** What is called so belongs to the system. */
const BY_NAMESPACE: Tenant = { name: 'system', by: 'namespace', system: true };

export function createTenantResolver(settings: TenancySettings): TenantResolver {
  const systemTenants = new Set(settings.systemTenants);
  const names = new Set(settings.systemNamespaces.filter((name) => !isPattern(name)));
  const patterns = settings.systemNamespaces.filter(isPattern).map(namePattern);
  const unknown = (name: string): Tenant => ({ name, by: 'unknown', system: settings.unknown === 'system' });

  /** The answer of each convention. */
  function marksOf({ labels, annotations }: SlimNamespace): Tenant[] {
    const markedBy = (by: Tenant['by']) => (name: string) => ({
      name,
      by,
      system: systemTenants.has(name) || (by === 'annotation' && systemTenants.has(projectOf(name))),
    });
    return [
      ...valuesOf(labels, settings.labels).map(markedBy('label')),
      ...rootOf(labels, settings.labelSuffixes).map(markedBy('label-suffix')),
      ...valuesOf(annotations, settings.annotations).map(markedBy('annotation')),
    ];
  }

  return ({ namespace, objectTenant, record }) => {
    if (settings.flavor === 'arktos') {
      return objectTenant
        ? { name: objectTenant, by: 'object', system: objectTenant === ARKTOS_SYSTEM }
        : unknown('');
    }
    // Exact names are there before any tenant, and before any cache: Rancher marks kube-system like everything else.
    if (names.has(namespace)) return BY_NAMESPACE;
    const marks = record === undefined ? [] : marksOf(record);
    const mark = marks.find(({ system }) => !system) ?? marks[0];
    if (mark !== undefined) return mark;
    return patterns.some((matches) => matches(namespace)) ? BY_NAMESPACE : unknown(namespace);
  };
}

/** An empty value is no tenant. */
function valuesOf(map: Labels, keys: readonly string[]): string[] {
  return keys.flatMap((key) => map[key] || []);
}

/** HNC's distances; with many more digits it is something else. */
const DISTANCE = /^[0-9]{0,9}$/;

/** HNC writes one label for each ancestor, with its distance as value: the farthest one, if any, is the tenant. */
function rootOf(labels: Labels, suffixes: readonly string[]): string[] {
  let root: string | undefined;
  let farthest = -1;
  for (const [key, value] of Object.entries(labels)) {
    const suffix = suffixes.find((candidate) => key.endsWith(candidate));
    if (suffix === undefined || key.length === suffix.length || !DISTANCE.test(value)) continue;
    const distance = Number(value);
    const name = key.slice(0, -suffix.length);
    // Two at the same distance do not happen; if they do, the name decides and not the order.
    if (distance < farthest || (distance === farthest && root !== undefined && name > root)) continue;
    farthest = distance;
    root = name;
  }
  return root === undefined ? [] : [root];
}

/** Rancher writes `cluster:project`; people know the project. */
function projectOf(value: string): string {
  return value.slice(value.indexOf(':') + 1);
}
