/** The few kinds of JSON schema nodes that a configuration is made of, so that code can walk the schema. */

/** Whether a changed value is taken up by the running process or by the next one. */
export type Reload = 'live' | 'restart';

/** Checks that JSON schema has no keyword for; each has its predicate in formats.ts. */
export type Format = 'host' | 'certificate-name' | 'path';

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

export interface ListNode extends Leaf {
  readonly type: 'array';
  readonly default: readonly string[];
  readonly items: { readonly type: 'string'; readonly format?: Format };
  readonly uniqueItems: true;
}

export type LeafNode = TextNode | WholeNumberNode | ListNode;
export type SchemaNode = SectionNode | LeafNode;
