/** The bytes of a file that are not yet used up, in one buffer that is used again for every piece. */

/** etcd holds no object above 1.5 MB: what is ten times that, and still not whole, is something else. */
export const MAX_OBJECT_BYTES = 16 * 1024 * 1024;

export function mebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}

export class ByteWindow {
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** All bytes not used up, with the new ones at the end: good until the next call. */
  append(chunk: Buffer): Buffer {
    const length = this.#length + chunk.length;
    if (length > this.#buffer.length) {
      // Doubled, so that one large object in small pieces is not copied again and again.
      const larger = Buffer.allocUnsafe(Math.max(length, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    chunk.copy(this.#buffer, this.#length);
    this.#length = length;
    return this.#buffer.subarray(0, length);
  }

  /** Forgets the first `count` bytes. */
  drop(count: number): void {
    this.#buffer.copyWithin(0, count, this.#length);
    this.#length -= count;
  }
}
