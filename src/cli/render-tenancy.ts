/** Whose a namespace is, in CEL: the same chain as src/tenancy/tenant.ts, for the API server to answer by itself. */
import type { TenancySettings } from '../tenancy/tenant.ts';
import { anyOf, celList, celString, isOneOf, matchesAny } from './render-cel.ts';

export interface Variable {
  readonly name: string;
  readonly expression: string;
}

/** One link of the chain: a variable that holds the tenant, or nothing, and whether that tenant is the system. */
interface Link {
  readonly name: string;
  readonly variables: readonly Variable[];
  readonly system: string;
}

const NAMESPACE = 'namespaceObject.metadata.name';

/** Variables of a policy. The last two are the answer: `system` is true or false, `whose` is for the message. */
export function tenancyVariables(settings: TenancySettings): Variable[] {
  const links = [
    ...(settings.labels.length === 0 ? [] : [labelLink(settings)]),
    ...(settings.labelSuffixes.length === 0 ? [] : [ancestorLink(settings)]),
    ...(settings.annotations.length === 0 ? [] : [annotationLink(settings)]),
  ];
  const byName = settings.unknown === 'system' ? 'true' : matchesAny(NAMESPACE, settings.systemNamespaces);
  return [
    { name: 'labels', expression: 'namespaceObject.metadata.?labels.orValue({})' },
    { name: 'annotations', expression: 'namespaceObject.metadata.?annotations.orValue({})' },
    ...links.flatMap(({ variables }) => variables),
    { name: 'system', expression: chain(links, ({ system }) => `(${system})`, byName) },
    {
      name: 'whose',
      expression: chain(
        links,
        ({ name }) => `"to the tenant \\"" + variables.${name} + "\\""`,
        '"to no tenant that is known"',
      ),
    },
  ];
}

function chain(links: readonly Link[], answer: (link: Link) => string, last: string): string {
  return links.reduceRight((rest, link) => `variables.${link.name} != "" ? ${answer(link)} :\n${rest}`, last);
}

function labelLink({ labels, systemTenants }: TenancySettings): Link {
  const name = 'labelled';
  return {
    name,
    variables: [{ name, expression: firstOf(valuesOf(labels, 'variables.labels')) }],
    system: isOneOf(`variables.${name}`, systemTenants),
  };
}

/** Rancher writes `cluster:project`; people know the project. */
function annotationLink({ annotations, systemTenants }: TenancySettings): Link {
  const name = 'annotated';
  const value = `variables.${name}`;
  const project = `${value}.substring(${value}.indexOf(":") + 1)`;
  return {
    name,
    variables: [{ name, expression: firstOf(valuesOf(annotations, 'variables.annotations')) }],
    system: anyOf([isOneOf(value, systemTenants), isOneOf(project, systemTenants)]),
  };
}

/** A distance has few digits; with many more, `int` would fail. */
const DISTANCE = '^[0-9]{0,9}$';

/**
 * HNC's namespaces have one label for each ancestor, with its distance as value. Two at the greatest distance do not
 * happen; if they do, neither order nor chance decides, but the name.
 */
function ancestorLink({ labelSuffixes, systemTenants, systemNamespaces }: TenancySettings): Link {
  const name = 'descended';
  const isAncestor = labelSuffixes.map(
    (suffix) => `key.endsWith(${celString(suffix)}) && key.size() > ${suffix.length}`,
  );
  const distance = (key: string) => `int("0" + variables.labels[${key}])`;
  const farthest = `variables.ancestors.all(other, ${distance('other')} <= ${distance('key')})`;
  return {
    name,
    variables: [
      {
        name: 'ancestors',
        expression: `variables.labels.filter(key,\n  (${isAncestor.join(' || ')}) &&\n  variables.labels[key].matches(${celString(DISTANCE)}))`,
      },
      {
        name: 'roots',
        expression: `variables.ancestors.filter(key,\n  ${farthest}\n).map(key, ${withoutSuffix('key', labelSuffixes)})`,
      },
      { name, expression: 'variables.roots.size() == 0 ? "" : variables.roots.min()' },
    ],
    system: anyOf([
      isOneOf(`variables.${name}`, systemTenants),
      matchesAny(`variables.${name}`, systemNamespaces),
    ]),
  };
}

function withoutSuffix(key: string, suffixes: readonly string[]): string {
  return suffixes
    .map((suffix) => ({ suffix, cut: `${key}.substring(0, ${key}.size() - ${suffix.length})` }))
    .reduceRight((rest, { suffix, cut }) => `${key}.endsWith(${celString(suffix)}) ? ${cut} : ${rest}`, key);
}

/** An empty value is no tenant. */
function valuesOf(keys: readonly string[], map: string): string {
  return `${celList(keys)}.map(key, ${map}[?key].orValue("")).filter(value, value != "")`;
}

/** The first of a list of texts, or nothing. */
function firstOf(list: string): string {
  return `(${list} + [""])[0]`;
}
