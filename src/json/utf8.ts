/** Finds bytes that are not UTF-8: decoded all the same they would change, and with them the names of objects. */
import { isUtf8 } from 'node:buffer';

export const NOT_UTF8 = 'is not text in UTF-8: save it as UTF-8';

const LINE_FEED = 0x0a;

/** Where the first line that is not UTF-8 begins, or undefined when all of it is. */
export function foreignLineAt(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let from = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
    // No byte of a longer sequence is a line feed, so a sound text is sound line by line.
    if (!isUtf8(bytes.subarray(from, end))) return from;
    from = end + 1;
  }
  return from;
}
