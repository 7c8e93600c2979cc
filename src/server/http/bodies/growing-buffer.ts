/** Collects the pieces of a body in memory of its own: at most four times as much as has come, and a little. */
import { BLOCK_BYTES, type BodyMemory } from './body-memory.ts';

/** Most reviews have more; a body that only begins costs no more than its connection does. */
const FIRST_BYTES = 4 * 1024;

const NOTHING = Buffer.alloc(0);

/**
 * Every piece is copied but the one that is all there is and has memory of its own, as most reviews come. Any other that is kept
 * keeps the 64 KiB that were read from the socket with it, and some hundred bytes to describe it: of a body that comes byte by byte
 * that is a hundred times what is counted.
 */
export class GrowingBuffer {
  readonly #most: number;
  readonly #memory: BodyMemory;
  #bytes: Buffer<ArrayBuffer> = NOTHING;
  #size = 0;

  /** `most` is what can come at most; appending more is a mistake of the caller's. */
  constructor(most: number, memory: BodyMemory) {
    this.#most = most;
    this.#memory = memory;
  }

  /** What it takes of memory. */
  get capacity(): number {
    return this.#bytes.length;
  }

  append(piece: Buffer): void {
    if (piece.length === this.#most && hasOwnMemory(piece)) {
      this.#bytes = piece;
      this.#size = piece.length;
      return;
    }
    const size = this.#size + piece.length;
    if (size > this.#bytes.length) this.#grow(size);
    piece.copy(this.#bytes, this.#size);
    this.#size = size;
  }

  /** Everything that has come; it is not copied. */
  contents(): Buffer<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#size);
  }

  clear(): void {
    this.#memory.give(this.#bytes);
    this.#bytes = NOTHING;
    this.#size = 0;
  }

  #grow(size: number): void {
    const doubled = Math.max(size, 2 * this.#bytes.length, FIRST_BYTES);
    // With a quarter of it there, all that can come: twice more megabytes would be copied else. Until bytes are written to
    // it, the system gives no memory for it.
    const wanted = size > this.#most / 4 ? this.#most : Math.min(doubled, this.#most);
    const bytes = Math.max(size, wanted);
    // Not from Node's pool, of which a part in use keeps the whole.
    const larger = bytes < BLOCK_BYTES ? Buffer.allocUnsafeSlow(bytes) : this.#memory.take(bytes);
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#memory.give(this.#bytes);
    this.#bytes = larger;
  }
}

function hasOwnMemory(piece: Buffer): piece is Buffer<ArrayBuffer> {
  return piece.buffer instanceof ArrayBuffer && piece.buffer.byteLength === piece.length;
}
