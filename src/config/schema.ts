/** The configuration's type, its run-time check and its defaults, all derived from the settings. */
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import type { FromExtendedSchema } from 'json-schema-to-ts';
import { formatRules } from './formats.ts';
import { isMapping, type Mapping } from './mapping.ts';
import type { Reload, SectionNode } from './schema-node.ts';
import { configurationSchema } from './settings.ts';

type Annotations = { readonly 'x-reload': Reload };

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** A configuration with every default filled in: only what has no default may be missing. */
export type Configuration = DeepReadonly<FromExtendedSchema<Annotations, typeof configurationSchema>>;

/** The cluster that ships with Daemonward, found from here both as source and when built. */
export const exampleSnapshot = fileURLToPath(new URL('../../examples/cluster.yaml', import.meta.url));

// Ajv only ever looks: it neither coerces nor fills in, so a report shows what the file really says.
const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: true, ownProperties: true });
ajv.addKeyword({ keyword: 'x-reload', schemaType: 'string', errors: false });
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

/** A copy of a valid configuration in which everything left out has its default. */
export function withDefaults(given: Mapping): Configuration {
  const filled = fill(configurationSchema, given);
  if (!validateConfiguration(filled)) {
    throw new Error(
      `the configuration with its defaults is not valid: ${ajv.errorsText(validateConfiguration.errors)}`,
    );
  }
  if (filled.cluster.snapshots.length > 0) {
    return filled;
  }
  return { ...filled, cluster: { ...filled.cluster, snapshots: [exampleSnapshot] } };
}

function fill(section: SectionNode, given: Mapping): Mapping {
  const filled: Record<string, unknown> = { ...given };
  for (const [key, node] of Object.entries(section.properties)) {
    const value = given[key] ?? structuredClone(node.default);
    if (value !== undefined) {
      filled[key] = node.type === 'object' && isMapping(value) ? fill(node, value) : value;
    }
  }
  return filled;
}
