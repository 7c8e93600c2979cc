/** Finds where a JSON value ends, across chunk borders, without parsing it. */

export const NOT_FOUND = -1;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{` differ by this bit only, and so do `]` and `}`. */
const CASE_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** What ends a number or a word: blanks, a comma, a closing bracket. */
function endsScalar(byte: number): boolean {
  return byte <= 0x20 || byte === 0x2c || (byte | CASE_BIT) === CLOSE;
}

/**
 * The bytes of strings, escapes and brackets are all ASCII, and no byte of a longer UTF-8 sequence is, so the scan
 * needs no decoding and a character may be split between chunks.
 */
export class ByteScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;

  begin(first: number): void {
    this.#depth = (first | CASE_BIT) === OPEN ? 1 : 0;
    this.#inString = first === QUOTE;
    this.#escaped = false;
  }

  /** Goes on at `at`; the answer is the index after the value's last byte. */
  findEnd(bytes: Buffer, at: number): number {
    if (this.#depth === 0 && !this.#inString) {
      for (let i = at; i < bytes.length; i++) if (endsScalar(bytes[i] ?? 0)) return i;
      return NOT_FOUND;
    }
    return this.#findClose(bytes, at);
  }

  /** The loop of the whole load: every byte of the file passes here, so the state is in locals. */
  #findClose(bytes: Buffer, at: number): number {
    const length = bytes.length;
    let depth = this.#depth;
    let inString = this.#inString;
    let i = this.#escaped ? at + 1 : at;
    while (i < length) {
      const byte = bytes[i++] ?? 0;
      if (inString) {
        if (byte === BACKSLASH) i += 1;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 0) return i;
        }
      } else if (byte === QUOTE) inString = true;
      else if ((byte | CASE_BIT) === OPEN) depth += 1;
      else if ((byte | CASE_BIT) === CLOSE && --depth === 0) return i;
    }
    this.#depth = depth;
    this.#inString = inString;
    // A backslash was the last byte: what it escapes is the first of the next chunk.
    this.#escaped = i > length;
    return NOT_FOUND;
  }
}
