/** JSON bytes to a value, with every way of being wrong as a value too. */
import { isUtf8 } from 'node:buffer';
import { emptyBody, invalidJson, type Parsed, parsed } from './problem.ts';

/** Parses a body as JSON. Invalid UTF-8 is refused: a decoder would silently put other characters in its place. */
export function parseJson(bytes: Buffer): Parsed<unknown> {
  if (bytes.length === 0) return emptyBody();
  if (!isUtf8(bytes)) return invalidJson('the body is not UTF-8');
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
