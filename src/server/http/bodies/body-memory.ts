/**
 * Memory of large bodies, used again for the next ones. Left to the garbage collector it is what makes V8 collect the whole
 * heap: megabytes beside it that came since the last time, one such collection for every second body of 8 MiB.
 */

/** What is smaller is not worth keeping: a hundred of them come and go before they count. */
export const BLOCK_BYTES = 1024 * 1024;

/** As many as are being read and answered at a time; beyond it they are left to the collector. */
const MOST_BLOCKS = 4;

/** Whole nodes may have hundreds of megabytes, and seldom come: such a block is not kept. */
const LARGEST_KEPT = 16 * BLOCK_BYTES;

/** When nobody has sent a large body for so long, the memory goes back. */
export const KEPT_FOR_MS = 2_000;

export class BodyMemory {
  readonly #blocks: ArrayBuffer[] = [];
  #idle: NodeJS.Timeout | undefined;

  /** At least so many bytes, with whatever is in them. */
  take(bytes: number): Buffer<ArrayBuffer> {
    const index = this.#blocks.findIndex(({ byteLength }) => byteLength >= bytes);
    const [block] = index < 0 ? [] : this.#blocks.splice(index, 1);
    if (block !== undefined) return Buffer.from(block);
    return Buffer.allocUnsafeSlow(Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES);
  }

  /** Whoever gives it must not look at it again. What has moved to another thread is empty here, and not taken. */
  give({ buffer }: { readonly buffer: ArrayBufferLike }): void {
    if (!(buffer instanceof ArrayBuffer) || this.#blocks.includes(buffer)) return;
    if (buffer.byteLength < BLOCK_BYTES || buffer.byteLength > LARGEST_KEPT) return;
    if (this.#blocks.length < MOST_BLOCKS) this.#blocks.push(buffer);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#blocks.splice(0), KEPT_FOR_MS).unref();
  }
}
