/** The few kinds of JSON schema nodes that a configuration is made of, so that code can walk the schema. */

/** Whether a changed value is taken up by the running process or by the next one. */
export type Reload = 'live' | 'restart';

/** Checks that JSON schema has no keyword for; each has its predicate in formats.ts. */
export type Format =
  | 'host'
  | 'certificate-name'
  | 'path'
  | 'label-key'
  | 'label-suffix'
  | 'annotation-key'
  | 'object-name'
  | 'pattern'
  | 'identity'
  | 'sentence'
  | 'expiry'
  | 'duration'
  | 'resource';

interface Described {
  readonly description: string;
}

export interface SectionNode extends Described {
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly properties: { readonly [key: string]: SchemaNode };
  readonly required?: readonly string[];
  /** A section that the file leaves out is filled with its own defaults. */
  readonly default?: { readonly [key: string]: never };
}

interface Leaf extends Described {
  readonly 'x-reload': Reload;
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

export interface TextItemNode {
  readonly type: 'string';
  readonly format?: Format;
}

export interface ListNode extends Leaf {
  readonly type: 'array';
  readonly default: readonly string[];
  readonly items: TextItemNode;
  readonly uniqueItems: true;
}

/** A list whose items are sections of their own. Its `x-reload` is that of an item that comes or goes. */
export interface SectionListNode extends Leaf {
  readonly type: 'array';
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
