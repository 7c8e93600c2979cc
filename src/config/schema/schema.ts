/** The configuration's type, its run-time check and its defaults, all derived from the settings. */
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import type { FromExtendedSchema } from 'json-schema-to-ts';
import type { JsonObject } from '../../json/object.ts';
import { valueAt } from '../../json/path.ts';
import { formatRules } from './formats.ts';
import type { Reload, SchemaNode } from './schema-node.ts';
import { configurationSchema } from './settings.ts';
import { mapSettings } from './walk.ts';

type Annotations = { readonly 'x-reload': Reload; readonly 'x-arktos-default': string };

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** A configuration with every default filled in: only what has no default may be missing. */
export type Configuration = DeepReadonly<FromExtendedSchema<Annotations, typeof configurationSchema>>;

/** The kind of cluster that a process runs in; some defaults follow it. */
export type Flavor = Configuration['cluster']['flavor'];

/** The cluster that ships with Daemonward, found from here both as source and when built. */
export const exampleSnapshot = fileURLToPath(new URL('../../../examples/cluster.yaml', import.meta.url));

// Ajv only ever looks: it neither coerces nor fills in, so a report shows what the file really says.
const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: true, ownProperties: true });
for (const keyword of ['x-reload', 'x-arktos-default']) {
  ajv.addKeyword({ keyword, schemaType: 'string', errors: false });
}
for (const [name, { accepts }] of Object.entries(formatRules)) ajv.addFormat(name, accepts);

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
export function withDefaults(given: JsonObject, flavor?: Flavor): Configuration {
  const inForce = flavor ?? valueAt(given, ['cluster', 'flavor']);
  const filled = mapSettings(
    configurationSchema,
    given,
    (node, value) => value ?? defaultOf(node, inForce === 'arktos'),
  );
  if (!validateConfiguration(filled)) {
    throw new Error(
      `the configuration with its defaults is not valid: ${ajv.errorsText(validateConfiguration.errors)}`,
    );
  }
  return filled;
}

function defaultOf(node: SchemaNode, arktos: boolean): unknown {
  const special = arktos && node.type === 'string' ? node['x-arktos-default'] : undefined;
  return special ?? structuredClone(node.default);
}
