/** Whose object is it: what the namespace is called and how it is marked. A mark may take the system's rights away; it
 * gives them only where no other mark speaks against it. */
import type { SlimNamespace } from '../cluster/records.ts';
import { ARKTOS_SYSTEM, type Flavor } from '../kube/flavor.ts';
import type { Labels } from '../kube/objects.ts';
import { isPattern, namePattern } from './pattern.ts';

export interface TenancySettings {
  /** Arktos has the tenant in the object itself, and each tenant has a kube-system of its own. */
  readonly flavor: Flavor;
  readonly labels: readonly string[];
  readonly labelSuffixes: readonly string[];
  readonly annotations: readonly string[];
  readonly systemTenants: readonly SystemTenant[];
  readonly systemNamespaces: readonly string[];
  readonly unknown: 'tenant' | 'system';
}

/** A tenant that is the platform's own, in the one convention in which it has this name. */
export interface SystemTenant {
  readonly label?: string | undefined;
  readonly labelSuffix?: string | undefined;
  readonly annotation?: string | undefined;
  readonly value: string;
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

/** What is called so belongs to the system. */
const BY_NAMESPACE: Tenant = { name: 'system', by: 'namespace', system: true };

export function createTenantResolver(settings: TenancySettings): TenantResolver {
  const names = new Set(settings.systemNamespaces.filter((name) => !isPattern(name)));
  const patterns = settings.systemNamespaces.filter(isPattern).map(namePattern);
  const unknown = (name: string): Tenant => ({ name, by: 'unknown', system: settings.unknown === 'system' });

  /** The answer of each convention; a name that is the system's in one of them is anybody's in the others. */
  function marksOf({ labels, annotations }: SlimNamespace): Tenant[] {
    const isSystem = (matches: (system: SystemTenant) => boolean) => settings.systemTenants.some(matches);
    const byLabel = valuesOf(labels, settings.labels).map(({ key, value }): Tenant => {
      const system = isSystem((known) => known.label === key && known.value === value);
      return { name: value, by: 'label', system };
    });
    const bySuffix = rootsOf(labels, settings.labelSuffixes).map(({ name, suffixes }): Tenant => {
      const system = isSystem(
        (known) => suffixes.some((suffix) => suffix === known.labelSuffix) && known.value === name,
      );
      return { name, by: 'label-suffix', system };
    });
    const byAnnotation = valuesOf(annotations, settings.annotations).map(({ key, value }): Tenant => {
      const names = [value, projectOf(value)];
      const system = isSystem((known) => known.annotation === key && names.includes(known.value));
      return { name: value, by: 'annotation', system };
    });
    return [...byLabel, ...bySuffix, ...byAnnotation];
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
function valuesOf(map: Labels, keys: readonly string[]) {
  return keys.flatMap((key) => {
    const value = map[key];
    return value ? [{ key, value }] : [];
  });
}

/** HNC's distances; with many more digits it is something else. */
const DISTANCE = /^[0-9]{0,9}$/;

/**
 * HNC writes one label for each ancestor, with its distance as value: the farthest one, if any, is the tenant. Two at the
 * same distance do not happen; if they do, the name decides and not the order. One name by several suffixes is one tenant.
 */
function rootsOf(labels: Labels, suffixes: readonly string[]) {
  const ancestors = Object.entries(labels).flatMap(([key, value]) => {
    const suffix = suffixes.find((candidate) => key.endsWith(candidate));
    if (suffix === undefined || key.length === suffix.length || !DISTANCE.test(value)) return [];
    return [{ name: key.slice(0, -suffix.length), suffix, distance: Number(value) }];
  });
  const farthest = Math.max(...ancestors.map(({ distance }) => distance));
  const roots = ancestors.filter(({ distance }) => distance === farthest);
  const [name] = roots.map((root) => root.name).toSorted(byText);
  if (name === undefined) return [];
  return [{ name, suffixes: roots.filter((root) => root.name === name).map(({ suffix }) => suffix) }];
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Rancher writes `cluster:project`; people know the project. */
function projectOf(value: string): string {
  return value.slice(value.indexOf(':') + 1);
}
