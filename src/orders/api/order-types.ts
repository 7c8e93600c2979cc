/** The fields of an Order with their types, in the form in which those of Kubernetes' own kinds are recorded. */
import type { ApiTypes, Fields } from '../../kube/openapi/api-types.ts';
import { ORDER_GROUP, ORDER_KIND, ORDER_VERSION } from '../../kube/orders.ts';
import type { OpenApiNode } from './open-api-node.ts';
import { ORDER_SCHEMA } from './order-schema.ts';

const METADATA = 'meta.v1.ObjectMeta';

/** The types of a Kubernetes, and beside them those of the Order. */
export function withOrders(kubernetes: ApiTypes): ApiTypes {
  const own = new Map<string, Fields>();
  const root = typeOf(ORDER_SCHEMA, ORDER_KIND, own);
  own.set(root, new Map(own.get(root)).set('metadata', METADATA));
  return {
    rootOf: (type) =>
      type.apiVersion === `${ORDER_GROUP}/${ORDER_VERSION}` && type.kind === ORDER_KIND
        ? root
        : kubernetes.rootOf(type),
    fieldsOf: (name) => own.get(name) ?? kubernetes.fieldsOf(name),
  };
}

/** An object with fields gets a name by where it stands. */
function typeOf(node: OpenApiNode, name: string, own: Map<string, Fields>): string {
  if ('x-kubernetes-int-or-string' in node) return 'quantity';
  switch (node.type) {
    case 'array':
      return `[${typeOf(node.items, `${name}[]`, own)}]`;
    case 'string':
      return node.format === 'date-time' ? 'time' : 'string';
    case 'integer':
      return node.format ?? 'int64';
    case 'boolean':
      return 'boolean';
    case 'object': {
      if (node.additionalProperties !== undefined) return `{${typeOf(node.additionalProperties, name, own)}}`;
      const fields = Object.entries(node.properties ?? {});
      own.set(name, new Map(fields.map(([key, field]) => [key, typeOf(field, `${name}.${key}`, own)])));
      return name;
    }
  }
}
