/** What a setting wants and what was found instead, in words. */
import { isObject } from '../../json/object.ts';
import { formatRules } from '../schema/formats.ts';
import type { PlaceNode } from '../schema/schema-node.ts';

/** Enough to recognise one's own text, short enough for a line of a terminal. */
const LONGEST_QUOTE = 60;

const WHOLE_NUMBER = /^[-+]?\d+$/;

/** Fits after "must be". */
export function wanted(node: PlaceNode): string {
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
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'a mapping' : String(value);
}

/** The one line about a value that is not what its setting wants. */
export function mustBe(node: PlaceNode, value: unknown): string {
  return `must be ${wanted(node)}, found ${found(value)}${quotingHint(node, value)}`;
}

/** What looks right and is not, because of its quotes. */
function quotingHint(node: PlaceNode, value: unknown): string {
  if (node.type === 'integer' && typeof value === 'string' && WHOLE_NUMBER.test(value))
    return ', which is text: leave out the quotes';
  // Tools of YAML 1.1, and with them most of Kubernetes, write the word off as false.
  const offMeant = value === false && node.type === 'string' && 'enum' in node && node.enum?.includes('off');
  return offMeant ? ', which is no text: put "off" in quotes' : '';
}

function wantedText(node: Extract<PlaceNode, { type: 'string' }>): string {
  if ('const' in node && node.const !== undefined) return node.const;
  if ('enum' in node && node.enum !== undefined)
    return node.enum.length === 1 ? node.enum.join() : `one of ${node.enum.join(', ')}`;
  return node.format === undefined ? 'text' : formatRules[node.format].wanted;
}
