/** The configuration's type, its run-time check and its defaults, all derived from the settings. */
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import type { FromExtendedSchema } from 'json-schema-to-ts';
import { formatRules } from './formats.ts';
import { valueAt } from './key-path.ts';
import { isMapping, type Mapping } from './mapping.ts';
import { isSectionList, type Reload, type SchemaNode, type SectionNode } from './schema-node.ts';
import { configurationSchema } from './settings.ts';

type Annotations = { readonly 'x-reload': Reload; readonly 'x-arktos-default': string };

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** A configuration with every default filled in: only what has no default may be missing. */
export type Configuration = DeepReadonly<FromExtendedSchema<Annotations, typeof configurationSchema>>;

/** The kind of cluster that a process runs in; some defaults follow it. */
export type Flavor = Configuration['cluster']['flavor'];

/** The cluster that ships with Daemonward, found from here both as source and when built. */
export const exampleSnapshot = fileURLToPath(new URL('../../examples/cluster.yaml', import.meta.url));

// Ajv only ever looks: it neither coerces nor fills in, so a report shows what the file really says.
const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: true, ownProperties: true });
for (const keyword of ['x-reload', 'x-arktos-default']) {
  ajv.addKeyword({ keyword, schemaType: 'string', errors: false });
}
for (const [name, rule] of Object.entries(formatRules)) {
  ajv.addFormat(name, rule.accepts);
}

/** Checks a value against the schema; its `errors` are those of the last call. */
export const validateConfiguration = ajv.compile<Configuration>(configurationSchema);

/** What a process without a configuration file runs with. */
export function defaultConfiguration(): Configuration {
  const { apiVersion, kind } = configurationSchema.properties;
  return withDefaults({ apiVersion: apiVersion.const, kind: kind.const });
}

/**
 * A copy of a valid configuration in which everything left out has its default.
 * `flavor` is the one in force, when that is not the one of the configuration: it only changes at a start.
 */
export function withDefaults(given: Mapping, flavor?: Flavor): Configuration {
  const inForce = flavor ?? valueAt(given, ['cluster', 'flavor']);
  const filled = fill(configurationSchema, given, inForce === 'arktos');
  if (!validateConfiguration(filled)) {
    throw new Error(
      `the configuration with its defaults is not valid: ${ajv.errorsText(validateConfiguration.errors)}`,
    );
  }
  return filled;
}

function fill(section: SectionNode, given: Mapping, arktos: boolean): Mapping {
  const filled: Record<string, unknown> = { ...given };
  for (const [key, node] of Object.entries(section.properties)) {
    const value = given[key] ?? defaultOf(node, arktos);
    if (value !== undefined) {
      filled[key] = fillValue(node, value, arktos);
    }
  }
  return filled;
}

function fillValue(node: SchemaNode, value: unknown, arktos: boolean): unknown {
  if (node.type === 'object' && isMapping(value)) {
    return fill(node, value, arktos);
  }
  if (isSectionList(node) && Array.isArray(value)) {
    return value.map((item) => fillValue(node.items, item, arktos));
  }
  return value;
}

function defaultOf(node: SchemaNode, arktos: boolean): unknown {
  const special = arktos && node.type === 'string' ? node['x-arktos-default'] : undefined;
  return special ?? structuredClone(node.default);
}
