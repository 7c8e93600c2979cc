/** The few kinds of OpenAPI nodes that the schema of a custom resource is made of, so that code can walk it. */

/** A rule in CEL that the API server keeps: what must hold, which field to blame, and what to say. */
export interface CelRule {
  readonly rule: string;
  readonly message: string;
  readonly fieldPath?: string;
}

interface Described {
  readonly description?: string;
  readonly default?: unknown;
  readonly 'x-kubernetes-validations'?: readonly CelRule[];
}

export interface ObjectNode extends Described {
  readonly type: 'object';
  readonly properties?: Readonly<Record<string, OpenApiNode>>;
  readonly additionalProperties?: OpenApiNode;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
}

export interface ListNode extends Described {
  readonly type: 'array';
  readonly items: OpenApiNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
}

export interface TextNode extends Described {
  readonly type: 'string';
  readonly enum?: readonly string[];
  readonly format?: 'date-time';
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface NumberNode extends Described {
  readonly type: 'integer';
  readonly format?: 'int32' | 'int64';
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface YesNoNode extends Described {
  readonly type: 'boolean';
}

/** A quantity: people write `2` as well as `2Gi`. */
export interface QuantityNode extends Described {
  readonly 'x-kubernetes-int-or-string': true;
  readonly anyOf: readonly [{ readonly type: 'integer' }, { readonly type: 'string' }];
  readonly pattern: string;
  readonly minimum: number;
  readonly maxLength: number;
}

export type OpenApiNode = ObjectNode | ListNode | TextNode | NumberNode | YesNoNode | QuantityNode;

export function object(
  description: string,
  properties: Readonly<Record<string, OpenApiNode>>,
  more: Omit<ObjectNode, 'type' | 'description' | 'properties'> = {},
): ObjectNode {
  return { type: 'object', description, properties, ...more };
}

export function list(
  description: string,
  items: OpenApiNode,
  maxItems: number,
  more: Omit<ListNode, 'type' | 'description' | 'items' | 'maxItems'> = {},
): ListNode {
  return { type: 'array', description, items, maxItems, 'x-kubernetes-list-type': 'atomic', ...more };
}

export function text(description: string, maxLength: number, more: Partial<TextNode> = {}): TextNode {
  return { type: 'string', description, maxLength, ...more };
}

export function oneOf(description: string, words: readonly string[], more: Partial<TextNode> = {}): TextNode {
  return { type: 'string', description, enum: words, ...more };
}

export function yesNo(description: string): YesNoNode {
  return { type: 'boolean', description };
}

export function map(description: string, values: OpenApiNode, maxProperties: number): ObjectNode {
  return { type: 'object', description, additionalProperties: values, maxProperties };
}

/** How many of something; never less than none. */
export function count(description: string, more: Partial<NumberNode> = {}): NumberNode {
  return { type: 'integer', format: 'int32', minimum: 0, description, ...more };
}
