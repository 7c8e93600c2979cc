/** From the OpenAPI v3 documents of an API server to the table of types that `daemonward check` decodes by. */

/** The kinds that are looked at, and the document that describes each. */
export const ROOTS: Readonly<Record<string, readonly string[]>> = {
  'api/v1': ['core.v1.Pod', 'core.v1.ReplicationController', 'core.v1.Namespace'],
  'apis/apps/v1': ['apps.v1.DaemonSet', 'apps.v1.Deployment', 'apps.v1.ReplicaSet', 'apps.v1.StatefulSet'],
  'apis/batch/v1': ['batch.v1.Job', 'batch.v1.CronJob'],
  'apis/scheduling.k8s.io/v1': ['scheduling.v1.PriorityClass'],
};

const REFERENCE = /^#\/components\/schemas\/io\.k8s\.(?:api|apimachinery\.pkg\.apis)\./;

/** Types that Go decodes in ways of their own. */
const OWN_WAYS: Readonly<Record<string, string>> = {
  '#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity': 'quantity',
  '#/components/schemas/io.k8s.apimachinery.pkg.util.intstr.IntOrString': 'int-or-string',
  '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time': 'time',
  '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': 'time',
  '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': 'any',
};

export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

export type Document = {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** One line a type: its name, and each field with its type. Sorted, so that two versions can be compared. */
export function typeTable(documents: Readonly<Record<string, Document>>): string[] {
  const lines = new Map<string, string>();
  for (const [path, roots] of Object.entries(ROOTS)) {
    const schemas = documents[path]?.components.schemas;
    if (schemas === undefined) throw new Error(`there is no document of ${path}`);
    for (const root of roots) add(root, schemas, lines);
  }
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

function add(name: string, schemas: Document['components']['schemas'], lines: Map<string, string>): void {
  if (lines.has(name)) return;
  const schema = schemas[`io.k8s.api.${name}`] ?? schemas[`io.k8s.apimachinery.pkg.apis.${name}`];
  if (schema?.properties === undefined) throw new Error(`${name} has no fields`);
  lines.set(name, '');
  const fields = Object.entries(schema.properties)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([field, type]) => `${field}:${typeText(type, (other) => add(other, schemas, lines))}`);
  lines.set(name, [name, ...fields].join(' '));
}

/** `string`, `[core.v1.Container]` for a list, `{quantity}` for a map, the name of a type for an object. */
function typeText(schema: Schema, found: (name: string) => void): string {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference !== undefined) {
    const own = OWN_WAYS[reference];
    if (own !== undefined) return own;
    if (!REFERENCE.test(reference)) throw new Error(`${reference} is of no group that is known`);
    const name = reference.replace(REFERENCE, '');
    found(name);
    return name;
  }
  const { type, format, items, additionalProperties } = schema;
  if (type === 'array' && items) return `[${typeText(items, found)}]`;
  if (type === 'object') return additionalProperties ? `{${typeText(additionalProperties, found)}}` : 'any';
  if (type === 'integer' && (format === 'int32' || format === 'int64')) return format;
  if ((type === 'string' && format !== 'byte') || type === 'boolean') return type;
  throw new Error(`a type that is not known: ${JSON.stringify(schema)}`);
}
