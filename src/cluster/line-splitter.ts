/** Takes a stream of bytes apart into its lines; what is cut off in the middle is never handed on. */

const NEWLINE = 0x0a;

/** etcd holds no object above 1.5 MB, and an event carries one: a line beyond this is not a watch event. */
const LONGEST_LINE = 16 * 1024 * 1024;

export class LineSplitter {
  #parts: Buffer[] = [];
  #length = 0;

  /** The complete lines that this chunk ends, without their line ends; empty ones are left out. */
  *push(chunk: Buffer): Generator<Buffer> {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const line = this.#complete(chunk.subarray(from, end));
      from = end + 1;
      if (line.length > 0) yield line;
    }
    this.#keep(chunk.subarray(from));
  }

  #complete(last: Buffer): Buffer {
    if (this.#parts.length === 0) return last;
    const line = Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#length = 0;
    return line;
  }

  #keep(rest: Buffer): void {
    if (rest.length === 0) return;
    this.#parts.push(rest);
    this.#length += rest.length;
    if (this.#length > LONGEST_LINE) throw new Error(`a line of more than ${LONGEST_LINE} bytes`);
  }
}
