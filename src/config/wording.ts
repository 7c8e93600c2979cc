/** What a setting wants and what was found instead, in words. */
import { formatRules } from './formats.ts';
import { isMapping } from './mapping.ts';
import type { ListNode, SchemaNode } from './schema-node.ts';

/** Enough to recognise one's own text, short enough for a line of a terminal. */
const LONGEST_QUOTE = 60;

const WHOLE_NUMBER = /^[-+]?\d+$/;

/** Fits after "must be". */
export function wanted(node: SchemaNode | ListNode['items']): string {
  switch (node.type) {
    case 'object':
      return 'a mapping of keys and values';
    case 'array':
      return 'a list';
    case 'integer':
      return `a whole number from ${node.minimum} to ${node.maximum}`;
    case 'string':
      return wantedText(node);
  }
}

/** Fits after "found". */
export function found(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > LONGEST_QUOTE
      ? `${JSON.stringify(value.slice(0, LONGEST_QUOTE))}…`
      : JSON.stringify(value);
  }
  if (value === null || value === undefined) {
    return 'nothing';
  }
  if (Array.isArray(value)) {
    return 'a list';
  }
  return isMapping(value) ? 'a mapping' : String(value);
}

/** The one line about a value that is not what its setting wants. */
export function mustBe(node: SchemaNode | ListNode['items'], value: unknown): string {
  const quotedNumber = node.type === 'integer' && typeof value === 'string' && WHOLE_NUMBER.test(value);
  return `must be ${wanted(node)}, found ${found(value)}${quotedNumber ? ', which is text: leave out the quotes' : ''}`;
}

function wantedText(node: Extract<SchemaNode | ListNode['items'], { type: 'string' }>): string {
  if ('const' in node && node.const !== undefined) {
    return node.const;
  }
  if ('enum' in node && node.enum !== undefined) {
    return node.enum.length === 1 ? node.enum.join() : `one of ${node.enum.join(', ')}`;
  }
  return node.format === undefined ? 'text' : formatRules[node.format].wanted;
}
