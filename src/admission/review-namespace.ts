/** Where the object of a review is, found in its first few hundred bytes: before anything of it is parsed. */
import { memberAt } from '../json/member.ts';
import { QUOTE } from '../json/scan.ts';

const REQUEST = Buffer.from('"request"');
const NAMESPACE = Buffer.from('"namespace"');

/** A namespace has 63 characters at the most. */
const LONGEST_NAMESPACE = 63;

/**
 * `request.namespace`, which the API server writes, and writes before the object; what stands in the object itself, which its author
 * writes, is never looked at. Empty when there is none, or when it is nothing that an API server sends: what is wrong with it
 * is said by whoever reads all of it.
 */
export function namespaceIn(bytes: Buffer): string {
  const request = memberAt(bytes, 0, REQUEST);
  const value = request === -1 ? -1 : memberAt(bytes, request, NAMESPACE);
  if (value === -1 || bytes[value] !== QUOTE) return '';
  const end = bytes.indexOf(QUOTE, value + 1);
  return end === -1 || end - value - 1 > LONGEST_NAMESPACE ? '' : bytes.toString('latin1', value + 1, end);
}
