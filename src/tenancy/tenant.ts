/** Whose object is it: a chain of conventions, and the first that answers wins. */
import type { SlimNamespace } from '../cluster/records.ts';
import type { Labels } from '../kube/objects.ts';
import { namePattern } from './pattern.ts';

export interface TenancySettings {
  /** Arktos has the tenant in the object itself, and each tenant has a kube-system of its own. */
  readonly flavor: 'kubernetes' | 'arktos';
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

export function createTenantResolver(settings: TenancySettings): TenantResolver {
  const systemTenants = new Set(settings.systemTenants);
  const patterns = settings.systemNamespaces.map(namePattern);
  const isSystemNamespace = (name: string) => patterns.some((matches) => matches(name));
  const tenant = (name: string, by: Tenant['by'], system = systemTenants.has(name)): Tenant => ({
    name,
    by,
    system,
  });
  const unknown = (name: string) => tenant(name, 'unknown', settings.unknown === 'system');

  return ({ namespace, objectTenant, record }) => {
    if (settings.flavor === 'arktos') {
      return objectTenant ? tenant(objectTenant, 'object') : unknown('');
    }
    const labelled = firstValue(record?.labels, settings.labels);
    if (labelled !== undefined) return tenant(labelled, 'label');
    const root = rootOf(record?.labels, settings.labelSuffixes);
    // Here tenants are namespaces, so a root that is a system namespace is the system.
    if (root !== undefined)
      return tenant(root, 'label-suffix', systemTenants.has(root) || isSystemNamespace(root));
    const annotated = firstValue(record?.annotations, settings.annotations);
    if (annotated !== undefined) {
      return tenant(
        annotated,
        'annotation',
        systemTenants.has(annotated) || systemTenants.has(projectOf(annotated)),
      );
    }
    if (isSystemNamespace(namespace)) return tenant('system', 'namespace', true);
    return unknown(namespace);
  };
}

function firstValue(map: Labels | undefined, keys: readonly string[]): string | undefined {
  const key = keys.find((candidate) => map?.[candidate]);
  return key === undefined ? undefined : map?.[key];
}

/** HNC writes one label for each ancestor, with its distance as value: the farthest one is the tenant. */
function rootOf(labels: Labels | undefined, suffixes: readonly string[]): string | undefined {
  let root: string | undefined;
  let farthest = -1;
  for (const [key, value] of Object.entries(labels ?? {})) {
    const suffix = suffixes.find((candidate) => key.endsWith(candidate));
    const depth = Number(value);
    if (suffix !== undefined && key.length > suffix.length && depth > farthest) {
      farthest = depth;
      root = key.slice(0, -suffix.length);
    }
  }
  return root;
}

/** Rancher writes `cluster:project`; people know the project. */
function projectOf(value: string): string {
  return value.slice(value.indexOf(':') + 1);
}
