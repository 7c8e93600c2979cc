/** The few kinds of JSON schema nodes that a configuration is made of, so that code can walk the schema. */
import type { Format } from './formats.ts';

/** Whether a changed value is taken up by the running process or by the next one. */
export type Reload = 'live' | 'restart';

export interface SectionNode {
  readonly type: 'object';
  readonly description: string;
  /** How a change of its settings is taken up, and of an item that comes or goes where it is the item of a list. */
  readonly 'x-reload': Reload;
  readonly additionalProperties: false;
  readonly properties: { readonly [key: string]: SchemaNode };
  readonly required?: readonly string[];
  /** A section that the file leaves out is filled with its own defaults. */
  readonly default: { readonly [key: string]: never };
}

interface Leaf {
  readonly description: string;
  /** Where it is another one than that of its section. */
  readonly 'x-reload'?: Reload;
}

export interface TextNode extends Leaf {
  readonly type: 'string';
  readonly default?: string;
  /** What stands in for `default` when `cluster.flavor` is `arktos`. */
  readonly 'x-arktos-default'?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly format?: Format;
}

export interface WholeNumberNode extends Leaf {
  readonly type: 'integer';
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

export type TextItemNode = Pick<TextNode, 'type' | 'format'>;

export interface ListNode extends Leaf {
  readonly type: 'array';
  readonly default: readonly string[];
  readonly items: TextItemNode;
  readonly uniqueItems: true;
}

/** A list whose items are sections of their own. */
export interface SectionListNode {
  readonly type: 'array';
  readonly description: string;
  readonly default: readonly [];
  readonly items: SectionNode;
  readonly uniqueItems: true;
}

export type LeafNode = TextNode | WholeNumberNode | ListNode;
export type SchemaNode = SectionNode | SectionListNode | LeafNode;

/** Whatever can stand at a path: a node, or an item of a list of texts. */
export type PlaceNode = SchemaNode | TextItemNode;

export function isSectionList(node: PlaceNode): node is SectionListNode {
  return node.type === 'array' && node.items.type === 'object';
}

export function section<const Properties extends SectionNode['properties']>(parts: {
  readonly reload: Reload;
  readonly description: string;
  readonly properties: Properties;
}) {
  const { reload, ...rest } = parts;
  return { type: 'object', 'x-reload': reload, additionalProperties: false, default: {}, ...rest } as const;
}

/** Text of a format. */
export function text<const Rest extends Omit<TextNode, 'type'>>(format: Format, rest: Rest) {
  return { type: 'string', format, ...rest } as const;
}

export function oneOf<const Words extends readonly string[], const Rest extends Omit<TextNode, 'type'>>(
  words: Words,
  rest: Rest,
) {
  return { type: 'string', enum: words, ...rest } as const;
}

export function wholeNumber(
  minimum: number,
  maximum: number,
  rest: Omit<WholeNumberNode, 'type' | 'minimum' | 'maximum'>,
) {
  return { type: 'integer', minimum, maximum, ...rest } as const;
}

/** A list of texts of a format, none of them twice. */
export function listOf(format: Format, rest: Omit<ListNode, 'type' | 'items' | 'uniqueItems'>) {
  return { type: 'array', items: { type: 'string', format }, uniqueItems: true, ...rest } as const;
}
