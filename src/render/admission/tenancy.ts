/** Whose a namespace is, in CEL: the same as src/tenancy/tenant.ts, for the API server to answer by itself. */
import { isPattern } from '../../tenancy/pattern.ts';
import type { TenancySettings } from '../../tenancy/tenant.ts';
import { anyOf, celList, celString, isOneOf, matchesAny, type NamedExpression } from './cel.ts';

const NAMESPACE = 'namespaceObject.metadata.name';

/** Rancher writes `cluster:project`; people know the project. */
const PROJECT = 'value.substring(value.indexOf(":") + 1)';

/**
 * Variables of a policy. `marks` is what every convention says, `foreign` what speaks of a tenant that is not the system.
 * The last two are the answer: `system` is true or false, `whose` is for the message.
 */
export function tenancyVariables(settings: TenancySettings): NamedExpression[] {
  const { labels, labelSuffixes, annotations, systemTenants, systemNamespaces } = settings;
  const isForeign = `!(${isOneOf('value', systemTenants)})`;
  const isForeignProject = `!(${anyOf([isOneOf('value', systemTenants), isOneOf(PROJECT, systemTenants)])})`;
  const named = isOneOf(
    NAMESPACE,
    systemNamespaces.filter((name) => !isPattern(name)),
  );
  const byPattern =
    settings.unknown === 'system' ? 'true' : matchesAny(NAMESPACE, systemNamespaces.filter(isPattern));
  return [
    { name: 'labels', expression: 'namespaceObject.metadata.?labels.orValue({})' },
    { name: 'annotations', expression: 'namespaceObject.metadata.?annotations.orValue({})' },
    { name: 'labelled', expression: valuesOf(labels, 'variables.labels') },
    ...(labelSuffixes.length === 0 ? [] : ancestorVariables(labelSuffixes)),
    { name: 'descended', expression: labelSuffixes.length === 0 ? '[""].filter(value, value != "")' : ROOTS },
    { name: 'annotated', expression: valuesOf(annotations, 'variables.annotations') },
    { name: 'marks', expression: 'variables.labelled + variables.descended + variables.annotated' },
    {
      name: 'foreign',
      expression:
        `variables.labelled.filter(value, ${isForeign}) +\nvariables.descended.filter(value, ${isForeign}) +\n` +
        `variables.annotated.filter(value, ${isForeignProject})`,
    },
    {
      name: 'system',
      expression: `${named} ? true :\nvariables.marks.size() > 0 ? variables.foreign.size() == 0 :\n(${byPattern})`,
    },
    {
      name: 'whose',
      expression:
        'variables.foreign.size() > 0 ? "to the tenant \\"" + variables.foreign[0] + "\\"" :\n"to no tenant that is known"',
    },
  ];
}

/** A distance has few digits; with many more, `int` would fail. */
const DISTANCE = '^[0-9]{0,9}$';

/** The farthest ancestor, as a list of one or none. */
const ROOTS = 'variables.roots.size() == 0 ? variables.roots : [variables.roots.min()]';

/**
 * HNC's namespaces have one label for each ancestor, with its distance as value. Two at the greatest distance do not
 * happen; if they do, neither order nor chance decides, but the name.
 */
function ancestorVariables(suffixes: readonly string[]): NamedExpression[] {
  const isAncestor = suffixes.map(
    (suffix) => `key.endsWith(${celString(suffix)}) && key.size() > ${suffix.length}`,
  );
  const distance = (key: string) => `int("0" + variables.labels[${key}])`;
  const farthest = `variables.ancestors.all(other, ${distance('other')} <= ${distance('key')})`;
  return [
    {
      name: 'ancestors',
      expression: `variables.labels.filter(key,\n  (${isAncestor.join(' || ')}) &&\n  variables.labels[key].matches(${celString(DISTANCE)}))`,
    },
    {
      name: 'roots',
      expression: `variables.ancestors.filter(key,\n  ${farthest}\n).map(key, ${withoutSuffix('key', suffixes)})`,
    },
  ];
}

function withoutSuffix(key: string, suffixes: readonly string[]): string {
  return suffixes
    .map((suffix) => ({ suffix, cut: `${key}.substring(0, ${key}.size() - ${suffix.length})` }))
    .reduceRight((rest, { suffix, cut }) => `${key}.endsWith(${celString(suffix)}) ? ${cut} : ${rest}`, key);
}

/** An empty value is no tenant. */
function valuesOf(keys: readonly string[], map: string): string {
  if (keys.length === 0) return '[""].filter(value, value != "")';
  return `${celList(keys)}.map(key, ${map}[?key].orValue("")).filter(value, value != "")`;
}
