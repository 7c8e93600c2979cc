/** Whose a namespace is, in CEL: the same as src/tenancy/tenant.ts, for the API server to answer by itself. */
import { isPattern } from '../../tenancy/pattern.ts';
import type { TenancySettings } from '../../tenancy/tenant.ts';
import { anyOf, celList, celString, isOneOf, matchesAny, type NamedExpression } from './cel.ts';

const NAMESPACE = 'namespaceObject.metadata.name';

/** Rancher writes `cluster:project`; people know the project. */
const PROJECT = (value: string) => `${value}.substring(${value}.indexOf(":") + 1)`;

/**
 * Variables of a policy. `marks` is what every convention says, `foreign` what speaks of a tenant that is not the system.
 * The last two are the answer: `system` is true or false, `whose` is for the message.
 */
export function tenancyVariables(settings: TenancySettings): NamedExpression[] {
  const { labels, labelSuffixes, annotations, systemNamespaces } = settings;
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
    { name: 'descended', expression: labelSuffixes.length === 0 ? NOTHING : ROOTS },
    { name: 'annotated', expression: valuesOf(annotations, 'variables.annotations') },
    { name: 'marks', expression: 'variables.labelled + variables.descended + variables.annotated' },
    { name: 'foreign', expression: foreignMarks(settings) },
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

/** The marks without those of a system tenant, each in its own convention. */
function foreignMarks({ labels, labelSuffixes, annotations, systemTenants }: TenancySettings): string {
  const byLabel = systemTenants.flatMap(({ label, value }) =>
    label === undefined ? [] : [{ key: label, value }],
  );
  const byAnnotation = systemTenants.flatMap(({ annotation, value }) =>
    annotation === undefined ? [] : [{ key: annotation, value }],
  );
  const bySuffix = systemTenants
    .filter(({ labelSuffix }) => labelSuffixes.some((suffix) => suffix === labelSuffix))
    .map(
      ({ labelSuffix = '', value }) =>
        `(value == ${celString(value)} && ${celString(value + labelSuffix)} in variables.farthest)`,
    );
  return [
    foreignValues('variables.labelled', labels, 'variables.labels', byLabel, []),
    bySuffix.length === 0
      ? 'variables.descended'
      : `variables.descended.filter(value, !(${anyOf(bySuffix)}))`,
    foreignValues('variables.annotated', annotations, 'variables.annotations', byAnnotation, [PROJECT]),
  ].join(' +\n');
}

/** `forms` are other ways to read a value, in which it may name the system too. */
function foreignValues(
  all: string,
  keys: readonly string[],
  map: string,
  system: readonly { readonly key: string; readonly value: string }[],
  forms: readonly ((value: string) => string)[],
): string {
  const byKey = Map.groupBy(
    system.filter(({ key }) => keys.includes(key)),
    ({ key }) => key,
  );
  if (byKey.size === 0) return all;
  const tests = [...byKey].map(([key, entries]) => {
    const names = entries.map(({ value }) => value);
    const readings = [`${map}[key]`, ...forms.map((form) => form(`${map}[key]`))];
    return `(key == ${celString(key)} && (${readings.map((reading) => isOneOf(reading, names)).join(' || ')}))`;
  });
  return `${celList(keys)}.filter(key,\n  ${map}[?key].orValue("") != "" && !(${tests.join(' || ')})\n).map(key, ${map}[key])`;
}

/** A list without members that has a type. */
const NOTHING = '[""].filter(value, value != "")';

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
    { name: 'farthest', expression: `variables.ancestors.filter(key,\n  ${farthest}\n)` },
    { name: 'roots', expression: `variables.farthest.map(key, ${withoutSuffix('key', suffixes)})` },
  ];
}

function withoutSuffix(key: string, suffixes: readonly string[]): string {
  return suffixes
    .map((suffix) => ({ suffix, cut: `${key}.substring(0, ${key}.size() - ${suffix.length})` }))
    .reduceRight((rest, { suffix, cut }) => `${key}.endsWith(${celString(suffix)}) ? ${cut} : ${rest}`, key);
}

/** An empty value is no tenant. */
function valuesOf(keys: readonly string[], map: string): string {
  if (keys.length === 0) return NOTHING;
  return `${celList(keys)}.map(key, ${map}[?key].orValue("")).filter(value, value != "")`;
}
