/** Which namespaces a registration is about, as far as the API server can tell by their names. */
import type { PolicySettings } from '../../policy/settings.ts';
import { isPattern } from '../../tenancy/pattern.ts';
import { matchesAny, type NamedExpression } from './cel.ts';

/** The API server itself sets this label, and nobody can change it. */
const NAME_LABEL = 'kubernetes.io/metadata.name';

export interface NamespaceSelector {
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: 'In' | 'NotIn';
    readonly values: readonly string[];
  }[];
}

export interface Namespaces {
  readonly selector: NamespaceSelector;
  /** For what a selector cannot say: patterns. */
  readonly conditions: readonly NamedExpression[];
}

export function except(names: readonly string[]): NamespaceSelector {
  return selector('NotIn', names);
}

/** The API server takes no expression without values; with no expression, every namespace is meant. */
function selector(operator: 'In' | 'NotIn', names: readonly string[]): NamespaceSelector {
  const values = [...new Set(names)].toSorted();
  return values.length === 0 ? {} : { matchExpressions: [{ key: NAME_LABEL, operator, values }] };
}

/**
 * All but the system's, by name, Daemonward's own among them: what must start before Daemonward can. A pattern says nothing
 * by itself, because a tenant's mark on the namespace outweighs it: whoever can see the mark has to look.
 */
export function notByName({ systemNamespaces }: PolicySettings['tenancy']): Namespaces {
  return { selector: except(systemNamespaces.filter((name) => !isPattern(name))), conditions: [] };
}

/**
 * The same without those of a pattern: for a hook that fails closed. A condition of a webhook sees no marks of the
 * namespace, so that these are asked about by a hook of their own, which fails open.
 */
export function notByNameOrPattern(tenancy: PolicySettings['tenancy']): Namespaces {
  const patterns = tenancy.systemNamespaces.filter(isPattern);
  if (patterns.length === 0) return notByName(tenancy);
  const expression = `!(${matchesAny('request.namespace', patterns)})`;
  return { ...notByName(tenancy), conditions: [{ name: 'outside-the-system', expression }] };
}

/** Those of a pattern alone; undefined when there are no patterns. */
export function byPattern(tenancy: PolicySettings['tenancy']): Namespaces | undefined {
  const patterns = tenancy.systemNamespaces.filter(isPattern);
  if (patterns.length === 0) return undefined;
  const expression = matchesAny('request.namespace', patterns);
  return { ...notByName(tenancy), conditions: [{ name: 'inside-the-system', expression }] };
}

/** The system's, by name or pattern, without Daemonward's own; undefined when there are none. */
export function insideTheSystem(
  { systemNamespaces }: PolicySettings['tenancy'],
  own: readonly string[],
): Namespaces | undefined {
  const others = systemNamespaces.filter((name) => !own.includes(name));
  if (others.length === 0) return undefined;
  if (!others.some(isPattern)) return { selector: selector('In', others), conditions: [] };
  const expression = matchesAny('request.namespace', others);
  return { selector: except(own), conditions: [{ name: 'inside-the-system', expression }] };
}
