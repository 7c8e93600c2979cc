/** JSON bytes to a value, with every way of being wrong as a value too. */
import { isUtf8 } from 'node:buffer';
import { invalidJson, type Parsed, parsed, problem, type Unparsed } from './problem.ts';

/** Why a body need not be read at all. Invalid UTF-8: a decoder would silently put other characters in its place. */
export function unreadable(bytes: Buffer): Unparsed | null {
  if (bytes.length === 0) return problem('empty-body', '', 'the body is empty: a JSON object is expected');
  return isUtf8(bytes) ? null : invalidJson('the body is not UTF-8');
}

export function parseJson(bytes: Buffer): Parsed<unknown> {
  const wrong = unreadable(bytes);
  if (wrong !== null) return wrong;
  try {
    return parsed<unknown>(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    return invalidJson(`the body is not valid JSON: ${reason(error)}`);
  }
}

/** V8 quotes the body in its message; what a client sent is not repeated into logs, so only the position is kept. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? 'it ends too early or is malformed' : `wrong at position ${position}`;
}
